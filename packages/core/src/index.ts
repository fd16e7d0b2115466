// What @vitrine/core offers to authors of catalogs, pages and agents. Catalogs have export paths of their own, a face's author imports
// `@vitrine/core/port`; what only the packages of Vitrine need stands in internal.ts.

export {
  action,
  any,
  anyOf,
  bool,
  boundList,
  boundOneOf,
  type Catalog,
  checks,
  child,
  children,
  defineCatalog,
  defineComponent,
  defineFunction,
  extendCatalog,
  list,
  map,
  number,
  object,
  oneOf,
  plainBool,
  plainNumber,
  plainText,
  plainTextList,
  required,
  text,
  textList,
  value,
} from './catalog.ts';
export type { CatalogDescriptions } from './descriptions.ts';
export type { Entry, NewEntry, Op, Seq, Time, Trust, ViewerEvent } from './entry.ts';
export type { Component, Want } from './entry-fields.ts';
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
