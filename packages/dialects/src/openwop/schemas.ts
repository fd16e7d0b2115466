// The envelope, the delta frame and the payloads of the universal kinds of OpenWOP as JSON Schema, in words of our own;
// those of surfaces come from the catalogs (core, openwop-schema.ts). Every object is closed.

import type { JsonObject } from '@vitrine/core';
import { openwopPayloadSchema } from '@vitrine/core/catalogs/openwop-schema';
import { compileSchema, type SchemaCheck } from '../json-schema/check.ts';

export type Generation = 1 | 2;
/** The kind of envelope that carries a surface. */
export const SURFACE_KIND = 'ui.a2ui-surface';

const SCHEMA = 'https://json-schema.org/draft/2020-12/schema';
const STRING = { type: 'string' } as const;

function closed(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', required, properties, additionalProperties: false };
}

function bounded(maxLength: number): JsonObject {
  return { type: 'string', minLength: 1, maxLength };
}

const RENDERING = closed(
  {
    display: { type: 'string', enum: ['markdown', 'code', 'card', 'image', 'audio', 'file'] },
    mimeType: STRING,
    lang: STRING,
    alt: STRING,
    title: STRING,
  },
  [],
);
const META = closed(
  {
    source: { type: 'string', enum: ['ai-generation', 'user', 'system'] },
    contentTrust: { type: 'string', enum: ['trusted', 'untrusted'] },
    ts: { type: 'string', format: 'date-time' },
    traceparent: STRING,
    label: { type: 'string', maxLength: 256 },
    rendering: RENDERING,
  },
  ['source', 'ts'],
);
const PARTIAL = closed(
  { isPartial: { type: 'boolean' }, index: { type: 'integer', minimum: 0 }, total: { type: 'integer', minimum: -1 } },
  ['isPartial', 'index', 'total'],
);
const NODE_IDS: { readonly [major in Generation]: JsonObject } = {
  1: bounded(128),
  2: { type: 'string', pattern: '^[A-Za-z0-9._~:-]{1,128}$' },
};

/** Both majors have one envelope; they differ in what a node may be called. */
export function envelopeSchema(major: Generation): JsonObject {
  const properties = {
    type: bounded(256),
    schemaVersion: { type: 'integer', minimum: 0 },
    envelopeId: bounded(128),
    correlationId: bounded(128),
    nodeId: NODE_IDS[major],
    payload: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
    meta: META,
    partial: PARTIAL,
  };
  const required = ['type', 'envelopeId', 'correlationId', 'payload', 'meta'];
  return { $schema: SCHEMA, title: `envelope, major ${major}`, ...closed(properties, required) };
}

const WORDS = { type: 'string', minLength: 1 };
const OPEN = { type: 'object' };
const QUESTION = closed({ id: bounded(128), question: WORDS, schema: OPEN, context: OPEN }, ['id', 'question']);

/** What every host takes (ai-envelope.md §"Universal kinds"); `reasoning` is for people who look into it (RFC 0030 §A). */
const UNIVERSAL = {
  'clarification.request': closed(
    {
      reasoning: STRING,
      questions: { type: 'array', minItems: 1, items: QUESTION },
      contextType: { type: 'string', maxLength: 128 },
    },
    ['questions'],
  ),
  'schema.request': closed(
    { reasoning: STRING, envelopeType: bounded(256), reason: { type: 'string', maxLength: 1024 } },
    ['envelopeType'],
  ),
  'schema.response': closed({ envelopeType: bounded(256), ack: { type: 'boolean', const: true } }, [
    'envelopeType',
    'ack',
  ]),
  error: closed({ reasoning: STRING, code: bounded(128), message: WORDS, details: OPEN }, ['code', 'message']),
} as const satisfies { readonly [kind: string]: JsonObject };

export type UniversalKind = keyof typeof UNIVERSAL;
export const UNIVERSAL_KINDS = Object.keys(UNIVERSAL) as readonly UniversalKind[];

export function isUniversal(kind: string): kind is UniversalKind {
  return Object.hasOwn(UNIVERSAL, kind);
}

export function universalSchema(kind: UniversalKind): JsonObject {
  return { $schema: SCHEMA, title: kind, ...UNIVERSAL[kind] };
}

/** Changes of a surface of generation 1 on their way to one reader (RFC 0114): never recorded. */
export function deltaFrameSchema(): JsonObject {
  const operation = closed(
    { op: { enum: ['add', 'remove', 'replace', 'move', 'copy'] }, path: STRING, from: STRING, value: {} },
    ['op', 'path'],
  );
  const one = { type: 'string', minLength: 1 };
  const frame = { surfaceRef: one, catalogVersion: one, patch: { type: 'array', minItems: 1, items: operation } };
  return { $schema: SCHEMA, title: 'delta of a surface', ...closed(frame, ['surfaceRef', 'catalogVersion', 'patch']) };
}

/** Made when they are first asked for: not everybody speaks OpenWOP. */
function lazily(schema: () => JsonObject): SchemaCheck {
  let check: SchemaCheck | undefined;
  return (value, at) => {
    check ??= compileSchema(schema());
    return check(value, at);
  };
}

export const checkEnvelope: { readonly [major in Generation]: SchemaCheck } = {
  1: lazily(() => envelopeSchema(1)),
  2: lazily(() => envelopeSchema(2)),
};
export const checkPayload: { readonly [generation in Generation]: SchemaCheck } = {
  1: lazily(() => openwopPayloadSchema(1)),
  2: lazily(() => openwopPayloadSchema(2)),
};
export const checkUniversal = Object.fromEntries(
  UNIVERSAL_KINDS.map((kind) => [kind, lazily(() => universalSchema(kind))]),
) as { readonly [kind in UniversalKind]: SchemaCheck };
export const checkDeltaFrame: SchemaCheck = lazily(deltaFrameSchema);
