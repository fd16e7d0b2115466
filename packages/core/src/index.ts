// What @vitrine/core offers to authors of catalogs, pages and agents. Catalogs have export paths of their own, a face's author imports
// `@vitrine/core/port`; what only the packages of Vitrine need stands in internal.ts.

import './catalogs/functions-at-once.ts';

export {
  type A2uiVersion,
  action,
  any,
  anyOf,
  type Bound,
  bool,
  boundList,
  boundOneOf,
  type Catalog,
  type ChildId,
  type ComponentDeclaration,
  checks,
  child,
  children,
  type DefinedCatalog,
  defineCatalog,
  defineComponent,
  defineFunction,
  type Fallback,
  type FallbackContext,
  type FunctionDeclaration,
  list,
  map,
  number,
  object,
  oneOf,
  type Prop,
  plainBool,
  plainNumber,
  plainText,
  plainTextList,
  required,
  text,
  textList,
  value,
} from './catalog.ts';
export { type CatalogDescriptions, describeCatalog } from './descriptions.ts';
export type {
  Action,
  CheckRule,
  Dynamic,
  Entry,
  NewEntry,
  Op,
  PathBinding,
  Seq,
  Template,
  Time,
  Trust,
  ViewerEvent,
} from './entry.ts';
export type { Component, Want } from './entry-fields.ts';
export { extendCatalog } from './extend-catalog.ts';
export { Fold, type FoldOptions } from './fold.ts';
export type { Issue, Outcome } from './issue.ts';
export type { IssueCode } from './issue-codes.ts';
export type { Json, JsonObject } from './json.ts';
export { DEFAULT_LIMITS, LIMIT_PROFILES, type Limits } from './limits.ts';
export { drawText } from './picture.ts';
export { batch, watch } from './reactive.ts';
export { Catalogs } from './registry.ts';
export { Replica, type ReplicaOptions, type View } from './replica.ts';
export type { Surface } from './surface.ts';
export { Tree } from './tree.ts';
export type { NodeValue, TreeNode } from './tree-node.ts';
export { DEFAULT_URL_POLICY, type UrlPolicy } from './url.ts';
export { isPending, toBool, toNumber, toText, toTextList, type Value } from './value.ts';
