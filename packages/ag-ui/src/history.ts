// A thread from its beginning, as the messages that a client keeps: what people and the agent said, and the surfaces as they are.

import { type Entry, isOp, type JsonObject, type Seq, weigh } from '@vitrine/core/internal';
import { wordsFrom } from '@vitrine/dialects';
import { digestOf } from '@vitrine/face-kit';
import { SharedEvents } from './event-writer.ts';
import { textEvents } from './run-events.ts';
import type { UserMessage } from './run-input.ts';

/** The key of an entry that a client of AG-UI wrote holds what the client calls its message. */
const OWN = /^ag-ui \S+ /;

/** Some clients call every message alike: other words are another message. */
export function messageKey({ id, text }: UserMessage): string {
  return `ag-ui ${digestOf(text).slice(0, 16)} ${id}`;
}

/** Up to where a client was told, by the names of what it holds. Undefined: it holds nothing that was told to it. */
export function heldUpTo(ids: Iterable<string>): Seq | undefined {
  const found = [...ids].flatMap((id) => /^say-(\d{1,15})-\d+$/.exec(id)?.[1] ?? []);
  return found.length === 0 ? undefined : found.reduce((most, seq) => Math.max(most, Number(seq)), 0);
}

export interface SaidText {
  readonly id: string;
  readonly text: string;
}

/** What an agent says in an entry. A note is a sentence like any other: these clients have no other place for it. */
function textsIn({ body, seq, trust }: Entry): readonly SaidText[] {
  return body.filter(isOp).flatMap((op, i) => {
    const text =
      op.op === 'say' ? op.text : op.op === 'effect' && op.effect.kind === 'toast' ? op.effect.text : undefined;
    return text === undefined || text === '' ? [] : [{ id: `say-${seq}-${i}`, text: wordsFrom(trust, text) }];
  });
}

export interface ToldText extends SaidText {
  readonly events: SharedEvents;
}

const knownTexts = new WeakMap<Entry, readonly ToldText[]>();

/** The same for all who follow a session, since all of them are given the same entries. */
export function toldIn(entry: Entry): readonly ToldText[] {
  const known = knownTexts.get(entry);
  if (known !== undefined) return known;
  const made = textsIn(entry).map(({ id, text }) => ({ id, text, events: new SharedEvents(textEvents(id, text)) }));
  knownTexts.set(entry, made);
  return made;
}

export function messagesIn(entry: Entry): readonly JsonObject[] {
  if (entry.from.role !== 'viewer')
    return textsIn(entry).map(({ id, text }) => ({ id, role: 'assistant', content: text }));
  return entry.body.flatMap((part, i) => {
    if (isOp(part) || part.event !== 'say') return [];
    const isOwn = entry.key !== undefined && OWN.test(entry.key);
    const id = isOwn ? (entry.key ?? '').replace(OWN, '') : `said-${entry.seq}-${i}`;
    return [{ id, role: 'user', content: part.text }];
  });
}

export function activityId(surface: string): string {
  return `a2ui-surface-${surface}`;
}

export function activityMessage(surface: string, content: JsonObject): JsonObject {
  return { id: activityId(surface), role: 'activity', activityType: 'a2ui-surface', content };
}

/** Clients take no event of more than 10 MiB: so many characters of words, and so many values of surfaces, go into one. */
const MAX_WORDS = 4 * 1024 * 1024;
const MAX_VALUES = 100_000;

/** The newest words that fit into one event, with the surfaces where these fit too; else they follow, each by itself. */
export function snapshotOf(
  words: readonly JsonObject[],
  activities: readonly JsonObject[],
): [messages: readonly JsonObject[], beside: readonly JsonObject[]] {
  let room = MAX_WORDS;
  const last = words.findLastIndex(({ id, content }) => {
    room -= String(id).length + String(content).length;
    return room < 0;
  });
  const newest = words.slice(last + 1);
  const isFit = last === -1 && weigh([...activities], MAX_VALUES) <= MAX_VALUES;
  return isFit ? [[...newest, ...activities], []] : [newest, activities];
}
