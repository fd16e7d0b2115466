// The part of internal.ts that a page loads at once. A bundler gives all that a module re-exports to everybody who imports
// it, code of chunks that are fetched later included: so what only judging, lowering or rare widgets need is not here.

export type { Dispatched } from './action.ts';
export type { RemoteCall } from './binding.ts';
export type { Catalog, ComponentDeclaration, FunctionEffect, Prop, ValidationResult } from './catalog.ts';
export {
  type ActionEvent,
  type AskOp,
  type CallOp,
  type EffectOp,
  type Entry,
  type EventOf,
  isOp,
  mayDecline,
  type NewEntry,
  type Op,
  type OpenOp,
  type ReturnOp,
  type Seq,
  type SurfaceId,
  type TaskOp,
  type Time,
  type Trust,
  type ViewerEvent,
} from './entry.ts';
export type { Component, Want } from './entry-fields.ts';
export {
  type FieldParameters,
  type FieldProblem,
  type FieldRule,
  fileKinds,
  fitsPattern,
  judgeEnteredValue,
} from './field-rule.ts';
export {
  EMAIL_SENTENCE,
  type FieldSentences,
  fieldSentence,
  INPUT_SENTENCES,
  RULE_SENTENCES,
} from './field-sentences.ts';
export { Findings } from './findings.ts';
export type { Fold } from './fold.ts';
export { isIdentifier } from './ids.ts';
export { inspect } from './inspect.ts';
export { type Issue, issue, type Outcome, type PartIssue, quote } from './issue.ts';
export type { IssueCode } from './issue-codes.ts';
export {
  defined,
  describeType,
  isArray,
  isObject,
  type Json,
  type JsonArray,
  type JsonObject,
  jsonEqual,
} from './json.ts';
export type { Limits } from './limits.ts';
export { parseDate } from './parse-date.ts';
export {
  HOST_JSON_BOUNDS,
  itemRanges,
  maxMessageDepth,
  messageBounds,
  parseJson,
  parseJsonSteps,
} from './parse-json.ts';
export { cachedPattern, compilePattern } from './pattern.ts';
export { stripControlChars } from './picture-text.ts';
export {
  escapeSegment,
  formatPointer,
  isReserved,
  isSegments,
  parsePointer,
  readPointer,
  type Segments,
} from './pointer.ts';
export { batch, Source, untracked, Watcher } from './reactive.ts';
export { Catalogs } from './registry.ts';
export { Replica, type View } from './replica.ts';
export { type Steps, takeAll } from './steps.ts';
export { Surface } from './surface.ts';
export { Tree } from './tree.ts';
export { type NodeValue, Place, TreeNode } from './tree-node.ts';
export { lowerTrust, marked, mayApprove, mayCarryOut, type TrustMarked } from './trust.ts';
export { checkLink, checkMedia, DEFAULT_URL_POLICY, isSameOrigin, type MediaKind, type UrlPolicy } from './url.ts';
export { firstFailure } from './validation.ts';
export { Pending, toBool, toNumber, toText, toTextList, type Value } from './value.ts';
export { optionValue, wantRule } from './want-rule.ts';
export { instantOf, offsetAt } from './zone.ts';
