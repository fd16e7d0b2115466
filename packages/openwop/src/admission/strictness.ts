// Fourth: an older version than the advertised one. A strict host refuses it; otherwise the payload must fit the
// advertised version, and the drift is told.

import { issue, quote } from '@vitrine/core';
import { refuse, type Step } from './draft.ts';
import { floorOf } from './version.ts';

export const strictness: Step = (draft, rules) => {
  const { type, schemaVersion } = draft.envelope;
  const floor = floorOf(type, rules);
  if (floor === undefined || schemaVersion >= floor) return draft;
  const message = `Version ${schemaVersion} of ${quote(type)} is older than ${floor}, which is advertised.`;
  if (rules.strictness === 'strict')
    return refuse('unknown_schema_version', [issue('VITRINE_MESSAGE_VERSION', 'error', message, '/schemaVersion')]);
  const warning = issue('VITRINE_MESSAGE_VERSION', 'warning', message, '/schemaVersion');
  return { ...draft, drift: { sent: schemaVersion, advertised: floor }, warnings: [...draft.warnings, warning] };
};
