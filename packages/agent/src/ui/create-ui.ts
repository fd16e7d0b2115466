// Builders for every component of a catalog, with the types that the catalog declares: a property that does not exist, is
// missing or has the wrong type does not compile. What only shows at run time is found when a surface is made of them.

import type {
  CallBinding,
  Catalog,
  ComponentDeclaration,
  DefinedCatalog,
  Dynamic,
  FunctionDeclaration,
  IsChildId,
  Json,
  PropsOf,
  Template,
} from '@vitrine/core/internal';
import { uiError } from '../errors.ts';
import { type Common, type Each, UiNode } from './node.ts';

type ComponentTable = { readonly [name: string]: ComponentDeclaration };
type FunctionTable = { readonly [name: string]: FunctionDeclaration };

/** What an author writes where the wire has `T`: nodes in place of ids, bindings where free JSON stands. */
export type Authored<T> = [Json] extends [T] ? Dynamic : AuthoredPart<T>;
type AuthoredPart<T> = T extends unknown
  ? IsChildId<T> extends true
    ? T | UiNode
    : T extends Template
      ? T | Each
      : T extends readonly (infer Item)[]
        ? readonly Authored<Item>[]
        : T extends object
          ? { readonly [K in keyof T]: Authored<T[K]> }
          : T
  : never;

/** The properties of one component, as builders take them. */
export type NodeProps<D extends { readonly declared: ComponentTable }, N extends keyof D['declared']> = Authored<
  PropsOf<D['declared'][N]['props']>
>;

/** Arguments that may be left out altogether where nothing among them is required. */
type BuilderArguments<P, Rest extends readonly unknown[]> =
  Partial<P> extends P ? [props?: P, ...Rest] : [props: P, ...Rest];

export type UiBuilders<C extends ComponentTable> = {
  readonly [N in keyof C & string]: (
    ...args: BuilderArguments<Authored<PropsOf<C[N]['props']>>, [common?: Common]>
  ) => UiNode;
};

export type FunctionCalls<F extends FunctionTable> = {
  readonly [N in keyof F & string]: (...args: BuilderArguments<Authored<PropsOf<F[N]['args']>>, []>) => CallBinding;
};

/** `ui.Text({ text: 'Hello' })`, for every component of the catalog. */
export function createUi<const C extends ComponentTable>(catalog: DefinedCatalog<C>): UiBuilders<C> {
  const builders = [...catalog.components.keys()].map(
    (type) => [type, (props: object = {}, common: Common = {}) => new UiNode(catalog, type, props, common)] as const,
  );
  return Object.fromEntries(builders) as unknown as UiBuilders<C>;
}

/** `fn.required({ value: bind('/name') })`, for every function of the catalog. */
export function createFunctions<const C extends ComponentTable, const F extends FunctionTable>(
  catalog: DefinedCatalog<C, F>,
): FunctionCalls<F> {
  const builders = [...catalog.functions.keys()].map(
    (call) =>
      [
        call,
        (args?: { readonly [name: string]: Dynamic }) => (args === undefined ? { call } : { call, args }),
      ] as const,
  );
  return Object.fromEntries(builders) as unknown as FunctionCalls<F>;
}

/** One component of a catalog without types, such as one that was read from a `catalog.json`. */
export function createNode(catalog: Catalog, type: string, props: object = {}, common: Common = {}): UiNode {
  if (!catalog.components.has(type))
    throw uiError('VITRINE_COMPONENT_UNKNOWN', `The catalog ${catalog.id} has no component ${JSON.stringify(type)}.`);
  return new UiNode(catalog, type, props, common);
}
