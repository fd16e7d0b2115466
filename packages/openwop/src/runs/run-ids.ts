// Which session the name of a run stands for (`Run.id`). Suites invent names of their own; a record says which session such
// a name stands for.

import type { FacePorts } from '@vitrine/core';
import type { Major } from '../admission/types.ts';
import { Refusal } from '../http/refusal.ts';

const LONGEST = 256;
export const ALIAS_PREFIX = 'alias/';

/** The session that a name in a path or a body stands for. */
export async function sessionOf(port: FacePorts, major: Major, agent: string, runId: string): Promise<string> {
  if (runId.length > LONGEST) return '';
  const alias = await port.records.read(aliasKey(agent, runId));
  if (typeof alias?.value === 'string') return alias.value;
  if (major === 1) return runId;
  const cut = runId.indexOf('/');
  if (cut < 0) return '';
  // Nobody learns from the name of another tenant whether the run is there (runs.md §Identity).
  if (runId.slice(0, cut) !== agent)
    throw new Refusal(403, 'id_tenant_mismatch', 'The run belongs to another tenant than the caller.');
  return runId.slice(cut + 1);
}

export function aliasKey(agent: string, runId: string): string {
  return `${ALIAS_PREFIX}${agent}/${runId}`;
}
