// What a write tells the other nodes: a notification that says it all, where it is short, so that nobody has to ask the
// database; else the name of the node that wrote, which is a hint to look.

import { isArray, parseJson, type Seq } from '@vitrine/core/internal';
import type { SessionId } from '@vitrine/log';
import type { RunRow } from '@vitrine/log/driver';
import { TEXT_END } from './schema.ts';

export interface StoredRun extends RunRow {
  readonly session: SessionId;
}

/** All that a write has changed for others. */
export interface WriteNotice {
  readonly node: string;
  readonly n: number;
  readonly agents: readonly string[];
  readonly kinds: readonly string[];
  readonly runs: readonly StoredRun[];
}

/** PostgreSQL takes less than 8000 bytes. */
const MAX_BYTES = 7900;

/** Undefined: it is too long. */
export function writeNotice({ node, n, agents, kinds, runs }: WriteNotice): string | undefined {
  let chars = 0;
  for (const { text } of runs) chars += text.length;
  if (chars > MAX_BYTES) return undefined;
  const head = JSON.stringify([node, n, agents, kinds, runs.map(({ session, seq }) => [session, seq])]);
  const payload = [head, ...runs.map(({ text }) => text)].join(TEXT_END);
  return Buffer.byteLength(payload) > MAX_BYTES ? undefined : payload;
}

/** The name alone: somebody wrote something. Whoever can notify could write the tables, so what it says is taken. */
export function readNotice(payload: string): WriteNotice | Pick<WriteNotice, 'node'> {
  if (!payload.startsWith('[')) return { node: payload };
  const [head = '', ...texts] = payload.split(TEXT_END);
  const parsed = parseJson(head);
  const [node, n, agents, kinds, places] = parsed.ok && isArray(parsed.value) ? parsed.value : [];
  if (typeof node !== 'string' || typeof n !== 'number' || !isArray(places)) return { node: '' };
  const runs = (places as [SessionId, Seq][]).map(([session, seq], at) => ({ session, seq, text: texts[at] ?? '' }));
  return { node, n, agents: agents as string[], kinds: kinds as string[], runs };
}
