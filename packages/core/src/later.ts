// The part of internal.ts that only code needs which a page fetches later: fields, patterns, dates, addresses.

export {
  type FieldParameters,
  type FieldProblem,
  type FieldRule,
  fileKinds,
  fitsPattern,
  judgeEnteredValue,
  judgeFieldValue,
  rangeEnd,
} from './field-rule.ts';
export { fieldSentence, RULE_SENTENCES } from './field-sentences.ts';
export { EMAIL_SENTENCE, type FieldSentences, INPUT_SENTENCES } from './input-sentences.ts';
export { parseDate } from './parse-date.ts';
export { cachedPattern, compilePattern } from './pattern.ts';
export { checkLink, checkMedia, isSameOrigin, type MediaKind } from './url.ts';
export { optionValue, wantRule } from './want-rule.ts';
export { instantOf, offsetAt } from './zone.ts';
