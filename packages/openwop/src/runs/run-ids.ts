// Which session the name of a run stands for (`Run.id`). Suites invent names of their own; a record says which session such
// a name stands for.

import type { FacePorts } from '@vitrine/core/port';
import type { Major } from '../admission/types.ts';
import { invalid, Refusal } from '../http/refusal.ts';

const MAX_LENGTH = 256;
export const ALIAS_PREFIX = 'alias/';

/** The session that a name in a path or a body stands for. */
export async function sessionOf(port: FacePorts, major: Major, agent: string, runId: string): Promise<string> {
  if (runId.length > MAX_LENGTH) return '';
  const alias = await port.records.read(aliasKey(agent, runId));
  if (typeof alias?.value === 'string') return alias.value;
  if (major === 1) return runId;
  const cut = runId.indexOf('/');
  // While there are two majors, the name that major 1 gives out stands for the caller's own (identity.md §5).
  if (cut < 0) return runId;
  // Nobody learns from the name of another tenant whether the run is there (runs.md §Identity).
  if (runId.slice(0, cut) !== agent)
    throw new Refusal(403, 'id_tenant_mismatch', 'The run belongs to another tenant than the caller.');
  return runId.slice(cut + 1);
}

export function aliasKey(agent: string, runId: string): string {
  return `${ALIAS_PREFIX}${agent}/${runId}`;
}

/** A name with its tenant, as one segment of a path: no proxy on the way may rewrite a tilde (RFC 0184 §A.1). */
export function projected(name: string): string {
  return [...Buffer.from(name)].map(projectedByte).join('');
}

function projectedByte(byte: number): string {
  const letter = String.fromCharCode(byte);
  return /[A-Za-z0-9._-]/.test(letter) ? letter : `~${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** From a segment that is unescaped already. One that holds a slash came as `%2F`, and was not projected. */
export function unprojected(segment: string): string {
  if (segment.includes('/')) return segment;
  try {
    return decodeURIComponent(
      segment.replace(/%/g, '%25').replace(/~([0-9A-Fa-f]{2})?/g, (_, byte = 'x') => `%${byte}`),
    );
  } catch {
    throw invalid('In the name of a run ~ is followed by two hexadecimal digits.');
  }
}
