// What was exchanged in a session (AgentChains A2UI §6.3), counted from its entries: exact after any crash. How far was
// counted is kept beside it, so that no entry is read twice.

import { type Entry, type FacePorts, isObject, type Json, type PortRecord } from '@vitrine/core';
import { agentchains } from '@vitrine/core/catalogs/agentchains';

export interface Tally {
  /** Messages of the agent and of people that were taken; init is one. */
  readonly message_count: number;
  readonly components_rendered: number;
  readonly inputs_requested: number;
}

interface Counted extends Tally {
  readonly upTo: number;
}

const NOTHING: Counted = { upTo: 0, message_count: 0, components_rendered: 0, inputs_requested: 0 };

/** `keptMs`: how long a count is kept that nobody asks for; it can be made again. */
export async function tallyOf(port: FacePorts, session: string, head: number, keptMs: number): Promise<Tally> {
  const key = `tally/${session}`;
  const before = readCounted((await port.records.read(key))?.value);
  if (head <= before.upTo) return tally(before);
  const counted = { ...before };
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  try {
    for await (const entry of await port.sessions.entries(session, before.upTo, over)) {
      count(entry, counted);
      if (entry.seq >= head) break;
    }
  } finally {
    end();
  }
  const due = new Date(port.transport.now() + keptMs).toISOString();
  const record: PortRecord = { key, session, due, value: { ...counted } };
  await port.records.write([record]);
  return tally(counted);
}

function count({ seq, from, body }: Entry, counted: { -readonly [key in keyof Counted]: Counted[key] }): void {
  counted.upTo = seq;
  if (from.role !== 'host' || body.some((part) => 'event' in part && part.event === 'join')) counted.message_count++;
  for (const part of body) {
    if (!('op' in part) || from.role !== 'agent') continue;
    if (part.op === 'open' && part.catalog === agentchains.id) counted.components_rendered++;
    else if (part.op === 'ask') counted.inputs_requested++;
  }
}

function tally({ message_count, components_rendered, inputs_requested }: Counted): Tally {
  return { message_count, components_rendered, inputs_requested };
}

function readCounted(value: Json | undefined): Counted {
  if (!isObject(value)) return NOTHING;
  const number = (key: keyof Counted): number => (typeof value[key] === 'number' ? (value[key] as number) : 0);
  return {
    upTo: number('upTo'),
    message_count: number('message_count'),
    components_rendered: number('components_rendered'),
    inputs_requested: number('inputs_requested'),
  };
}
