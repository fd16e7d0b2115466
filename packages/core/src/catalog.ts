// Catalogs by declaration. A property's meaning is declared here once; the check at the door (check.ts), the JSON
// Schema (schema.ts), the TypeScript types and the reference text are all derived from it.

import type {
  Action,
  ActionEvent,
  Binding,
  CatalogId,
  CheckRule,
  Component,
  ComponentId,
  Dynamic,
  PathBinding,
  Template,
  ViewerEvent,
} from './entry.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import type { Outcome } from './issue.ts';
import { defined, type Json, type JsonObject } from './json.ts';
import type { LateCode } from './late-code.ts';
import type { Limits } from './limits.ts';
import type { Segments } from './pointer.ts';
import type { UrlPolicy } from './url.ts';

export type Bound<T> = T | Binding;
/** `template` = text with ${...} in it, `pattern` = a regular expression. */
export type TextFormat = 'url' | 'date' | 'svg-path' | 'template' | 'pattern';

/** What a property holds. `dynamic` = a binding may stand in its place. */
export type Shape =
  | {
      readonly kind: 'text';
      readonly dynamic: boolean;
      readonly format?: TextFormat;
      readonly pattern?: string;
      readonly minLength?: number;
    }
  | {
      readonly kind: 'number';
      readonly dynamic: boolean;
      readonly integer?: boolean;
      readonly min?: number;
      readonly max?: number;
    }
  | { readonly kind: 'bool'; readonly dynamic: boolean }
  | { readonly kind: 'text-list'; readonly dynamic: boolean }
  /** A literal of any type, a path or a call. `objects`: plain objects are literals too; `bound`: no literal at all. */
  | { readonly kind: 'value'; readonly objects: boolean; readonly bound?: true }
  /** Free JSON; bindings inside it are evaluated where they stand. */
  | { readonly kind: 'any' }
  | {
      readonly kind: 'one-of';
      readonly options: readonly (string | number | boolean | null)[];
      readonly dynamic: boolean;
    }
  | { readonly kind: 'child' }
  /** A list of ids, or a template where there may be one. */
  | { readonly kind: 'children'; readonly templates?: false }
  | { readonly kind: 'action' }
  | { readonly kind: 'checks' }
  | {
      readonly kind: 'list';
      readonly item: Prop;
      readonly dynamic?: true;
      readonly min?: number;
      readonly max?: number;
    }
  | { readonly kind: 'object'; readonly props: Props; readonly open: boolean }
  | { readonly kind: 'map'; readonly item: Prop }
  | { readonly kind: 'any-of'; readonly of: readonly Prop[] };

export type Prop<T = unknown, Required extends boolean = boolean> = Shape & {
  readonly required: Required;
  readonly default?: Json;
  /** A widget writes what the person enters to the bound path. */
  readonly writable?: boolean;
  /** `false`: a path may stand in its place, but no call. */
  readonly calls?: false;
  /** A URL that the page itself requests: the URL policy decides whether it may. */
  readonly media?: boolean;
  /** What it is for, in a sentence: for references, schemas and prompts (descriptions.ts). */
  readonly description?: string;
  /** Carries the author's type for inference; never holds a value. */
  readonly type?: T;
};
export type Props = { readonly [name: string]: Prop };

type Described = { readonly description?: string };
type Options = Described & {
  readonly default?: Json;
  readonly writable?: boolean;
  readonly calls?: false;
  readonly media?: boolean;
};

function declare<T>(shape: Shape, options: Options = {}): Prop<T, false> {
  return { ...shape, required: false, ...options } as Prop<T, false>;
}

export function required<T>(prop: Prop<T>): Prop<T, true> {
  return { ...prop, required: true } as Prop<T, true>;
}

type TextOptions = Options & { readonly format?: TextFormat; readonly pattern?: string; readonly minLength?: number };
export function text(options: TextOptions = {}): Prop<Bound<string>, false> {
  return declare({ kind: 'text', dynamic: true }, options);
}
/** Text that may not be bound. */
export function plainText(options: TextOptions = {}): Prop<string, false> {
  return declare({ kind: 'text', dynamic: false }, options);
}
type NumberOptions = Options & { readonly integer?: boolean; readonly min?: number; readonly max?: number };
export function number(options: NumberOptions = {}): Prop<Bound<number>, false> {
  return declare({ kind: 'number', dynamic: true }, options);
}
export function plainNumber(options: NumberOptions = {}): Prop<number, false> {
  return declare({ kind: 'number', dynamic: false }, options);
}
export function bool(options: Options = {}): Prop<Bound<boolean>, false> {
  return declare({ kind: 'bool', dynamic: true }, options);
}
export function plainBool(options: Options = {}): Prop<boolean, false> {
  return declare({ kind: 'bool', dynamic: false }, options);
}
export function textList(options: Options = {}): Prop<Bound<readonly string[]>, false> {
  return declare({ kind: 'text-list', dynamic: true }, options);
}
/** A list of texts that may not be bound as a whole. */
export function plainTextList(options: Options = {}): Prop<readonly string[], false> {
  return declare({ kind: 'text-list', dynamic: false }, options);
}
export function value(
  options: Options & { readonly objects?: boolean; readonly bound?: true } = {},
): Prop<Dynamic, false> {
  const { objects = false, bound, ...rest } = options;
  return declare({ kind: 'value', objects, ...defined({ bound }) }, rest);
}
export function any(options: Options = {}): Prop<Json, false> {
  return declare({ kind: 'any' }, options);
}
export function oneOf<const O extends string | number | boolean | null>(
  options: readonly O[],
  more: Options = {},
): Prop<O, false> {
  return declare({ kind: 'one-of', options, dynamic: false }, more);
}
/** One of the names, or a binding that gives one of them. */
export function boundOneOf<const O extends string>(options: readonly O[], more: Options = {}): Prop<Bound<O>, false> {
  return declare({ kind: 'one-of', options, dynamic: true }, more);
}
/** Tells the id of a child from every other text in the types; nothing has it as a value. */
declare const CHILD: unique symbol;
export type ChildId = ComponentId & { readonly [CHILD]?: true };
export type IsChildId<T> = typeof CHILD extends keyof T ? true : false;
export function child(options: Described = {}): Prop<ChildId, false> {
  return declare({ kind: 'child' }, options);
}
type ChildrenOptions = Described & { readonly templates?: false };
export function children(options: ChildrenOptions = {}): Prop<readonly ChildId[] | Template, false> {
  return declare({ kind: 'children' }, options);
}
export function action(options: Described = {}): Prop<Action, false> {
  return declare({ kind: 'action' }, options);
}
export function checks(options: Described = {}): Prop<readonly CheckRule[], false> {
  return declare({ kind: 'checks' }, options);
}
type ListOptions = Options & { readonly min?: number; readonly max?: number };
export function list<T>(item: Prop<T>, options: ListOptions = {}): Prop<readonly T[], false> {
  return declare({ kind: 'list', item }, options);
}
/** A list, or a path to one; no call gives it. */
export function boundList<T>(item: Prop<T>, options: ListOptions = {}): Prop<readonly T[] | PathBinding, false> {
  return declare({ kind: 'list', item, dynamic: true }, { calls: false, ...options });
}
export function object<P extends Props>(
  props: P,
  options: Options & { readonly open?: boolean } = {},
): Prop<PropsOf<P>, false> {
  const { open = false, ...rest } = options;
  return declare({ kind: 'object', props, open }, rest);
}
export function map<T>(item: Prop<T>, options: Described = {}): Prop<{ readonly [key: string]: T }, false> {
  return declare({ kind: 'map', item }, options);
}
export function anyOf<const P extends readonly Prop[]>(of: P, options: Described = {}): Prop<TypeOf<P[number]>, false> {
  return declare({ kind: 'any-of', of }, options);
}

export type TypeOf<P> = P extends Prop<infer T> ? T : never;
type RequiredNames<P extends Props> = { [K in keyof P]: P[K] extends Prop<unknown, true> ? K : never }[keyof P];
/** What an author writes for a set of declared properties. */
export type PropsOf<P extends Props> = { readonly [K in RequiredNames<P>]: TypeOf<P[K]> } & {
  readonly [K in Exclude<keyof P, RequiredNames<P>>]?: TypeOf<P[K]>;
};

/** A property that has this value. */
export interface PropIs {
  readonly prop: string;
  readonly is: Json;
}

/** What an input takes besides what the type of its writable property says, in names of its other properties. */
export type Takes =
  | { readonly kind: 'text'; readonly numberWhen?: PropIs; readonly dateWhen?: PropIs }
  | { readonly kind: 'choice'; readonly options: string; readonly most?: string; readonly singleWhen?: PropIs }
  | { readonly kind: 'range'; readonly min: string; readonly max: string }
  | {
      readonly kind: 'date';
      readonly date: string;
      readonly time: string;
      readonly min?: string;
      readonly max?: string;
    };

/** What a hook of a declaration may ask of a component where it stands; a TreeNode is one. */
export interface ComponentNode {
  readonly component: Component | undefined;
  readonly place: { readonly parent: ComponentNode | undefined };
  /** A property evaluated as it is declared. */
  get(name: string): unknown;
  /** The data path that a property is bound to. */
  boundPath(name: string): Segments | undefined;
}

/** A place where a component writes what a person enters. */
export interface ComponentInput {
  /** The only path that it writes. */
  readonly path: Segments;
  readonly secret: boolean;
  /** The value is a record of a file, which the host knows. */
  readonly file?: boolean;
  /** Why the value may not be entered; undefined when it may. What only a submit asks for is left to `validate`. */
  judge(value: Json, cost: Pick<FunctionScope, 'limits' | 'budget'>): string | undefined;
}

/** Where the relative paths of an action start that stands in the data of a component. */
export interface ActionPlace {
  readonly segments: Segments;
  readonly index: number;
}

/** What keeps an action from being sent: the value at this path of the data. */
export interface SubmitProblem {
  readonly path: Segments;
  /** Where in the context of the action the value stands. */
  readonly at: Segments;
  readonly message: string;
}

/** A component in components of the basic catalog of A2UI 0.9. */
export interface Fallback {
  /** One bears the id of the component; the others have those that the context gives. */
  readonly components: readonly Component[];
  /** What these have no words for. */
  readonly losses: readonly string[];
}

export interface FallbackContext {
  /** What a property gives now, at the root of the data. */
  read(value: Json): Json | undefined;
  /** The id of a part of the component. */
  partId(name: string): ComponentId;
  /** Whether bindings may stand in the place of values: of an untrusted surface every text has to be looked at. */
  readonly isLive: boolean;
  /** Whether a text may be put together by formatString. */
  readonly hasFormat: boolean;
}

/** What a component means beyond its properties. Each hook is pure and never throws, whatever the data are. */
export interface ComponentHooks {
  /** Absent: each writable property that is bound is an input, judged by its type and by `takes`. */
  readonly inputs?: (node: ComponentNode) => readonly ComponentInput[];
  /** Every action of the component may be sent from each of these places. Absent: from where the component stands. */
  readonly actions?: (node: ComponentNode) => readonly ActionPlace[];
  /**
   * What an action of the component waits for besides its checks. `scope` has the data as they would be sent. Undefined: nothing
   * yet; whoever has much to look at gives others a turn by it.
   */
  readonly validate?: (node: ComponentNode, scope: FunctionScope) => Iterable<SubmitProblem | undefined>;
  /**
   * For whoever does not know the component. Its actions are sent by parts of it, with their own names and contexts.
   * Undefined: nothing stands for it but its words and children.
   */
  readonly fallback?: (component: Component, context: FallbackContext) => Fallback | undefined;
}

export interface ComponentDeclaration<P extends Props = Props> extends ComponentHooks {
  readonly props: P;
  /** What it shows and when to use it. */
  readonly description?: string;
  /** Properties of one that looks as it is meant: galleries show it, and the check of a catalog tries it. */
  readonly example?: JsonObject;
  /** Unknown properties are kept and are no issue. */
  readonly open?: boolean;
  readonly allowedParents?: readonly string[];
  readonly allowedChildren?: readonly string[];
  /** What is entered into it is a secret when this property has this value. */
  readonly secretWhen?: PropIs;
  /** For inputs: which values may be entered. */
  readonly takes?: Takes;
}

export type Returns = 'boolean' | 'string' | 'number' | 'array' | 'object' | 'any' | 'void' | 'validation';

export interface ValidationResult {
  readonly valid: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly severity?: 'error' | 'warning' | 'info';
}

/** What a function may use besides its arguments. */
export interface FunctionScope {
  readonly locale: string;
  readonly zone: string;
  readonly limits: Limits;
  /** Which links may be opened; the default policy when absent. */
  readonly urls?: UrlPolicy;
  /** What this evaluation may still cost. Results and arguments are counted for the function; what it does inside is not. */
  readonly budget?: EvaluationBudget | undefined;
  /** A nested binding, evaluated where the call stands. */
  evaluate(binding: Dynamic): Json | undefined;
  /** True while a person's own gesture is being handled. */
  readonly gesture: boolean;
  /** Asks the page to act; nothing happens outside an action. */
  act(effect: FunctionEffect): void;
}

export type FunctionEffect = { readonly kind: 'open-url'; readonly url: string };

export interface FunctionDeclaration<A extends Props = Props> {
  readonly args: A;
  /** What it gives and when to use it. */
  readonly description?: string;
  readonly openArgs?: boolean;
  /** At least one of these arguments must be given. */
  readonly needsOneOf?: readonly string[];
  readonly returns: Returns;
  readonly callers?: 'renderer' | 'agent' | 'both';
  readonly gesture?: boolean;
  /** Of a validator: its own words for what fails, which stand before those of the rule. */
  readonly says?: string;
  /** Code that `run` cannot do without; until it is there a call gives a pending value. */
  readonly needs?: LateCode<object>;
  /** Absent: the function lives with the agent, and a call to it is remote. Arguments arrive evaluated. */
  readonly run?: (
    args: { readonly [name: string]: Json | undefined },
    scope: FunctionScope,
  ) => Outcome<Json | undefined>;
}

/** What a catalog may ask of a surface of its own; a Surface is one. */
export interface SurfaceReader {
  readonly id: string;
  readonly root: ComponentId;
  readonly place: JsonObject | undefined;
  readonly data: { get(path: string): Json | undefined };
  component(id: ComponentId): Component | undefined;
}

/** A surface in components of the basic catalog, over the data of the surface that it is derived from. */
export interface DerivedSurface {
  /** Its root is called "root". The value of a single choice is a text, and that of a number field a number. */
  readonly components: readonly Component[];
  /** What its actions refer to even where nothing is entered. */
  readonly data?: JsonObject;
  /** What of the surface basic components have no words for. */
  readonly losses: readonly string[];
}

/** What a catalog means beyond its components. Each hook is pure and never throws, whatever the surface holds. */
export interface CatalogHooks {
  /** For whoever does not know the catalog. Undefined: there is nothing that could be shown in other components. */
  readonly derive?: (surface: SurfaceReader) => DerivedSurface | undefined;
  /** What an action on the derived surface does to the surface itself. Undefined: the same. */
  readonly restore?: (event: ActionEvent, surface: SurfaceReader) => readonly ViewerEvent[] | undefined;
  /** A catalog that has all of this one under the same names: whoever knows that one can be told of it instead. */
  readonly partOf?: CatalogId;
}

/** The versions of A2UI that a catalog can be made for. */
export type A2uiVersion = '0.8' | '0.9' | '1.0';

export interface Catalog extends CatalogHooks {
  readonly id: string;
  readonly aliases: readonly string[];
  /** The catalog that this one has all of: what this one says nothing of is drawn and described as there. */
  readonly base?: Catalog;
  /** A name for people, and what the catalog is for. */
  readonly title?: string;
  readonly description?: string;
  /** Opaque label of the protocol the catalog is made for; absent: fits every surface. */
  readonly protocol?: string;
  readonly components: ReadonlyMap<string, ComponentDeclaration>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly theme?: Prop;
  /** Strings are never markup. */
  readonly plainText: boolean;
  readonly instructions?: string;
  /** The definition this catalog was imported from. */
  readonly source?: JsonObject;
}

export type Components = { readonly [name: string]: ComponentDeclaration };
export type Functions = { readonly [name: string]: FunctionDeclaration };

export interface CatalogDefinition<C extends Components, F extends Functions = Functions> extends CatalogHooks {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly title?: string;
  readonly description?: string;
  /** Absent: it fits surfaces of every version. */
  readonly protocol?: A2uiVersion;
  readonly components: C;
  readonly functions?: F;
  readonly theme?: Prop;
  readonly plainText?: boolean;
  readonly instructions?: string;
  readonly source?: JsonObject;
}

/** The TypeScript types of a catalog's components: `ComponentProps<typeof basic, 'Text'>`. */
export type DefinedCatalog<C extends Components, F extends Functions = Functions> = Catalog & {
  readonly declared: C;
  /** Carries the types of the functions; never holds a value. */
  readonly declaredFunctions?: F;
};
export type ComponentProps<D extends { readonly declared: Components }, N extends keyof D['declared']> = PropsOf<
  D['declared'][N]['props']
>;

export function defineComponent<P extends Props>(
  props: P,
  more: Omit<ComponentDeclaration<P>, 'props'> = {},
): ComponentDeclaration<P> {
  return { props, ...more };
}

export function defineFunction<A extends Props>(declaration: FunctionDeclaration<A>): FunctionDeclaration<A> {
  return declaration;
}

export function defineCatalog<const C extends Components, const F extends Functions = Record<never, never>>(
  definition: CatalogDefinition<C, F>,
): DefinedCatalog<C, F> {
  const { id, aliases = [], components, functions = {}, plainText = false, ...rest } = definition;
  return {
    ...rest,
    id,
    aliases,
    plainText,
    declared: components,
    components: new Map(Object.entries(components)),
    functions: new Map(Object.entries(functions)),
  };
}
