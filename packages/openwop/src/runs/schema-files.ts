// The schemas that this host serves, and gives to models that ask for one: made from our catalogs, and compared with the
// published ones in conformance/openwop.

import type { JsonObject } from '@vitrine/core';
import { openwopPayloadSchema } from '@vitrine/core/catalogs/openwop-schema';
import {
  deltaFrameSchema,
  envelopeSchema,
  isUniversal,
  SURFACE_KIND,
  universalSchema,
} from '@vitrine/dialects/openwop';
import type { Major } from '../admission/types.ts';

/** Of the payload of a kind; the others are of none. */
const OF_KIND = /^envelopes\/(.+)\.schema\.json$/;

/**
 * Undefined: there is no such file.
 * @param versions those of the kinds that are advertised
 */
export function schemaFile(
  path: string,
  major: Major,
  versions: { readonly [kind: string]: number | undefined },
): JsonObject | undefined {
  if (path === 'ai-envelope.schema.json') return envelopeSchema(major);
  if (path === 'a2ui-surface-delta-frame.schema.json') return deltaFrameSchema();
  const kind = OF_KIND.exec(path)?.[1] ?? '';
  const version = Object.hasOwn(versions, kind) ? versions[kind] : undefined;
  if (version === undefined) return undefined;
  if (isUniversal(kind)) return universalSchema(kind);
  return kind === SURFACE_KIND ? openwopPayloadSchema(version === 1 ? 1 : 2) : undefined;
}
