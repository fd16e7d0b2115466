// Changes of a valid message that a schema may notice: a value put in the place of another, a key added, taken away or
// renamed. Drawn from numbers, so that a seed repeats them.

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

/** The message with one thing changed; every place in it is as likely as any other. */
export function change(message: Json, random: Random): Json {
  return changeAt(message, Math.floor(random.next() * placesIn(message)), random);
}

function placesIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  let places = 1;
  for (const part of Object.values(value)) places += placesIn(part as Json);
  return places;
}

/** `place`: how many places, outermost first, are passed over. */
function changeAt(value: Json, place: number, random: Random): Json {
  if (place === 0) return changeHere(value, random);
  let left = place - 1;
  for (const [key, part] of Object.entries(value as JsonObject)) {
    const places = placesIn(part);
    if (left < places) {
      const changed = changeAt(part, left, random);
      return isArray(value) ? value.with(Number(key), changed) : { ...(value as JsonObject), [key]: changed };
    }
    left -= places;
  }
  return value;
}

function changeHere(value: Json, random: Random): Json {
  if (random.chance(0.4)) return random.pick(VALUES);
  if (isArray(value)) return changeList(value, random);
  return isObject(value) ? changeObject(value, random) : random.pick(VALUES);
}

function changeList(list: readonly Json[], random: Random): Json {
  if (list.length === 0 || random.chance(0.5)) return [...list, random.pick(VALUES)];
  return list.toSpliced(Math.floor(random.next() * list.length), 1);
}

function changeObject(object: JsonObject, random: Random): Json {
  const keys = Object.keys(object);
  if (keys.length === 0 || random.chance(0.5)) return { ...object, [random.pick(KEYS)]: random.pick(VALUES) };
  const key = random.pick(keys);
  const { [key]: held, ...rest } = object;
  return random.chance(0.6) ? rest : { ...rest, [random.pick(KEYS)]: held as Json };
}
