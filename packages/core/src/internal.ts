// Everything that the packages of Vitrine need of the engine, what index.ts offers to everybody included. No promise to others:
// names here change with the code.

export { type Dispatched, dispatchAction, readAction } from './action.ts';
export { answerProblem } from './answer-problem.ts';
export {
  type Bindable,
  type Environment,
  evaluate,
  evaluateTogether,
  isAgentFunction,
  isCallBinding,
  isPathBinding,
  type RemoteCall,
  Scope,
  unwrapLiteral,
} from './binding.ts';
export * from './catalog.ts';
export { ComponentBuilder } from './component-builder.ts';
export { ComponentFallback } from './component-fallback.ts';
export { DataModel } from './data-model.ts';
export { degradedComponent } from './degraded-component.ts';
export { SurfaceDerivation } from './derived-surface.ts';
export { type CatalogDescriptions, describeCatalog, type EntityDescription } from './descriptions.ts';
export * from './entry.ts';
export { ENTRY_FIELDS, type EntryField, type EntryFields, EVENT_FIELDS, OP_FIELDS } from './entry-fields.ts';
export { type BudgetMark, EvaluationBudget, STEP_COSTS, SurfaceBudgets, surfaceBudget } from './evaluation-budget.ts';
export { type ExpressionPart, parseExpression } from './expression.ts';
export { type ExtensionOptions, extendCatalog, isCatalog } from './extend-catalog.ts';
export {
  type FieldCode,
  type FieldParameters,
  type FieldProblem,
  type FieldRule,
  fileKinds,
  fitsPattern,
  judgeEnteredValue,
  judgeFieldValue,
  rangeEnd,
} from './field-rule.ts';
export {
  EMAIL_SENTENCE,
  englishSentence,
  type FieldSentences,
  fieldSentence,
  INPUT_SENTENCES,
  RULE_SENTENCES,
} from './field-sentences.ts';
export { Findings } from './findings.ts';
export { Fold, type FoldOptions } from './fold.ts';
export { guardedCatalog, type HookFailed } from './guarded-catalog.ts';
export { askSurfaceId, isIdentifier, standsFor, taskSurfaceId } from './ids.ts';
export { type BoundInput, boundInputs, judgeInput } from './input-value.ts';
export { type Budget, inspect, keyProblem, textProblem } from './inspect.ts';
export {
  accepted,
  type Fault,
  type Issue,
  issue,
  type Outcome,
  type PartIssue,
  quote,
  refused,
  type Severity,
} from './issue.ts';
export { ISSUE_CODES, type IssueCode } from './issue-codes.ts';
export { capIssues, IssueList } from './issue-list.ts';
export {
  copyJson,
  defined,
  describeType,
  isArray,
  isObject,
  type Json,
  type JsonArray,
  type JsonObject,
  jsonEqual,
  own,
  setMember,
} from './json.ts';
export { JSON_CHARS, jsonStringEnd } from './json-pieces.ts';
export { JSON_STEPS, type JsonSteps, jsonTextSteps } from './json-text.ts';
export { isHeavy, weigh } from './json-weight.ts';
export type { JudgedAhead } from './judge-ahead.ts';
export { KeyQueue, type KeyQueueOptions, type QueuedTurn } from './key-queue.ts';
export { DEFAULT_LIMITS, LIMIT_PROFILES, type LimitProfile, type Limits } from './limits.ts';
export { usableLocale } from './locale.ts';
export { bringsHtml, MCP_APP, type NamedApp, namedApp } from './named-app.ts';
export { nearestName, suggestion } from './nearest-name.ts';
export { type ParsedDate, parseDate } from './parse-date.ts';
export {
  HOST_JSON_BOUNDS,
  itemRanges,
  JSON_BOUNDS,
  type JsonBounds,
  jsonProblem,
  MESSAGE_CHARS_PER_VALUE,
  maxMessageDepth,
  messageBounds,
  type ParsedJson,
  parseJson,
  parseJsonSteps,
} from './parse-json.ts';
export { cachedPattern, compilePattern, matchPattern, type Pattern } from './pattern.ts';
export { drawText, type PictureOptions } from './picture.ts';
export { stripControlChars } from './picture-text.ts';
export {
  escapeSegment,
  formatPointer,
  getAt,
  isReserved,
  isSegments,
  isWithin,
  listIndex,
  parsePointer,
  readPointer,
  resolvePointer,
  type Segments,
} from './pointer.ts';
export type * from './port.ts';
export { batch, Source, untracked, Watcher, watch } from './reactive.ts';
export {
  createRedactor,
  NO_SECRETS,
  type Redaction,
  type Redactor,
  type Secret,
  type StreamRedactor,
} from './redaction.ts';
export { bearsChild } from './references.ts';
export { Catalogs } from './registry.ts';
export {
  type CallAnswer,
  type CallErrorCode,
  type HandleCallOptions,
  type HandledCall,
  handleCall,
} from './remote-call.ts';
export { type FoldSnapshot, type JudgedEntry, Replica, type ReplicaOptions, type View } from './replica.ts';
export { oneStep, type Steps, takeAll } from './steps.ts';
export { Surface, type SurfaceSnapshot } from './surface.ts';
export type { TalkLine } from './talk.ts';
export { surfaceSize } from './topology.ts';
export {
  isSampled,
  type OpenTelemetryApi,
  openTelemetryTracer,
  readTraceparent,
  type TraceAttributes,
  type TraceOptions,
  type Tracer,
  type TraceSpan,
  traced,
} from './trace.ts';
export { Tree, type TreeView } from './tree.ts';
export { type NodeState, type NodeValue, Place, TreeNode } from './tree-node.ts';
export { boundedView, walkTree } from './tree-walk.ts';
export { INERT_EVENT, isActing, lowerTrust, marked, mayApprove, mayCarryOut, type TrustMarked } from './trust.ts';
export { unshown } from './unshown.ts';
export { checkLink, checkMedia, DEFAULT_URL_POLICY, isSameOrigin, type MediaKind, type UrlPolicy } from './url.ts';
export { evaluateChecks, firstFailure } from './validation.ts';
export { isPending, numberIn, Pending, toBool, toNumber, toText, toTextList, type Value } from './value.ts';
export { optionValue, wantRule } from './want-rule.ts';
export { instantOf, offsetAt } from './zone.ts';
