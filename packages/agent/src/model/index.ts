// What @vitrine/agent offers for the output of models: the loop with a model, and the readers of @vitrine/formats.

export {
  type AnswerOptions,
  type AnswerPart,
  AnswerReader,
  DEFAULT_TAG,
  type FormatName,
  gatherAnswer,
  hasBlock,
  type PartReader,
  type ProgressiveOptions,
  ProgressiveReader,
  parseAnswer,
  REPAIRS,
  type Repair,
  type RepairClass,
  type RepairKind,
  readAnswer,
  repairJson,
  validationFailed,
  type WholeAnswer,
} from '@vitrine/formats';
export {
  type AskModelOptions,
  askModel,
  DEFAULT_ATTEMPTS,
  type Model,
  type ModelAnswer,
  type ModelMessage,
} from './ask-model.ts';
