// An agent that others open sessions with, over A2A for example: it waits for words and answers with words and surfaces,
// and says when its turn is over. What it knows of a booking stands in the data of its surface.

import type { AgentConnection, AgentDelivery } from '@vitrine/client';
import type { DemoEvent } from '../demo.ts';
import { readDemoEvents } from '../demo-events.ts';
import { asNumber, asText, type Json } from '../json.ts';
import { reference } from '../reference.ts';
import { bookedTable, chooseTable, showMenu } from './pages.ts';

/** What it answers one thing with. */
export interface ConciergeReply {
  readonly description: string;
  readonly messages: readonly Json[];
}

const HELP = 'I can show you the menu, or find a table for you. Write “menu” or “table”.';

/** Until the connection is closed; an event that fails is delivered again. */
export function attend(agent: AgentConnection): void {
  agent.on('event', (delivery) => answer(delivery));
}

async function answer({ session, wire, seq, at }: AgentDelivery): Promise<void> {
  for (const [index, event] of readDemoEvents(wire as Json).entries()) {
    const reply = replyTo(event, new Date(at), seq);
    if (reply === undefined) continue;
    // The same key when it is delivered again: nothing is said or shown twice. What a session does not take, because it is
    // a run of OpenWOP for example, is not tried again.
    const key = `concierge:${seq}:${index}`;
    const begin = [{ op: 'turn', state: 'working' }];
    await session.send({ vitrine: 1, body: begin }, { key: `${key}:begins` });
    if (reply.messages.length > 0) await session.send(reply.messages as readonly object[], { key: `${key}:shows` });
    const ends = [
      { op: 'say', text: reply.description },
      { op: 'turn', state: 'done' },
    ];
    await session.send({ vitrine: 1, body: ends }, { key: `${key}:ends` });
  }
}

/** Undefined: it means nothing to us. */
export function replyTo(event: DemoEvent, now: Date, seq: number): ConciergeReply | undefined {
  if (event.kind === 'say') return toWords(event.text.toLowerCase(), now);
  if (event.kind !== 'action') return undefined;
  if (event.name === 'table') return toWords('table', now);
  if (event.name !== 'book') return undefined;
  const guests = Math.round(Math.min(8, Math.max(1, asNumber(event.context.guests, 2))));
  const [name, day] = [asText(event.context.name, 60), asText(event.context.day, 40).slice(0, 10)];
  if (name === '') return { description: 'I need a name for the table. Who is coming?', messages: [] };
  const number = reference('TBL', seq, now);
  return {
    description: `Done, ${name}. Your reference is ${number}. Ask me for the menu if you like.`,
    messages: bookedTable({ name, day, guests, number }),
  };
}

function toWords(text: string, now: Date): ConciergeReply {
  if (/\bmenu|\beat|\bfood|\bdish/.test(text))
    return { description: 'This is what we cook today.', messages: showMenu() };
  if (/\btable|\bbook|\breserv/.test(text))
    return { description: 'Gladly. Tell me who is coming and when.', messages: chooseTable(now) };
  if (/\b(hello|hi|hey|good (morning|day|evening))\b/.test(text))
    return { description: `Good day. ${HELP}`, messages: [] };
  return { description: HELP, messages: [] };
}
