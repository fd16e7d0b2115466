// What @vitrine/dialects offers: every wire format, the road from text to a fold, and what travels beside messages.

export { a2ui08 } from './a2ui-0.8/codec.ts';
export { a2ui09 } from './a2ui-0.9/codec.ts';
export { a2ui10 } from './a2ui-1.0/codec.ts';
export { COMMON_TYPES, validateCommonType } from './a2ui-1.0/common-types.ts';
export { agentchainsDialect } from './agentchains/codec.ts';
export { RPC_ERRORS, RPC_WORDS, type RpcError, rpcErrorOf } from './agentchains/errors.ts';
export {
  type CapabilityOptions,
  capabilitiesByVersion,
  decodeCapabilities,
  encodeCapabilities,
  type ViewerCapabilities,
} from './capabilities.ts';
export { type Converted, type ConvertOptions, convert } from './convert.ts';
export { decodeDataModel, encodeDataMetadata, encodeDataModel } from './data-sync.ts';
export { DIALECT_ALIASES, DIALECT_IDS, DIALECTS, detect, dialectById } from './detect.ts';
export type {
  Capabilities,
  Dialect,
  DialectClock,
  DialectId,
  DialectReader,
  Encoded,
  Loss,
  Sender,
} from './dialect.ts';
export { isLaidOut, type MessageDocument, messagesOf, readDocument } from './document.ts';
export { type DrawnSurface, drawView, drawViewSteps, type ViewPictureOptions } from './draw-view.ts';
export { Intake } from './intake.ts';
export { compileSchema, type SchemaCheck, type SchemaProblem } from './json-schema/check.ts';
export { type Line, LineReader } from './jsonl.ts';
export { wordsFrom } from './lowering/origin.ts';
export {
  type DecodedMessage,
  type DecodeOptions,
  decodeItem,
  type IntakeOptions,
  MessageIntake,
  type Receipt,
  receiptOf,
} from './message-intake.ts';
export type { DocumentItem, DocumentRules } from './message-list.ts';
export { openHarness } from './open-harness/codec.ts';
export { openwop1Dialect } from './openwop-1/codec.ts';
export { openwop2Dialect } from './openwop-2/codec.ts';
export type { WireVersion } from './versions.ts';
export { vitrine } from './vitrine/codec.ts';
