// A JSON Schema made into a check that stops at the first problem. Only the keywords that schemas of ours use; another one
// is a fault of ours. Patterns may come from catalogs of others: they run in time linear in the text.

import {
  escapeSegment,
  getAt,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
} from '@vitrine/core/internal';
import { problem, type SchemaProblem, TYPES, VALUE_KEYWORDS, type ValueCheck } from './values.ts';

export type { SchemaProblem } from './values.ts';
export type SchemaCheck = (value: Json, at?: string) => SchemaProblem | undefined;

type Keyword = (operand: Json, schema: JsonObject, where: string, root: Root) => ValueCheck | undefined;

export function compileSchema(schema: JsonObject): SchemaCheck {
  return compile(schema, '#', new Root(schema));
}

/** The document that references lead into. What is referred to is made into a check when it is first asked for. */
class Root {
  readonly #schema: JsonObject;
  readonly #checks = new Map<string, SchemaCheck>();

  constructor(schema: JsonObject) {
    this.#schema = schema;
  }

  schema(reference: string): JsonObject {
    const schema = getAt(this.#schema, parsePointer(decodeURIComponent(reference.slice(1))));
    if (!isObject(schema)) throw new Error(`The schema has nothing at ${reference}.`);
    return schema;
  }

  check(reference: string): SchemaCheck {
    const known = this.#checks.get(reference);
    if (known !== undefined) return known;
    const check = compile(this.schema(reference), reference, this);
    this.#checks.set(reference, check);
    return check;
  }
}

function compile(schema: JsonObject, where: string, root: Root): SchemaCheck {
  const judges: ValueCheck[] = [];
  for (const keyword of Object.keys(schema).sort((a, b) => rankOf(a) - rankOf(b))) {
    const make = KEYWORDS[keyword];
    if (make === undefined) throw new Error(`The schema check has no keyword ${keyword}.`);
    const judge = make(schema[keyword] as Json, schema, `${where}/${keyword}`, root);
    if (judge !== undefined) judges.push(judge);
  }
  return (value, at = '') => {
    for (const judge of judges) {
      const problem = judge(value, at);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** What tells branches apart speaks before what only closes them. */
const FIRST = ['type', 'enum', 'const', 'properties', 'required'];

function rankOf(keyword: string): number {
  const rank = FIRST.indexOf(keyword);
  return rank < 0 ? FIRST.length : rank;
}

const IGNORED: Keyword = () => undefined;

const KEYWORDS: { readonly [keyword: string]: Keyword } = {
  ...VALUE_KEYWORDS,
  ...{ $schema: IGNORED, $id: IGNORED, title: IGNORED, description: IGNORED, default: IGNORED, $defs: IGNORED },
  ...{ $comment: IGNORED, examples: IGNORED },
  $ref: (reference, _schema, _where, root) => (value, at) => root.check(reference as string)(value, at),
  items: (operand, _schema, where, root) => {
    const check = compile(operand as JsonObject, where, root);
    return (value, at) =>
      isArray(value) ? firstOf(value.keys(), (i) => check(value[i] as Json, `${at}/${i}`)) : undefined;
  },
  properties: (operand, _schema, where, root) => {
    const checks = Object.entries(operand as { readonly [name: string]: JsonObject }).map(
      ([name, schema]) => [name, compile(schema, `${where}/${escapeSegment(name)}`, root)] as const,
    );
    return (value, at) =>
      isObject(value)
        ? firstOf(checks, ([name, check]) =>
            Object.hasOwn(value, name) ? check(value[name] as Json, `${at}/${escapeSegment(name)}`) : undefined,
          )
        : undefined;
  },
  additionalProperties: (operand, schema, where, root) => {
    if (operand === true) return undefined;
    const known = new Set(Object.keys((schema.properties ?? {}) as JsonObject));
    const patterns = Object.keys((schema.patternProperties ?? {}) as JsonObject).map(
      (source) => new RegExp(source, 'u'),
    );
    const check = isObject(operand) ? compile(operand, where, root) : undefined;
    return (value, at) =>
      isObject(value)
        ? firstOf(Object.keys(value), (name) => {
            if (known.has(name) || patterns.some((pattern) => pattern.test(name))) return undefined;
            if (check !== undefined) return check(value[name] as Json, `${at}/${escapeSegment(name)}`);
            return problem(`${at}/${escapeSegment(name)}`, where, 'must NOT have additional properties');
          })
        : undefined;
  },
  // Ours alone, and what stands under such a name may be anything.
  patternProperties: IGNORED,
  propertyNames: (operand, _schema, where, root) => {
    const check = compile(operand as JsonObject, where, root);
    return (value, at) => (isObject(value) ? firstOf(Object.keys(value), (name) => check(name, at)) : undefined);
  },
  anyOf: (operand, _schema, where, root) => {
    const checks = branches(operand, where, root);
    return (value, at) => nearest(checks, value, at, where);
  },
  oneOf: (operand, _schema, where, root) => {
    const checks = branches(operand, where, root);
    const glances = (operand as readonly JsonObject[]).map((branch) => glanceAt(branch, root));
    return (value, at) => {
      const passed = checks.filter((check, i) => glances[i]?.(value) && check(value, at) === undefined).length;
      if (passed === 1) return undefined;
      return passed === 0 ? nearest(checks, value, at, where) : problem(at, where, 'must match exactly one schema');
    };
  },
  allOf: (operand, _schema, where, root) => {
    const checks = branches(operand, where, root);
    return (value, at) => firstOf(checks, (check) => check(value, at));
  },
  not: (operand, _schema, where, root) => {
    const check = compile(operand as JsonObject, where, root);
    return (value, at) => (check(value, at) === undefined ? problem(at, where, 'must NOT be valid') : undefined);
  },
  if: (operand, { then }, where, root) => {
    const condition = compile(operand as JsonObject, where, root);
    const check = compile(then as JsonObject, where, root);
    return (value, at) => (condition(value, at) === undefined ? check(value, at) : undefined);
  },
  then: IGNORED,
};

type Glance = (value: Json) => boolean;

/**
 * False where a value plainly cannot be of this schema: its type, a name or a key that it must have is another. Of the many
 * components and functions of a catalog hardly one is then left to check.
 */
function glanceAt(schema: JsonObject, root: Root, levels = 2): Glance {
  const { $ref, oneOf, allOf, type } = schema as { readonly [keyword: string]: Json };
  if (typeof $ref === 'string') return glanceAt(root.schema($ref), root, levels);
  const each = (list: Json) => (list as readonly JsonObject[]).map((branch) => glanceAt(branch, root, levels));
  if (oneOf !== undefined) return someOf(each(oneOf));
  if (allOf !== undefined) return everyOf(each(allOf));
  if (type === 'object') return levels === 0 ? isObject : glanceInto(schema, root, levels);
  return typeof type === 'string' ? (TYPES[type] as Glance) : () => true;
}

function someOf(glances: readonly Glance[]): Glance {
  return (value) => glances.some((glance) => glance(value));
}

function everyOf(glances: readonly Glance[]): Glance {
  return (value) => glances.every((glance) => glance(value));
}

function glanceInto({ properties = {}, required = [] }: JsonObject, root: Root, levels: number): Glance {
  const members = (required as readonly string[]).map((name) => {
    const { const: only, ...member } = ((properties as JsonObject)[name] ?? {}) as JsonObject;
    const glance = only === undefined ? glanceAt(member, root, levels - 1) : (value: Json) => value === only;
    return [name, glance] as const;
  });
  return (value) =>
    isObject(value) && members.every(([name, glance]) => Object.hasOwn(value, name) && glance(value[name] as Json));
}

function branches(operand: Json, where: string, root: Root): readonly SchemaCheck[] {
  return (operand as readonly JsonObject[]).map((branch, i) => compile(branch, `${where}/${i}`, root));
}

function firstOf<T>(items: Iterable<T>, judge: (item: T) => SchemaProblem | undefined): SchemaProblem | undefined {
  for (const item of items) {
    const found = judge(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is wrong in the branch that was nearly right: the one whose problem lies deepest. */
function nearest(checks: readonly SchemaCheck[], value: Json, at: string, where: string): SchemaProblem | undefined {
  let best: SchemaProblem | undefined;
  let most = depthAt(at);
  for (const check of checks) {
    const found = check(value, at);
    if (found === undefined) return undefined;
    const near = depthAt(found.instancePath) + (NEARNESS[found.keyword] ?? 0);
    if (near < most || (near === most && best !== undefined)) continue;
    best = found;
    most = near;
  }
  return best ?? problem(at, where, 'must match a schema in anyOf');
}

/** Another type or another name is another branch, which something missing is not. */
const NEARNESS: { readonly [keyword: string]: number } = { type: -1, enum: -1, required: 0.5 };

function depthAt(pointer: string): number {
  return pointer.split('/').length;
}
