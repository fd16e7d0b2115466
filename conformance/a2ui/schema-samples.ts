// Components on which two schemas of one catalog are compared: one that is whole, then with each of its properties taken
// away or set to something else. Drawn from the golden schema, not from ours.

import { type Catalog, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { catalogSchema } from '@vitrine/core/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Verdict = (component: Json) => boolean;

const VALUES: readonly Json[] = [
  ...['x', '', 7, 1.5, true, null, [], ['x'], [7], {}, { a: 1 }],
  ...[{ path: '/a' }, { '@path': '/a' }, { path: 1 }, { path: '/a', more: 1 }, { call: 'nope' }],
  ...[{ label: 'x' }, { label: 1 }, 'a@b.example'],
  ...[[{ condition: true, message: 'm' }], [{ condition: { path: '/a' }, message: 'm' }], [{ condition: true }], [{}]],
];
const MAX_TRIES = 4000;

/** Components that the golden schema takes and ours refuses, or the other way round. */
export function differingSamples(golden: JsonObject, catalog: Catalog): readonly string[] {
  const calls = [...catalog.functions.keys()].flatMap((call): Json[] => [
    { call, args: { amount: 1 } },
    { call, args: { value: 1 } },
    { call, args: { value: 'x' } },
    { '@call': call, args: { name: 'x' } },
    { '@call': call, args: { name: '' } },
    { call, args: {} },
    { call },
  ]);
  const values = [...VALUES, ...calls];
  return [...catalog.components.keys()].flatMap((name) => {
    const theirs = verdictOf({ ...golden, $id: 'https://golden.example/schema' }, `#/components/${name}`);
    const ours = ourVerdict(catalog, name);
    return samplesOf(golden, name, values, theirs)
      .filter((sample) => theirs(sample) !== ours(sample))
      .map(
        (sample) => `${theirs(sample) ? 'only the golden schema takes' : 'only ours takes'} ${JSON.stringify(sample)}`,
      );
  });
}

function verdictOf(schema: JsonObject, ref: string): Verdict {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(schema);
  const validate = ajv.compile({ $ref: `${String(schema.$id)}${ref}` });
  return (component) => validate(component);
}

/** 0.8 keeps the properties of a component under its type; the golden schema has them beside it. */
function ourVerdict(catalog: Catalog, name: string): Verdict {
  const schema = { ...catalogSchema(catalog), $id: 'https://ours.example/schema' };
  const validate = verdictOf(schema, `#/$defs/component.${name}`);
  // Our schema spells bindings as the published ones do, the golden one as the later drafts.
  if (catalog.protocol === '1.0') return (component) => validate(respelled(component));
  if (catalog.protocol !== '0.8') return validate;
  return (component) => {
    const { id, component: _type, ...props } = component as JsonObject;
    return validate({ ...(id === undefined ? {} : { id }), component: { [name]: props } });
  };
}

function respelled(value: Json): Json {
  if (isArray(value)) return value.map(respelled);
  if (!isObject(value)) return value;
  const keys: { readonly [key: string]: string } = { '@path': 'path', '@call': 'call', path: '@path', call: '@call' };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [keys[key] ?? key, respelled(part)]));
}

function samplesOf(golden: JsonObject, name: string, values: readonly Json[], takes: Verdict): readonly JsonObject[] {
  const schema = (golden.components as { readonly [name: string]: JsonObject })[name] as JsonObject;
  const properties = Object.keys((schema.properties ?? {}) as JsonObject).filter((key) => key !== 'component');
  const needed = (isArray(schema.required) ? schema.required : []).map(String);
  const whole = wholeSample(name, needed, values, takes);
  const without = needed.filter((key) => key !== 'component').map((key) => omit(whole, key));
  const changed = properties.flatMap((key) => values.map((value) => ({ ...whole, [key]: value })));
  return [whole, ...without, ...changed];
}

/** Something that fits for each property that must be there. */
function wholeSample(name: string, needed: readonly string[], values: readonly Json[], takes: Verdict): JsonObject {
  const free = needed.filter((key) => key !== 'component' && key !== 'id');
  for (let i = 0; i < Math.min(MAX_TRIES, values.length ** free.length); i++) {
    const chosen = free.map((key, at) => [key, values[Math.floor(i / values.length ** at) % values.length]]);
    const sample = { id: 'x', component: name, ...Object.fromEntries(chosen) } as JsonObject;
    if (takes(sample)) return sample;
  }
  throw new Error(`no sample of ${name} is taken by the golden schema`);
}

function omit(object: JsonObject, key: string): JsonObject {
  const { [key]: _value, ...rest } = object;
  return isObject(rest) ? rest : {};
}
