// What @vitrine/formats offers: how a model may write an interface, and what reads it.

export { type AnswerOptions, AnswerReader, FORMATS, parseAnswer, readAnswer } from './answer-reader.ts';
export { express } from './express/express.ts';
export {
  CatalogError,
  type Compiled,
  type CompileOptions,
  type Decompiled,
  type DecompileOptions,
  type FaultCategory,
  type Format,
  type FormatName,
  type FormatReader,
  type MessageKind,
  type ParsedAnswer,
  type ParsedPart,
  type RawPart,
  type ReadOptions,
  type SnippetOptions,
} from './format.ts';
export { type AnswerPart, DEFAULT_TAG } from './json/answer-reader.ts';
export { validationFailed } from './json/check-message.ts';
export { directJson } from './json/direct-json.ts';
export { type ProgressiveOptions, ProgressiveReader } from './json/progressive-reader.ts';
export {
  gatherAnswer,
  hasBlock,
  type PartReader,
  repairJson,
  type WholeAnswer,
} from './json/read-answer.ts';
export { REPAIRS, type Repair, type RepairClass, type RepairKind, repair } from './json/repair.ts';
export { decompileView } from './read-view.ts';
export { vertical } from './vertical/vertical.ts';
