// An interface as one JSON document, for APIs that hold a model to a schema: `{surfaceId, components, data}`. The schema
// is written here, and what comes back is read into messages that the decoders take like any others.

import {
  accepted,
  type Catalog,
  DEFAULT_LIMITS,
  type Issue,
  inspect,
  isArray,
  isObject,
  isReserved,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  type Outcome,
  object,
  plainNumber,
  quote,
  refused,
  text,
} from '@vitrine/core/internal';
import { PromptError } from '../errors.ts';
import { type PromptChoice, prune } from './prune.ts';
import { anyOf, type StructuredStyle, ValueSchemas } from './structured-value.ts';

export interface StructuredOptions extends PromptChoice, Partial<StructuredStyle> {}

const COMMON = { weight: plainNumber(), accessibility: object({ label: text(), description: text() }) };
const VERSIONS: { readonly [protocol: string]: string } = { '0.9': 'v0.9', '1.0': 'v1.0' };

/** For catalogs of 0.9 and 1.0, and such as name no protocol. */
export function structuredSchema(catalog: Catalog, options: StructuredOptions = {}): JsonObject {
  versionOf(catalog);
  const { absent = 'optional', bounds = true } = options;
  const pruned = prune(catalog, options);
  const schemas = new ValueSchemas(pruned, { absent, bounds });
  const components = [...pruned.components].map(([name, { props }]) => {
    const { properties, required } = schemas.props({ ...COMMON, ...props });
    const own = {
      id: { type: 'string', ...(bounds ? { minLength: 1 } : {}) },
      component: { type: 'string', enum: [name] },
    };
    return {
      type: 'object',
      properties: { ...own, ...(properties as JsonObject) },
      required: ['id', 'component', ...(required as readonly string[])],
      additionalProperties: false,
    };
  });
  const surfaceId = { type: 'string', ...(bounds ? { minLength: 1 } : {}) };
  const list = { type: 'array', items: anyOf(components), ...(bounds ? { minItems: 1 } : {}) };
  const data = schemas.dataObject();
  return {
    ...schemas.object({ surfaceId, components: list, data }, ['surfaceId', 'components']),
    $defs: schemas.definitions,
  };
}

export interface ReadStructuredOptions {
  /** The surface is there: what is read goes to it. */
  readonly isOpen?: boolean;
  readonly limits?: Limits;
}

/** A document of that schema as messages of the catalog's protocol. Never throws on what a model wrote. */
export function readStructured(
  document: unknown,
  catalog: Catalog,
  { isOpen = false, limits = DEFAULT_LIMITS }: ReadStructuredOptions = {},
): Outcome<readonly Json[]> {
  const version = versionOf(catalog);
  if (!isObject(document)) return refused([shapeIssue('The document must be an object.', '')]);
  const problem = inspect(document, { limits, depth: limits.messageDepth, count: 0 }, '');
  if (problem !== undefined) return refused([problem]);
  const { surfaceId, components, data } = document;
  if (typeof surfaceId !== 'string') return refused([shapeIssue('surfaceId must be a text.', '/surfaceId')]);
  if (!isArray(components)) return refused([shapeIssue('components must be a list.', '/components')]);
  const issues: Issue[] = [];
  const value = data === undefined || data === null ? {} : unfold(data, '/data', issues);
  const payloads: readonly JsonObject[] = [
    ...(isOpen ? [] : [{ createSurface: { surfaceId, catalogId: catalog.id } }]),
    { updateComponents: { surfaceId, components: unfold(components, '/components', issues) } },
    ...(isObject(value) && Object.keys(value).length === 0
      ? []
      : [{ updateDataModel: { surfaceId, path: '/', value } }]),
  ];
  return accepted(
    payloads.map((payload) => ({ version, ...payload })),
    issues,
  );
}

/** Entries become members again; null stands for what was left out, except in data. */
function unfold(value: Json, at: string, issues: Issue[]): Json {
  if (isArray(value)) return value.map((item, i) => unfold(item, `${at}/${i}`, issues));
  if (!isObject(value)) return value;
  if (isArray(value._entries)) return unfoldEntries(value._entries, `${at}/_entries`, issues);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, unfold(member, `${at}/${name}`, issues)]));
}

function unfoldEntries(entries: readonly Json[], at: string, issues: Issue[]): JsonObject {
  const members = entries.flatMap((entry, i): readonly (readonly [string, Json])[] => {
    const here = `${at}/${i}`;
    const key = isObject(entry) ? entry.key : undefined;
    if (typeof key === 'string' && isObject(entry) && !isReserved(key))
      return [[key, unfold(entry.value ?? null, `${here}/value`, issues)]];
    const why = typeof key === 'string' ? `The key ${quote(key)} is reserved.` : 'An entry is {key, value}.';
    issues.push(
      issue(typeof key === 'string' ? 'VITRINE_NAME_RESERVED' : 'VITRINE_MESSAGE_SHAPE', 'warning', why, here),
    );
    return [];
  });
  return Object.fromEntries(members);
}

function shapeIssue(message: string, at: string): Issue {
  return issue('VITRINE_MESSAGE_SHAPE', 'error', message, at);
}

function versionOf({ id, protocol = '0.9' }: Catalog): string {
  const version = VERSIONS[protocol];
  if (version === undefined)
    throw new PromptError(`The catalog ${id} is made for A2UI ${protocol}; structured output is for 0.9 and 1.0.`);
  return version;
}
