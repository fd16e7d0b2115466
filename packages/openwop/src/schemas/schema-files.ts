// The schemas that are served below /schemas/, by the major that is asked for: made from our catalogs, and compared with
// the published ones in conformance/openwop.

import type { JsonObject } from '@vitrine/core';
import { openwopPayloadSchema } from '@vitrine/core/catalogs/openwop-schema';
import { deltaFrameSchema, envelopeSchema, SURFACE_KIND } from '@vitrine/dialects/openwop';
import type { Major } from '../admission/types.ts';

/** `version` is that of the payload which the host reads for the kind. */
type Make = (major: Major, version: 1 | 2) => JsonObject;

/** That of the payload; the others are of no kind. */
export const SURFACE_FILE = `envelopes/${SURFACE_KIND}.schema.json`;

const FILES: { readonly [path: string]: Make } = {
  [SURFACE_FILE]: (_major, version) => openwopPayloadSchema(version),
  'ai-envelope.schema.json': (major) => envelopeSchema(major),
  'a2ui-surface-delta-frame.schema.json': () => deltaFrameSchema(),
};

export const SCHEMA_FILES: readonly string[] = Object.keys(FILES);

/** Undefined: there is no such file. */
export function schemaFile(path: string, major: Major, version: 1 | 2 = major): JsonObject | undefined {
  return Object.hasOwn(FILES, path) ? FILES[path]?.(major, version) : undefined;
}
