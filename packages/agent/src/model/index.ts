// What @vitrine/agent offers for the output of models.

export { type AnswerOptions, type AnswerPart, AnswerReader, DEFAULT_TAG } from './answer-reader.ts';
export {
  type AskModelOptions,
  askModel,
  DEFAULT_ATTEMPTS,
  type Model,
  type ModelAnswer,
  type ModelMessage,
} from './ask-model.ts';
export { validationFailed } from './check-message.ts';
export { type ProgressiveOptions, ProgressiveReader } from './progressive-reader.ts';
export {
  gatherAnswer,
  hasBlock,
  type PartReader,
  parseAnswer,
  readAnswer,
  repairJson,
  type WholeAnswer,
} from './read-answer.ts';
export { REPAIRS, type Repair, type RepairClass, type RepairKind } from './repair.ts';
