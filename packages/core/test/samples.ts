// Components as an agent might send them, made from a catalog's declarations: whole ones, and ones with something
// wrong. Deterministic by seed.

import type { Catalog, Prop, Props } from '../src/catalog.ts';
import type { Wire } from '../src/catalogs/wire.ts';
import type { Json, JsonObject } from '../src/json.ts';

export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  /** mulberry32 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  chance(p: number): boolean {
    return this.next() < p;
  }
  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
}

const TEXTS = [
  '',
  'a',
  'Hello',
  '/x',
  '# Title',
  'https://example.com/a',
  '12:00:00Z',
  '2026-02-03',
  'not a url',
  '${/a}',
];

const RETURNS = new Map<string, string>([
  ['text', 'string'],
  ['number', 'number'],
  ['bool', 'boolean'],
  ['text-list', 'array'],
]);
const LITERAL_KEYS = new Map([
  ['number', 'literalNumber'],
  ['bool', 'literalBoolean'],
  ['text-list', 'literalArray'],
]);

export class Samples {
  readonly #random: Random;
  readonly #catalog: Catalog;
  readonly #wire: Wire;
  constructor(catalog: Catalog, wire: Wire, random: Random) {
    this.#catalog = catalog;
    this.#wire = wire;
    this.#random = random;
  }

  component(): JsonObject {
    const name = this.#random.pick([...this.#catalog.components.keys()]);
    const declaration = this.#catalog.components.get(name);
    const props = this.#object(declaration?.props ?? {}, 0.5, 0);
    const common = this.#object(this.#wire.common, 0.2, 0);
    const metadata =
      this.#wire.extensions && this.#random.chance(0.1) ? { metadata: { extensions: { vendor: 1 } } } : {};
    if (this.#wire.component === 'keyed') return { id: 'x', ...common, component: { [name]: props } };
    return { id: 'x', component: name, ...common, ...metadata, ...props };
  }

  #object(props: Props, share: number, depth: number): JsonObject {
    const chosen = Object.entries(props).filter(([, prop]) => prop.required || this.#random.chance(share));
    return Object.fromEntries(chosen.map(([name, prop]) => [name, this.#value(prop, depth)]));
  }

  #value(prop: Prop, depth: number): Json {
    switch (prop.kind) {
      case 'text':
        return this.#bindable(prop, this.#text(prop), depth);
      case 'number':
        return this.#bindable(prop, this.#random.pick(prop.integer ? [1, 2, 40] : [0, 1, 2.5, -3]), depth);
      case 'bool':
        return this.#bindable(prop, this.#random.chance(0.5), depth);
      case 'one-of':
        return this.#bindable(prop, this.#random.pick(prop.options), depth);
      case 'text-list':
        return this.#bindable(prop, this.#random.pick([[], ['a'], ['a', 'b']]), depth);
      case 'value':
        return this.#dynamicValue(depth);
      case 'any':
        return this.#random.pick<Json>(['x', 1, true, [null], { a: 1 }, { path: 1 }]);
      case 'child':
        return this.#random.pick(['a', 'b', 'root']);
      case 'children':
        return this.#children();
      case 'action':
        return this.#action(depth);
      case 'checks':
        return this.#random.chance(0.3) ? [] : [this.#check(depth)];
      case 'list':
        return Array.from({ length: (prop.min ?? 0) + this.#random.pick([0, 1, 2]) }, () =>
          this.#value(prop.item, depth),
        );
      case 'object':
        return this.#object(prop.props, 0.5, depth);
      case 'map':
        return { a: this.#value(prop.item, depth) };
      case 'any-of':
        return this.#value(this.#random.pick(prop.of), depth);
    }
  }

  #text(prop: Prop & { kind: 'text' }): string {
    if (prop.format === 'url') return 'https://example.com/page';
    if (prop.format === 'date') return this.#random.pick(['2026-02-03', '10:20:30Z', '2026-02-03T10:20:30Z']);
    return this.#random.pick(TEXTS);
  }

  #bindable(prop: Prop & { dynamic: boolean; kind: string }, literal: Json, depth: number): Json {
    const { values, pathKey } = this.#wire;
    if (!prop.dynamic) return literal;
    if (values === 'typed') return this.#typed(prop.kind, literal);
    if (this.#random.chance(0.6)) return literal;
    if (prop.calls === false || depth > 2 || this.#random.chance(0.5))
      return { [pathKey]: this.#random.pick(['/a', 'b', '']) };
    const returns = RETURNS.get(prop.kind);
    return this.#call(depth + 1, returns);
  }

  #typed(kind: string, literal: Json): JsonObject {
    const key = LITERAL_KEYS.get(kind) ?? 'literalString';
    return this.#random.pick([{ [key]: literal }, { path: '/a' }, { [key]: literal, path: '/a' }]);
  }

  #call(depth: number, returns?: string): JsonObject {
    const { callKey, callCatalog, returnType } = this.#wire;
    if (callCatalog && this.#random.chance(0.1)) return { [callKey]: '@index', args: { offset: 1 } };
    const suitable = [...this.#catalog.functions].filter(([, f]) => f.returns === returns || this.#random.chance(0.3));
    const [name, declaration] = this.#random.pick(suitable.length > 0 ? suitable : [...this.#catalog.functions]);
    const args: { [name: string]: Json } = { ...this.#object(declaration.args, 0.5, depth) };
    for (const needed of declaration.needsOneOf ?? []) args[needed] ??= 1;
    const type = returnType && this.#random.chance(0.5) ? { returnType: declaration.returns } : {};
    const catalog = callCatalog && this.#random.chance(0.2) ? { catalogId: 'other' } : {};
    return { [callKey]: name, args, ...type, ...catalog };
  }

  #dynamicValue(depth: number): Json {
    if (this.#wire.values === 'typed') return this.#typed(this.#random.pick(['text', 'number', 'bool']), 'x');
    const literal = this.#random.pick<Json>([
      'x',
      1,
      false,
      [1, { a: null }],
      ...(this.#wire.objectValues ? [{ a: 1 }] : []),
    ]);
    if (depth > 2 || this.#random.chance(0.6)) return literal;
    return this.#random.chance(0.5) ? { [this.#wire.pathKey]: '/v' } : this.#call(depth + 1);
  }

  #children(): Json {
    const typed = this.#wire.values === 'typed';
    if (this.#random.chance(0.5)) return typed ? { explicitList: ['a', 'b'] } : ['a', 'b'];
    return typed ? { template: { componentId: 'a', dataBinding: '/l' } } : { componentId: 'a', path: '/l' };
  }

  #action(depth: number): Json {
    if (this.#wire.values === 'typed') {
      return { name: 'go', context: [{ key: 'k', value: this.#random.pick([{ path: '/a' }, { literalNumber: 1 }]) }] };
    }
    if (this.#random.chance(0.3)) return { functionCall: this.#call(depth + 1) };
    const { eventMessage } = this.#wire;
    const message = eventMessage !== undefined && this.#random.chance(0.3) ? { [eventMessage]: 'Done' } : {};
    return {
      event: {
        name: 'go',
        ...(this.#random.chance(0.5) ? { context: { k: this.#dynamicValue(depth) } } : {}),
        ...message,
      },
    };
  }

  #check(depth: number): Json {
    const condition = this.#random.chance(0.3) ? { [this.#wire.pathKey]: '/ok' } : this.#call(depth + 1, 'boolean');
    const literal = !this.#wire.checkBinding && this.#random.chance(0.2);
    const message = this.#wire.checkMessage || this.#random.chance(0.5) ? { message: 'No' } : {};
    return { condition: literal ? true : condition, ...message };
  }
}

const JUNK: readonly Json[] = [
  null,
  0,
  1.5,
  'junk',
  true,
  [],
  {},
  ['a'],
  [1],
  { path: '/p' },
  { path: 1 },
  { path: '/p', extra: 1 },
  { call: 'nope' },
  { call: 'required' },
  { call: 'required', args: {} },
  { call: 'required', args: { value: null } },
  { literalString: 'x' },
  { event: {} },
  { componentId: 'a' },
  { call: '@index', catalogId: 'c' },
  { a: 1 },
];

/** The sample with one thing changed somewhere: a value replaced, a key removed or a key added. */
export function mutate(value: Json, random: Random): Json {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return random.pick(JUNK);
  if (Array.isArray(value)) {
    if (value.length === 0) return [random.pick(JUNK)];
    const at = Math.floor(random.next() * value.length);
    return value.map((item, i) => (i === at ? mutate(item, random) : item));
  }
  const object = value as JsonObject;
  const keys = Object.keys(object);
  if (keys.length === 0 || random.chance(0.12)) {
    const added = random.pick([
      'extra',
      'weight',
      'checks',
      'path',
      'message',
      'returnType',
      'catalogId',
      'value',
      'variant',
      'literalString',
      'accessibility',
      'metadata',
      'min',
    ]);
    return { ...object, [added]: random.pick(JUNK) };
  }
  const key = random.pick(keys);
  if (random.chance(0.25)) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  return { ...object, [key]: mutate(object[key] as Json, random) };
}
