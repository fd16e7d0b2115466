// The schemas that OpenWOP publishes, where they lie beside this repository.

import { existsSync, readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@vitrine/core';
import { createValidator } from '../../packages/core/test/published.ts';

const FOLDER = new URL('../../../shared/conformance/openwop/', import.meta.url);
export const ABSENT =
  'The OpenWOP schemas (../shared/conformance) are not beside this repository; nothing was compared with them.';

export function schemasAreHere(): boolean {
  return existsSync(FOLDER);
}

export type Judge = (document: Json) => boolean;

export function judgeOf(schema: JsonObject): Judge {
  return createValidator().compile(schema) as Judge;
}

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as JsonObject;
}

/** What is published, by the name that we compare it under. */
export function readPublishedSchemas(): { readonly [name: string]: JsonObject } {
  const later = read('v2.ui.a2ui-surface.schema.json');
  const envelope = read('ai-envelope.schema.json');
  // Major 2 has the same envelope, but for the letters of a node.
  const nodeId = { type: 'string', pattern: '^[A-Za-z0-9._~:-]{1,128}$' };
  const { $id: _id, ...unnamed } = envelope;
  return {
    'payload 1': read('v1.ui.a2ui-surface.schema.json'),
    'payload 2': { $schema: later.$schema as string, $ref: '#/$defs/payloadV2', $defs: later.$defs as JsonObject },
    'envelope 1': envelope,
    'envelope 2': { ...unnamed, properties: { ...(envelope.properties as JsonObject), nodeId } },
    'delta frame': read('a2ui-surface-delta-frame.schema.json'),
  };
}
