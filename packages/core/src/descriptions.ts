// The shape of a catalog's prose, and where it comes from. An author's own stands beside the declarations, or in an A2UI
// catalog.json; that of our catalogs in modules that browsers never load.

import type { Catalog, Prop, Props } from './catalog.ts';
import { defined, isArray, isObject, type Json, type JsonObject, own } from './json.ts';

/** Keys of nested properties are paths: the title of a tab is `tabs.title`. */
export interface EntityDescription {
  readonly summary?: string;
  readonly props?: { readonly [path: string]: string };
}

/** Whoever describes a catalog says as much of it as they like: all of it may be left out. */
export interface CatalogDescriptions {
  readonly title?: string;
  readonly summary?: string;
  readonly components?: { readonly [name: string]: EntityDescription };
  readonly functions?: { readonly [name: string]: EntityDescription };
  readonly theme?: { readonly [path: string]: string };
}

/** The prose of one property, by its path below the component, function or theme. */
export type Describe = (path: string) => string | undefined;

export function describeFrom(texts: { readonly [path: string]: string } | undefined): Describe {
  // Read from a file, a part that says nothing may be null.
  return (path) => own(texts ?? {}, path) ?? undefined;
}

/** What is said beside the declarations of a catalog. `base`: the prose of the catalog that it extends. */
export function describeCatalog(catalog: Catalog, base: CatalogDescriptions = {}): CatalogDescriptions {
  const { title, description: summary, components, functions, theme, source = {} } = catalog;
  const themed = theme?.kind === 'object' ? describeProps(theme.props) : {};
  return {
    ...base,
    ...defined({ title: title ?? textIn(source.title), summary: summary ?? textIn(source.description) }),
    components: describeAll(components, ({ props }) => props, source.components, base.components),
    functions: describeAll(functions, ({ args }) => args, source.functions, base.functions),
    theme: { ...base.theme, ...themed },
  };
}

type Declared = { readonly description?: string };
type Described = NonNullable<CatalogDescriptions['components']>;

function describeAll<D extends Declared>(
  declarations: ReadonlyMap<string, D>,
  propsOf: (declaration: D) => Props,
  source: Json | undefined,
  base?: Described,
): Described {
  const described = [...declarations].map(([name, declaration]) => {
    const written = isObject(source) ? describeSchema(own(source, name)) : {};
    const before = own(base ?? {}, name);
    const summary = declaration.description ?? written.summary ?? before?.summary;
    const props = { ...before?.props, ...written.props, ...describeProps(propsOf(declaration)) };
    return [name, { ...defined({ summary }), props }] as const;
  });
  return Object.fromEntries(described);
}

function describeProps(props: Props, prefix = ''): { [path: string]: string } {
  return Object.assign(
    {},
    ...Object.entries(props).flatMap(([name, prop]) => [
      defined({ [prefix + name]: prop.description }),
      ...propsIn(prop).map((inner) => describeProps(inner, `${prefix}${name}.`)),
    ]),
  );
}

function propsIn(prop: Prop): readonly Props[] {
  if (prop.kind === 'object') return [prop.props];
  if (prop.kind === 'list' || prop.kind === 'map') return propsIn(prop.item);
  return prop.kind === 'any-of' ? prop.of.flatMap(propsIn) : [];
}

/** What the schema of a component says of it and of its properties, in whichever of its parts. */
function describeSchema(schema: Json | undefined): EntityDescription {
  if (!isObject(schema)) return {};
  const parts = [schema, ...(isArray(schema.allOf) ? schema.allOf.filter(isObject) : [])];
  const props: JsonObject = Object.assign({}, ...parts.map(({ properties }) => properties ?? {}));
  const texts = Object.entries(props).flatMap(([name, prop]) => {
    const text = isObject(prop) ? textIn(prop.description) : undefined;
    return text === undefined ? [] : [[name, text] as const];
  });
  const summary = parts.map(({ description }) => textIn(description)).find((text) => text !== undefined);
  return { ...defined({ summary }), props: Object.fromEntries(texts) };
}

function textIn(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
