// What a catalog's components and functions are called with: the parameters in the order of the catalog document. A catalog that
// was imported has its document; of a declared one the order of the declarations is that of the document it publishes.

import {
  any,
  type Catalog,
  type ComponentDeclaration,
  defined,
  type FunctionDeclaration,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Prop,
  plainNumber,
} from '@vitrine/core/internal';

export interface Signature {
  readonly name: string;
  readonly catalog: Catalog;
  /** In the order of positional arguments. */
  readonly order: readonly string[];
  readonly params: ReadonlyMap<string, Prop>;
  readonly required: readonly string[];
  /** The property that holds the checks of a component. */
  readonly checks?: string;
  readonly isOpen: boolean;
}

/** What every component may have besides its own properties; only the first is written without its name. */
const COMMON: readonly (readonly [string, Prop])[] = [
  ['weight', plainNumber()],
  ['accessibility', any()],
  ['metadata', any()],
];

const components = new WeakMap<ComponentDeclaration, Signature>();
const functions = new WeakMap<FunctionDeclaration, Signature>();

export function componentSignature(catalog: Catalog, name: string): Signature | undefined {
  const declaration = catalog.components.get(name);
  if (declaration === undefined) return undefined;
  let known = components.get(declaration);
  if (known?.catalog !== catalog) {
    known = readComponent(catalog, name, declaration);
    components.set(declaration, known);
  }
  return known;
}

function readComponent(catalog: Catalog, name: string, declaration: ComponentDeclaration): Signature {
  const params = new Map<string, Prop>([...COMMON, ...Object.entries(declaration.props)]);
  const checks = [...params].find(([, prop]) => prop.kind === 'checks')?.[0];
  const documented = documentOrder(catalog.source, name)?.filter((one) => params.has(one));
  const order = documented ?? declaredOrder(Object.keys(declaration.props), checks);
  return {
    ...base(catalog, name, params, declaration.props),
    order,
    isOpen: declaration.open === true,
    ...checksOf(checks),
  };
}

function checksOf(checks: string | undefined): { readonly checks?: string } {
  return defined({ checks });
}

function declaredOrder(names: readonly string[], checks: string | undefined): readonly string[] {
  return [...names.filter((one) => one !== checks), 'weight', ...(checks === undefined ? [] : [checks])];
}

function base(
  catalog: Catalog,
  name: string,
  params: ReadonlyMap<string, Prop>,
  props: { readonly [name: string]: Prop },
) {
  const required = Object.entries(props).flatMap(([one, prop]) => (prop.required ? [one] : []));
  return { name, catalog, params, required };
}

export function functionSignature(catalog: Catalog, name: string): Signature | undefined {
  const declaration = catalog.functions.get(name);
  if (declaration === undefined) return undefined;
  let known = functions.get(declaration);
  if (known?.catalog !== catalog) {
    const params = new Map(Object.entries(declaration.args));
    const { openArgs = false } = declaration;
    known = { ...base(catalog, name, params, declaration.args), order: [...params.keys()], isOpen: openArgs };
    functions.set(declaration, known);
  }
  return known;
}

/** Own properties in the order of the document, then those of what it refers to, then inherited checks. */
function documentOrder(source: JsonObject | undefined, name: string): readonly string[] | undefined {
  const listed = isObject(source?.components) ? own(source.components, name) : undefined;
  if (source === undefined || !isObject(listed)) return undefined;
  const order = { own: new Set<string>(), inherited: new Set<string>(), checks: new Set<string>() };
  collect(listed, source, order, 'own', 0);
  for (const [, names] of Object.entries(order)) for (const one of ['id', 'component']) names.delete(one);
  return [...new Set([...order.own, ...order.inherited, ...order.checks])];
}

type ArgumentOrder = { readonly [part in 'own' | 'inherited' | 'checks']: Set<string> };
const MAX_REFERENCES = 8;

function collect(
  schema: Json,
  source: JsonObject,
  order: ArgumentOrder,
  part: 'own' | 'inherited',
  depth: number,
): void {
  if (!isObject(schema) || depth > MAX_REFERENCES) return;
  if (isObject(schema.properties)) for (const name of Object.keys(schema.properties)) order[part].add(name);
  for (const one of isArray(schema.allOf) ? schema.allOf : []) collect(one, source, order, part, depth + 1);
  if (typeof schema.$ref !== 'string') return;
  if (schema.$ref.endsWith('/Checkable')) order.checks.add('checks');
  const local = /^#\/([^/]+)\/([^/]+)$/.exec(schema.$ref);
  const holder = local === null ? undefined : own(source, local[1] as string);
  if (isObject(holder)) collect(own(holder, local?.[2] as string) ?? null, source, order, 'inherited', depth + 1);
}

/** Whether a path may stand in the place of the value, here or in what it holds. */
export function admitsBinding(prop: Prop): boolean {
  switch (prop.kind) {
    case 'value':
    case 'any':
      return true;
    case 'list':
      return prop.dynamic === true;
    case 'any-of':
      return prop.of.some(admitsBinding);
    default:
      return 'dynamic' in prop && prop.dynamic;
  }
}
