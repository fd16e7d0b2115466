// Fourth to sixth: the version of what is sent, and the payload against the one branch that the advertised version names,
// never against a union of both. Above the advertised version nothing is read; below it a strict host refuses, and another
// one tells the drift. A payload of generation 1 says a second version, that of its catalog: one that is not advertised is
// refused by the same name (RFC 0102 §A.3).

import { OPENWOP_CATALOG_VERSION } from '@vitrine/core/catalogs/openwop';
import { defined, type Issue, isObject, issue, quote } from '@vitrine/core/internal';
import { checkPayload, checkUniversal, type Generation, isUniversal, SURFACE_KIND } from '@vitrine/dialects/openwop';
import { type AdmissionStep, refuse, refuseBySchema } from './draft.ts';
import type { AdmissionRules, Refused } from './types.ts';

/** The version that is advertised of a kind; undefined for those that have none here. */
function floorOf(type: string, { kinds }: AdmissionRules): number | undefined {
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

function generationOf(floor: number): Generation {
  return floor >= 2 ? 2 : 1;
}

function unknownVersion(message: string, at: string): Refused {
  return refuse('unknown_schema_version', [issue('VITRINE_MESSAGE_VERSION', 'error', message, at)]);
}

export const version: AdmissionStep = (draft, rules) => {
  const { type, schemaVersion, payload } = draft.envelope;
  const floor = floorOf(type, rules);
  if (floor === undefined) return draft;
  if (schemaVersion > floor)
    return unknownVersion(
      `Version ${schemaVersion} of ${quote(type)} is not known here; ${floor} is.`,
      '/schemaVersion',
    );
  if (type !== SURFACE_KIND || generationOf(floor) !== 1 || !isObject(payload)) return draft;
  const { catalogVersion } = payload;
  if (typeof catalogVersion !== 'string' || catalogVersion === OPENWOP_CATALOG_VERSION) return draft;
  return unknownVersion(
    `The catalog version ${quote(catalogVersion)} is not advertised; ${OPENWOP_CATALOG_VERSION} is.`,
    '/payload/catalogVersion',
  );
};

export const strictness: AdmissionStep = (draft, rules) => {
  const { type, schemaVersion } = draft.envelope;
  const floor = floorOf(type, rules);
  if (floor === undefined || schemaVersion >= floor) return draft;
  const message = `Version ${schemaVersion} of ${quote(type)} is older than ${floor}, which is advertised.`;
  if (rules.strictness === 'strict') return unknownVersion(message, '/schemaVersion');
  const warning: Issue = issue('VITRINE_MESSAGE_VERSION', 'warning', message, '/schemaVersion');
  return { ...draft, drift: { sent: schemaVersion, advertised: floor }, warnings: [...draft.warnings, warning] };
};

export const branch: AdmissionStep = (draft, rules) => {
  const { type, payload } = draft.envelope;
  const floor = floorOf(type, rules);
  const generation = type === SURFACE_KIND && floor !== undefined ? generationOf(floor) : undefined;
  const check =
    generation !== undefined ? checkPayload[generation] : isUniversal(type) ? checkUniversal[type] : undefined;
  const problem = check?.(payload);
  return problem === undefined ? { ...draft, ...defined({ generation, check }) } : refuseBySchema(problem, '/payload');
};
