// What this host says of itself at /.well-known/openwop, in the words of each major: kinds that it renders, their
// versions, limits. Everything stands in the settings that admission reads, so that nothing is promised and not done.

import type { JsonObject } from '@vitrine/core';
import { isUniversal, SURFACE_KIND } from '@vitrine/dialects/openwop';
import type { Major } from './admission/types.ts';
import { type OpenwopSettings, roundsOf, versionsOf } from './settings.ts';

export const PROTOCOL_VERSIONS: { readonly [major in Major]: string } = { 1: '1.0', 2: '2.0' };
export const SEAMS_PROFILE = 'openwop-conformance-seams-v2';
export const MOST_RUNS = 100;

/** @param fixtures workflows of the conformance suite that somebody runs here at this moment */
export function advertise(major: Major, settings: OpenwopSettings, fixtures: readonly string[]): JsonObject {
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
    runList: record({ maxPageSize: MOST_RUNS, filters: ['workflowId', 'status'] }),
    ...(settings.seams ? { conformance: { seamsProfile: SEAMS_PROFILE } } : {}),
  };
}

/** A capability of major 2 (capabilities.md §2). */
function record(facets: JsonObject, witness = 'witnessable-gated'): JsonObject {
  return { status: 'stable', since: '2.0', witness, ...facets };
}
