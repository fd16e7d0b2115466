// Which entries of a session are listed: by who wrote them, what they are about, which surface, and words in them.

import { type Entry, isOp, type Op, type ViewerEvent } from '@vitrine/core/page';
import { entryWords } from './entry-words.ts';

export const ENTRY_KINDS = {
  interface: ['open', 'reveal', 'put', 'close'],
  data: ['set', 'merge', 'unset', 'append', 'input'],
  questions: ['ask', 'withdraw', 'lapse', 'answer', 'consent'],
  actions: ['action', 'cancel', 'call', 'return'],
  words: ['say', 'turn', 'task', 'effect'],
  people: ['join', 'leave'],
  problems: ['issue'],
} as const;
export type EntryKind = keyof typeof ENTRY_KINDS;

export interface EntryFilter {
  /** Absent, here and below: any. */
  readonly author?: Entry['from']['role'];
  readonly kind?: EntryKind;
  readonly surface?: string;
  readonly words?: string;
}

const nameOf = (part: Op | ViewerEvent): string => (isOp(part) ? part.op : part.event);

export function surfacesIn({ body }: Pick<Entry, 'body'>): readonly string[] {
  return body.flatMap((part) => ('surface' in part && typeof part.surface === 'string' ? [part.surface] : []));
}

/** What it puts, each with its surface. */
export function componentsIn({ body }: Pick<Entry, 'body'>): readonly (readonly [surface: string, id: string])[] {
  return body.flatMap((part) =>
    isOp(part) && (part.op === 'put' || part.op === 'open')
      ? (part.components ?? []).map(({ id }) => [part.surface, id] as const)
      : [],
  );
}

export function passesFilter(entry: Entry, { author, kind, surface, words = '' }: EntryFilter): boolean {
  if (author !== undefined && entry.from.role !== author) return false;
  const names: readonly string[] | undefined = kind && ENTRY_KINDS[kind];
  if (names !== undefined && !entry.body.some((part) => names.includes(nameOf(part)))) return false;
  if (surface !== undefined && !surfacesIn(entry).includes(surface)) return false;
  return words === '' || hasWords(entry, words.toLowerCase());
}

function hasWords(entry: Entry, words: string): boolean {
  return entryWords(entry).toLowerCase().includes(words) || JSON.stringify(entry.body).toLowerCase().includes(words);
}
