// Changes of a message that a schema may notice: a value or a part of another message put in the place of another, a key
// added, taken away or renamed. Drawn from numbers, so that a seed repeats them.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { Random } from '../../../core/test/samples.ts';

export { Random };

const VALUES: readonly Json[] = [
  ...[null, 0, -1, 1.5, 3, '', 'x', 'root', true, false],
  ...['v0.9', 'v1.0', '#112233', '2026-05-01', 'https://example.com/', 'h1', 'primary', '/name', 'a/b', '${/name}'],
  ...[[], {}, ['a'], [1], [null], { a: 1 }, { a: null }, [{ a: 1 }]],
  ...[
    { path: '/p' },
    { path: 1 },
    { path: '/p', extra: 1 },
    { componentId: 'g', path: '/items' },
    { componentId: 'g' },
  ],
  ...[
    { call: 'nope' },
    { call: 1 },
    { call: 'required' },
    { call: 'required', args: {} },
    { call: 'required', args: [] },
  ],
  { call: 'required', args: { value: null } },
  { call: 'required', args: { value: '' }, returnType: 'boolean' },
  { call: 'required', args: { value: '' }, returnType: 'string' },
  { call: 'required', args: { value: '' }, returnType: 'validationResult' },
  { call: 'required', args: { value: '' }, returnType: 1 },
  { call: 'required', args: { value: '' }, message: 'No' },
  { call: 'formatNumber', args: { value: 1 }, returnType: 'string' },
  { call: 'formatNumber', args: { value: 1 }, returnType: 'number' },
  { call: 'openUrl', args: { url: 'https://example.com/' }, returnType: 'void' },
  { call: 'not', args: { value: { call: 'required', args: { value: 1 }, returnType: 'string' } } },
  { call: 'and', args: { values: [true, { call: 'nope' }] } },
  { call: 'length', args: { value: 'x' } },
  { call: 'length', args: { value: 'x', min: 1 }, catalogId: 'other' },
  ...[{ call: '@index' }, { call: '@index', args: {} }, { call: '@index', args: { offset: 1 } }],
  ...[
    { call: '@index', args: { offset: 'x' } },
    { call: '@index', args: { offset: { path: '/n' } } },
  ],
  ...[
    { call: '@index', args: { offset: null } },
    { call: '@index', args: { other: 1 } },
    { call: '@index', args: 1 },
  ],
  ...[{ call: '@index', catalogId: 'c' }, { call: '@index', returnType: 'number' }, { call: '@other' }],
  ...[{ condition: true }, { condition: true, message: 'No' }, { condition: { path: '/flag' } }],
  ...[
    { condition: { path: '/flag' }, message: 1 },
    { condition: { path: '/flag' }, message: { path: '/m' } },
  ],
  ...[{ literalString: 'x' }, { literalNumber: 1 }, { literalBoolean: true }, { literalArray: ['x'] }, { literal: 1 }],
  ...[{ literalString: 1 }, { literalString: 'x', path: '/p' }, { literalArray: [1] }, { explicitList: ['g'] }],
  ...[{ explicitList: 'g' }, { template: { componentId: 'g', dataBinding: '/items' } }, { template: {} }],
  ...[{ event: {} }, { event: { name: 'go' } }, { event: { name: 'go', context: { a: null } } }, { name: 'go' }],
  ...[{ event: { name: 'go', context: { a: { b: 1 } } } }, { event: { name: 1 } }, { functionCall: {} }],
  ...[{ event: { name: 'go', userMessage: 'Hi' } }, { name: 'go', context: [] }, { name: 'go', context: {} }],
  ...[
    { name: 'go', context: [{ key: 'k', value: {} }] },
    { name: 'go', context: [{ key: 'k' }] },
  ],
  { functionCall: { call: 'openUrl', args: { url: 'https://example.com/' } } },
  { event: { name: 'go' }, functionCall: { call: 'openUrl', args: { url: 'https://example.com/' } } },
  ...[{ extensions: {} }, { extensions: { a: 1 } }, { extensions: { 'a-b': 1 } }, { extensions: 1 }, { other: 1 }],
  ...[{ label: 'x' }, { label: 1 }, { live: 'polite' }, { live: 'loud' }, { hidden: true }, { role: 'x' }],
  ...[{ svgPath: 'M0 0' }, { svgPath: 1 }, { svgPath: { path: '/p' } }],
  ...[
    { title: 'x', child: 'g' },
    { label: 'x', value: 'x' },
    { label: 'x', value: 1 },
  ],
];

const KEYS: readonly string[] = [
  ...['extra', 'weight', 'checks', 'path', 'call', 'args', 'message', 'returnType', 'catalogId', 'value', 'variant'],
  ...['literalString', 'accessibility', 'metadata', 'min', 'max', 'theme', 'sendDataModel', 'dataModel', 'components'],
  ...['version', 'surfaceId', 'id', 'component', 'child', 'children', 'text', 'label', 'context', 'userMessage'],
  ...['callableFrom', 'wantResponse', 'styles', 'root', 'condition', 'error', 'code', 'functionCallId', 'contents'],
  ...['valueString', 'valueNumber', 'valueMap', 'valueBoolean', 'key', 'validationRegexp', 'steps', 'placeholder'],
];

/** Where changes take keys and values from, beside those that stand here. */
export interface Material {
  readonly keys: readonly string[];
  readonly values: readonly Json[];
  /** Another message, of which any part may be put anywhere. */
  message(): Json;
}

/** The message with one thing changed; every place in it is as likely as any other. */
export function change(message: Json, random: Random, material: Material): Json {
  const changer = new Changer(random, material);
  return changer.changeAt(message, Math.floor(random.next() * placesIn(message)));
}

function placesIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  let places = 1;
  for (const part of Object.values(value)) places += placesIn(part as Json);
  return places;
}

class Changer {
  readonly #random: Random;
  readonly #material: Material;

  constructor(random: Random, material: Material) {
    this.#random = random;
    this.#material = material;
  }

  /** `place`: how many places, outermost first, are passed over. */
  changeAt(value: Json, place: number): Json {
    return replaceAt(value, place, (found) => this.#change(found));
  }

  #change(value: Json): Json {
    if (this.#random.chance(0.4)) return this.#value();
    if (isArray(value)) return this.#list(value);
    return isObject(value) ? this.#object(value) : this.#value();
  }

  #value(): Json {
    if (this.#random.chance(0.6)) return this.#random.pick(VALUES);
    if (this.#random.chance(0.5)) return this.#random.pick(this.#material.values);
    const other = this.#material.message();
    let found: Json = null;
    replaceAt(other, Math.floor(this.#random.next() * placesIn(other)), (part) => {
      found = part;
      return part;
    });
    return found;
  }

  #key(): string {
    return this.#random.pick(this.#random.chance(0.5) ? KEYS : this.#material.keys);
  }

  #list(list: readonly Json[]): Json {
    if (list.length === 0 || this.#random.chance(0.5)) return [...list, this.#value()];
    return list.toSpliced(Math.floor(this.#random.next() * list.length), 1);
  }

  #object(object: JsonObject): Json {
    const keys = Object.keys(object);
    if (keys.length === 0 || this.#random.chance(0.5)) return { ...object, [this.#key()]: this.#value() };
    const key = this.#random.pick(keys);
    const { [key]: held, ...rest } = object;
    return this.#random.chance(0.6) ? rest : { ...rest, [this.#key()]: held as Json };
  }
}

function replaceAt(value: Json, place: number, replace: (found: Json) => Json): Json {
  if (place === 0) return replace(value);
  let left = place - 1;
  for (const [key, part] of Object.entries(value as JsonObject)) {
    const places = placesIn(part);
    if (left < places) {
      const changed = replaceAt(part, left, replace);
      return isArray(value) ? value.with(Number(key), changed) : { ...(value as JsonObject), [key]: changed };
    }
    left -= places;
  }
  return value;
}
