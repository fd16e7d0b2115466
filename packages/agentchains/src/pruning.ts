// What is over is forgotten after a while: an ended session with its count and its consents. The entries of a session stay
// with the host.

import type { PortRecord } from '@vitrine/core/port';
import type { AgentchainsServices } from './services.ts';
import { readRecord } from './tracked-session.ts';

/** What may not go yet is looked at again. */
const AGAIN_MS = 24 * 3_600_000;

/** A record that is due goes; a time: it stays until then. */
export async function forgetEnded(
  { port, consents }: Pick<AgentchainsServices, 'port' | 'consents'>,
  record: PortRecord,
): Promise<number | undefined> {
  const session = readRecord(record)?.session;
  if (session === undefined) return undefined;
  const row = await port.sessions.find(session);
  // A session of the agent's own outlives whoever looked at it, and what its people have taken back still holds.
  if (row !== undefined && row.closedAt === undefined) return port.transport.now() + AGAIN_MS;
  const keys: string[] = [];
  for await (const own of port.records.list(session)) keys.push(own.key);
  consents.forget(session);
  // Together: what is left of a session must not be found without it.
  await port.records.write(keys.map((one) => ({ key: one, remove: true })));
  return undefined;
}
