// What the face of OpenWOP needs of its two dialects: schemas, the envelope, and the single judgements that its
// admission puts in order.

export type { SchemaCheck, SchemaProblem } from '../json-schema/check.ts';
export { DEFAULT_SURFACE, entryOf1, surfaceOf1 } from '../openwop-1/decode.ts';
export { applyPatch } from '../openwop-1/delta.ts';
export { writeSurface } from '../openwop-1/encode.ts';
export { componentIdOf, idProblemIn, nameOf } from '../openwop-1/read-surface.ts';
export { DeltaReader } from '../openwop-1/write-delta.ts';
export { entryOf2, surfaceOf2 } from '../openwop-2/decode.ts';
export { crossFieldProblem, duplicateProblem, foldProblem, messagesOf } from '../openwop-2/fold-guard.ts';
export {
  type EnvelopeRead,
  issueOf,
  isUntrusted,
  type PartialMark,
  readWopEnvelope,
  type WopEnvelope,
  writeWopEnvelope,
} from './envelope.ts';
export { copyOf, openingOf } from './restate.ts';
export {
  checkDeltaFrame,
  checkEnvelope,
  checkPayload,
  checkUniversal,
  deltaFrameSchema,
  envelopeSchema,
  type Generation,
  isUniversal,
  SURFACE_KIND,
  UNIVERSAL_KINDS,
  type UniversalKind,
  universalSchema,
} from './schemas.ts';
