// What this host says of itself at /.well-known/openwop, in the words of each major: kinds that it renders, their
// versions, limits. Everything stands in the settings that admission reads, so that nothing is promised and not done.

import { openwopPayloadSchema } from '@vitrine/core/catalogs/openwop-schema';
import { defined, type JsonObject } from '@vitrine/core/internal';
import {
  deltaFrameSchema,
  envelopeSchema,
  isUniversal,
  SURFACE_KIND,
  universalSchema,
} from '@vitrine/dialects/openwop';
import type { Major } from './admission/types.ts';
import { type OpenwopSettings, roundsOf, versionsOf } from './settings.ts';

export const PROTOCOL_VERSIONS: { readonly [major in Major]: string } = { 1: '1.0', 2: '2.0' };
export const MAX_RUN_PAGE = 100;

interface Advertised {
  readonly settings: OpenwopSettings;
  /** Workflows of the conformance suite that somebody runs here at this moment. */
  readonly fixtures: readonly string[];
  /** Of the doors of the suite, where they are open. */
  readonly seams?: string;
}

export function advertise(major: Major, { settings, fixtures, seams }: Advertised): JsonObject {
  const kinds = versionsOf(settings.majors[major]);
  const { strictness } = settings.majors[major];
  const limits = { ...roundsOf(settings, major) };
  const about = {
    protocolVersion: PROTOCOL_VERSIONS[major],
    protocolVersions: Object.values(PROTOCOL_VERSIONS),
    // While there are two, it is what whoever names none is told of (versioning.md §1.1).
    preferredVersion: PROTOCOL_VERSIONS[1],
    implementation: { name: 'vitrine', version: '0.1.0' },
    fixtures,
  };
  if (major === 1) {
    return {
      ...about,
      supportedEnvelopes: Object.keys(kinds),
      schemaVersions: kinds,
      limits,
      envelopeStrictness: strictness,
      envelopeContracts: { advertised: true },
      ...(Object.hasOwn(kinds, SURFACE_KIND) ? { a2uiSurface: { deltaTransport: true } } : {}),
    };
  }
  // The universal kinds need no claim there, but a version: one that is not listed is 0 (events.md §"The envelope-kind catalog").
  return {
    ...about,
    supportedEnvelopes: record({ kinds: Object.keys(kinds).filter((kind) => !isUniversal(kind)) }),
    schemaVersions: record({ kinds }),
    limits: record(limits),
    envelopeStrictness: record({ mode: strictness }, 'claims-check'),
    envelopeContracts: record({ advertised: true }, 'claims-check'),
    interrupt: record({ tokenAlgs: ['hs256'] }),
    replay: record({ modes: ['replay'] }),
    runList: record({ maxPageSize: MAX_RUN_PAGE, filters: ['workflowId', 'status'] }),
    ...defined({ conformance: seams === undefined ? undefined : { seamsProfile: seams } }),
  };
}

/** A capability of major 2 (capabilities.md §2). */
function record(facets: JsonObject, witness = 'witnessable-gated'): JsonObject {
  return { status: 'stable', since: '2.0', witness, ...facets };
}

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
