// Third: the version. Above the one that is advertised nothing is read; below it the strictness speaks (strictness.ts).
// A payload of generation 1 says a second version, that of its catalog: one that is not advertised is refused by the same
// name (RFC 0102 §A.3).

import { isObject, issue, quote } from '@vitrine/core';
import { OPENWOP_CATALOG_VERSION } from '@vitrine/core/catalogs/openwop';
import { type Generation, SURFACE_KIND } from '@vitrine/dialects/openwop';
import { refuse, type Step } from './draft.ts';
import type { AdmissionRules } from './types.ts';

/** The version that is advertised of a kind; undefined for those that have none here. */
export function floorOf(type: string, { kinds }: AdmissionRules): number | undefined {
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

export function generationOf(floor: number): Generation {
  return floor >= 2 ? 2 : 1;
}

export const version: Step = (draft, rules) => {
  const { type, schemaVersion, payload } = draft.envelope;
  const floor = floorOf(type, rules);
  if (floor === undefined) return draft;
  if (schemaVersion > floor) {
    const message = `Version ${schemaVersion} of ${quote(type)} is not known here; ${floor} is.`;
    return refuse('unknown_schema_version', [issue('VITRINE_MESSAGE_VERSION', 'error', message, '/schemaVersion')]);
  }
  if (type !== SURFACE_KIND || generationOf(floor) !== 1 || !isObject(payload)) return draft;
  const { catalogVersion } = payload;
  if (typeof catalogVersion !== 'string' || catalogVersion === OPENWOP_CATALOG_VERSION) return draft;
  const message = `The catalog version ${quote(catalogVersion)} is not advertised; ${OPENWOP_CATALOG_VERSION} is.`;
  const at = '/payload/catalogVersion';
  return refuse('unknown_schema_version', [issue('VITRINE_MESSAGE_VERSION', 'error', message, at)]);
};
