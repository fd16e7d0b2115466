// What was exchanged in a session (AgentChains A2UI §6.3), counted from its entries: exact after any crash. How far was
// counted is kept beside it, so that no entry is read twice.

import { type Entry, type FacePorts, isObject, type Json } from '@vitrine/core';
import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { timeAt } from '@vitrine/face-kit';

export interface Tally {
  /** Messages of the agent and of people that were taken; init is one. */
  readonly message_count: number;
  readonly components_rendered: number;
  readonly inputs_requested: number;
}

interface Counted extends Tally {
  readonly upTo: number;
}

type Counting = { -readonly [key in keyof Counted]: Counted[key] };

/** `keptMs`: how long a count is kept that nobody asks for; it can be made again. */
export async function tallyOf(port: FacePorts, session: string, head: number, keptMs: number): Promise<Tally> {
  const key = `tally/${session}`;
  const counted = readCounted((await port.records.read(key))?.value);
  if (head > counted.upTo) {
    await countEntries(port, session, head, counted);
    const due = timeAt(port.transport.now() + keptMs);
    await port.records.write([{ key, session, due, value: { ...counted } }]);
  }
  const { upTo: _upTo, ...tally } = counted;
  return tally;
}

async function countEntries(port: FacePorts, session: string, head: number, counted: Counting): Promise<void> {
  const over = new AbortController();
  const ended = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  try {
    for await (const entry of await port.sessions.entries(session, counted.upTo, ended)) {
      count(entry, counted);
      if (entry.seq >= head) return;
    }
  } finally {
    over.abort();
  }
}

function count({ seq, from, body }: Entry, counted: Counting): void {
  counted.upTo = seq;
  if (from.role !== 'host' || body.some((part) => 'event' in part && part.event === 'join')) counted.message_count++;
  for (const part of body) {
    if (!('op' in part) || from.role !== 'agent') continue;
    if (part.op === 'open' && part.catalog === agentchains.id) counted.components_rendered++;
    else if (part.op === 'ask') counted.inputs_requested++;
  }
}

function readCounted(value: Json = null): Counting {
  const number = (key: keyof Counted): number =>
    isObject(value) && typeof value[key] === 'number' ? (value[key] as number) : 0;
  return {
    upTo: number('upTo'),
    message_count: number('message_count'),
    components_rendered: number('components_rendered'),
    inputs_requested: number('inputs_requested'),
  };
}
