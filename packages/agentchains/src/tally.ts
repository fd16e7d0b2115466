// What was exchanged in a session (AgentChains A2UI §6.3), counted from its entries: exact after any crash. How far was
// counted is kept beside it, so that no entry is read twice.

import { agentchains } from '@vitrine/core/catalogs/agentchains';
import type { Entry, FacePorts } from '@vitrine/core/internal';
import { entriesUpTo, timeAt } from '@vitrine/face-kit';

/** Messages of the agent and of people that were taken, init among them; and up to which seq was counted. */
const NOTHING = { upTo: 0, message_count: 0, components_rendered: 0, inputs_requested: 0 };
type Counted = typeof NOTHING;
export type Tally = Omit<Counted, 'upTo'>;

/** `keptMs`: how long a count is kept that nobody asks for; it can be made again. */
export async function tallyOf(port: FacePorts, session: string, head: number, keptMs: number): Promise<Tally> {
  const key = `tally/${session}`;
  const before = (await port.records.read(key))?.value as Partial<Counted> | undefined;
  const counted = { ...NOTHING, ...before };
  if (head > counted.upTo) {
    for await (const entry of entriesUpTo(port, session, counted.upTo, head)) count(entry, counted);
    const due = timeAt(port.transport.now() + keptMs);
    await port.records.write([{ key, session, due, value: { ...counted } }]);
  }
  const { upTo: _upTo, ...tally } = counted;
  return tally;
}

function count({ seq, from, body }: Entry, counted: Counted): void {
  counted.upTo = seq;
  if (from.role !== 'host' || body.some((part) => 'event' in part && part.event === 'join')) counted.message_count++;
  for (const part of body) {
    if (!('op' in part) || from.role !== 'agent') continue;
    if (part.op === 'open' && part.catalog === agentchains.id) counted.components_rendered++;
    else if (part.op === 'ask') counted.inputs_requested++;
  }
}
