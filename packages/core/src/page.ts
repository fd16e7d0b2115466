// The part of internal.ts that a page loads at once. A bundler gives all that a module re-exports to everybody who imports
// it, code of chunks that are fetched later included: so what only judging, lowering or rare widgets need is not here.

export type { Dispatched } from './action.ts';
export type { RemoteCall } from './binding.ts';
export type { Catalog, ComponentDeclaration, FunctionEffect, Prop, Props, ValidationResult } from './catalog.ts';
export { type FunctionCode, functionCode } from './catalogs/function-code.ts';
export {
  type ActionEvent,
  type AskOp,
  type CallOp,
  type CheckRule,
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
export { Findings } from './findings.ts';
export { isIdentifier } from './ids.ts';
export type { FieldSentences } from './input-sentences.ts';
export { INPUT_SENTENCES } from './input-sentences.ts';
export { inspect, textProblem } from './inspect.ts';
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
  own,
} from './json.ts';
export { jsonStringEnd } from './json-pieces.ts';
export type { LateCode } from './late-code.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { MCP_APP, namedApp } from './named-app.ts';
export type { PageFold } from './page-fold.ts';
export {
  HOST_JSON_BOUNDS,
  itemRanges,
  maxMessageDepth,
  messageBounds,
  parseJson,
  parseJsonSteps,
} from './parse-json.ts';
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
export { batch, Source, untracked, Watcher, watch } from './reactive.ts';
export { Catalogs } from './registry.ts';
export { type FoldSnapshot, Replica, type View } from './replica.ts';
export { type Steps, takeAll } from './steps.ts';
export { Surface } from './surface.ts';
export type { TalkLine } from './talk.ts';
export { openTelemetryTracer, type Tracer } from './trace.ts';
export { Tree } from './tree.ts';
export { type NodeValue, Place, TreeNode } from './tree-node.ts';
export { lowerTrust, marked, mayApprove, mayCarryOut, type TrustMarked } from './trust.ts';
export { DEFAULT_URL_POLICY, type UrlPolicy } from './url-policy.ts';
export { firstFailure } from './validation.ts';
export { isPending, Pending, toBool, toNumber, toText, toTextList, type Value } from './value.ts';
