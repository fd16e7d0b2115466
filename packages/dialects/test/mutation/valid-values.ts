// Valid property values, made from the catalogs' declarations and written as a dialect writes them. What a dialect writes
// differently stands in its syntax; every component, function and kind of property of a catalog comes up.

import type { Catalog, FunctionDeclaration, Json, Prop, Props } from '@vitrine/core/internal';
import fc from 'fast-check';

export interface Syntax {
  readonly catalog: Catalog;
  /** A literal where a binding might stand. */
  literal(value: Json): Json;
  path(pointer: string): Json;
  call?(name: string, args: Json): Json;
  list(ids: readonly string[]): Json;
  template(componentId: string, path: string): Json;
  event(name: string, context: { readonly [key: string]: Json }): Json;
  /** An action that runs a call, where the dialect has it. */
  readonly run?: Json;
  component(id: string, type: string, props: { readonly [name: string]: Json }): Json;
}

/** In the order of their level: a component refers only to ids behind its own, so no cycle can come about. */
const IDS = ['root', 'a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
/** The root is replaced seldom: what it does not hold is not drawn. */
const OFTEN = [...IDS.slice(1), ...IDS.slice(1), ...IDS];
const LAST = 'later';

const POINTERS = [
  '/name',
  '/n',
  '/flag',
  '/tags',
  '/items',
  '/when',
  '/m',
  '/m/k',
  '/items/0/name',
  'name',
  'n',
  '.',
  '/a~1b',
  '/nowhere',
];
const LISTS = ['/items', '/tags', 'tags', '/m'];
const TEMPLATES = [
  'Hi ${/name}',
  '${name} of ${/m/k}',
  '${formatNumber(value: ${/n}, decimals: 1)}',
  '\\${not} ${/when}',
  'plain',
  '${upper}',
];
const PATTERNS = ['^[a-z]+$', '\\d{2,4}', '(a|b)*c', '^\\S+@\\S+$'];

export const texts = fc.constantFrom(
  '',
  'Ada',
  'B & C',
  '# Title',
  'x\ny',
  '${/name}',
  'ünï ☃ 𝄞',
  '2026-05-01',
  '{"a":1}',
  'true',
  '7',
);
const numbers = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(0, 0.5, 2, 100));
export const scalars: fc.Arbitrary<Json> = fc.oneof(texts, numbers, fc.boolean());

export class Values {
  readonly #syntax: Syntax;
  readonly #functions: readonly (readonly [string, FunctionDeclaration])[];

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
    this.#functions = [...syntax.catalog.functions];
  }

  component(): fc.Arbitrary<Json> {
    const types = fc.constantFrom(...this.#syntax.catalog.components);
    return fc
      .tuple(fc.constantFrom(...OFTEN), types)
      .chain(([id, [type, { props }]]) =>
        this.#props(props, id, 0).map((given) => this.#syntax.component(id, type, given)),
      );
  }

  #props(declared: Props, id: string, depth: number): fc.Arbitrary<{ readonly [name: string]: Json }> {
    const entries = Object.entries(declared).map(([name, prop]) => [name, this.#prop(prop, id, depth)] as const);
    const requiredKeys = Object.keys(declared).filter((name) => declared[name]?.required);
    return fc.record(Object.fromEntries(entries), { requiredKeys });
  }

  #prop(prop: Prop, id: string, depth: number): fc.Arbitrary<Json> {
    switch (prop.kind) {
      case 'child':
        return below(id);
      case 'children':
        return fc.oneof(
          fc.uniqueArray(below(id), { maxLength: 3 }).map((ids) => this.#syntax.list(ids)),
          fc.tuple(below(id), fc.constantFrom(...LISTS)).map(([item, path]) => this.#syntax.template(item, path)),
        );
      case 'action':
        return this.#action(depth);
      case 'checks':
        return fc.array(fc.record({ condition: this.#bound('bool', depth), message: texts }), { maxLength: 2 });
      case 'list':
        return fc.array(this.#prop(prop.item, id, depth), { minLength: prop.min ?? 0, maxLength: 3 });
      case 'object':
        return this.#props(prop.props, id, depth);
      case 'any-of':
        return fc.oneof(...prop.of.map((alternative) => this.#prop(alternative, id, depth)));
      case 'value':
      case 'any':
        return fc.oneof(
          scalars.map((value) => this.#syntax.literal(value)),
          this.#bound('any', depth),
        );
      default:
        return this.#simple(prop, depth);
    }
  }

  #simple(prop: Prop, depth: number): fc.Arbitrary<Json> {
    const literal = literalOf(prop);
    if (!('dynamic' in prop) || !prop.dynamic) return literal;
    const bound = prop.calls === false ? this.#path() : this.#bound(prop.kind, depth);
    return fc.oneof(
      literal.map((value) => this.#syntax.literal(value)),
      bound,
    );
  }

  #path(): fc.Arbitrary<Json> {
    return fc.constantFrom(...POINTERS).map((pointer) => this.#syntax.path(pointer));
  }

  /** A path, or a call where the dialect has calls. */
  #bound(_kind: string, depth: number): fc.Arbitrary<Json> {
    const { call } = this.#syntax;
    if (call === undefined || depth > 1) return this.#path();
    const calls = fc.constantFrom(...this.#functions).chain(([name, declaration]) => {
      const args = { ...declaration.args };
      const [first] = declaration.needsOneOf ?? [];
      if (first !== undefined) args[first] = { ...(args[first] as Prop), required: true };
      return this.#props(args, 'root', depth + 1).map((given) => call(name, given));
    });
    return fc.oneof(this.#path(), calls);
  }

  #action(depth: number): fc.Arbitrary<Json> {
    const value = fc.oneof(
      scalars.map((literal) => this.#syntax.literal(literal)),
      this.#bound('any', depth),
    );
    const event = fc
      .tuple(
        fc.constantFrom('go', 'stop'),
        fc.dictionary(fc.constantFrom('p', 'q'), value, { maxKeys: 2, noNullPrototype: true }),
      )
      .map(([name, context]) => this.#syntax.event(name, context));
    const { run } = this.#syntax;
    return run === undefined
      ? event
      : fc.oneof({ weight: 4, arbitrary: event }, { weight: 1, arbitrary: fc.constant(run) });
  }
}

function below(id: string): fc.Arbitrary<string> {
  return fc.constantFrom(...IDS.slice(IDS.indexOf(id as 'root') + 1), LAST);
}

function literalOf(prop: Prop): fc.Arbitrary<Json> {
  switch (prop.kind) {
    case 'number':
      return prop.integer === true ? fc.integer({ min: Math.max(1, prop.min ?? 1), max: 9 }) : numbers;
    case 'bool':
      return fc.boolean();
    case 'text-list':
      return fc.array(texts, { maxLength: 3 });
    case 'one-of':
      return fc.constantFrom<Json>(...prop.options);
    default:
      return prop.kind === 'text' ? textOf(prop) : texts;
  }
}

function textOf(prop: Extract<Prop, { kind: 'text' }>): fc.Arbitrary<Json> {
  switch (prop.format) {
    case 'url':
      return fc.constantFrom('https://example.com/a', 'https://example.com/?q=%20');
    case 'date':
      return fc.constantFrom('2026-05-01', '2026-05-01T10:00:00Z', '10:30:00Z');
    case 'template':
      return fc.constantFrom(...TEMPLATES);
    case 'pattern':
      return fc.constantFrom(...PATTERNS);
    default:
      return texts;
  }
}
