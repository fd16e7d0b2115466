// Entries as text and back. Every text carries the version of the format; a reader lifts older ones step by step.
// The seq stands beside the text: it is given when the text is long written.

import type { Entry, JsonObject, Seq } from '@vitrine/core';
import { LogError } from './log-error.ts';
import type { UnwrittenEntry } from './session-log.ts';
import { toStored, toText } from './stored-text.ts';

export const ENTRY_VERSION = 2;

/** By the version that it reads: gives the entry in the next version. Those of this file are there already. */
export type Upcasters = { readonly [version: number]: (entry: JsonObject) => JsonObject };

const UPCASTERS: Upcasters = { 1: withExt };

/**
 * In version 1 a face kept what is its own as a text, `{"<face>":1,…}`. A text that cannot be read leaves an empty object:
 * so the face knows that something stood there.
 */
function withExt({ wire, ...entry }: JsonObject): JsonObject {
  const face = typeof wire === 'string' ? /^\{"([\w-]+)":1,/.exec(wire)?.[1] : undefined;
  if (face === undefined) return entry;
  try {
    const { [face]: _, ...own } = JSON.parse(wire as string) as JsonObject;
    return { ...entry, ext: { [face]: own } };
  } catch {
    return { ...entry, ext: { [face]: {} } };
  }
}

export function writeEntry(entry: UnwrittenEntry): string {
  if ('v' in entry || 'seq' in entry) return writeEntry(withoutPlace(entry));
  // Put in front of the text: a copy of the object costs as much as writing it.
  return `{"v":${ENTRY_VERSION},${toText(entry).slice(1)}`;
}

/** An entry to be written; fields that are not there may be undefined. */
export type EntryToStore = Pick<UnwrittenEntry, 'at' | 'from' | 'trust' | 'body'> & {
  readonly [K in Exclude<keyof UnwrittenEntry, 'at' | 'from' | 'trust' | 'body'>]?: UnwrittenEntry[K] | undefined;
};

/** The text of an entry and what will be read from it. */
export interface StoredEntry {
  readonly text: string;
  readonly entry: Entry;
}

/** For whoever folds what is stored and nothing else. */
export function storeEntry(entry: EntryToStore, seq: Seq): StoredEntry {
  return withHead(entry, toStored(entry.body), seq);
}

/** What stands around the body. */
export function withHead(entry: EntryToStore, stored: ReturnType<typeof toStored>, seq: Seq): StoredEntry {
  const { at, from, trust, node, key, ref, basis, trace, ext } = entry;
  if ((node ?? key ?? ref ?? basis ?? ext) === undefined) {
    const text = `${plainHead(at, from, trust, trace)}${stored.text}}`;
    // The body is that of an entry, and stays one when it is copied.
    const copied = stored.value as object as Entry['body'];
    const plain = { v: ENTRY_VERSION, at, from, trust, body: copied, seq } as const;
    return { text, entry: trace === undefined ? plain : { ...plain, trace } };
  }
  const head = headText({ at, from, node, trust, key, ref, basis, trace });
  const read = readEntry(`${head}[]}`, seq);
  const whole = { ...read, body: stored.value as object as Entry['body'] };
  if (ext === undefined) return { text: `${head}${stored.text}}`, entry: whole };
  const kept = toStored(ext);
  return {
    text: `${head}${stored.text},"ext":${kept.text}}`,
    entry: { ...whole, ext: kept.value as object as NonNullable<Entry['ext']> },
  };
}

let lastHead:
  | (Pick<Entry, 'at' | 'from' | 'trust'> & { readonly trace: string | undefined; readonly text: string })
  | undefined;

/** What comes together has the same head, which is half of a short entry. */
function plainHead(at: Entry['at'], from: Entry['from'], trust: Entry['trust'], trace: Entry['trace']): string {
  if (lastHead?.from !== from || lastHead.at !== at || lastHead.trust !== trust || lastHead.trace !== trace)
    lastHead = { at, from, trust, trace, text: headText({ at, from, trust, trace }) };
  return lastHead.text;
}

/** All that stands before the body. */
function headText(head: object): string {
  return `{"v":${ENTRY_VERSION},${toText(head).slice(1, -1)},"body":`;
}

function withoutPlace(entry: UnwrittenEntry & { readonly v?: unknown; readonly seq?: unknown }): UnwrittenEntry {
  const { v: _, seq: __, ...rest } = entry;
  return rest;
}

export function readEntry(text: string, seq: Seq, upcasters?: Upcasters): Entry {
  return newest(parse(text, seq), seq, upcasters);
}

/** JSON of a text that is long, in turns with others. What cannot be read is parsed again, for its reason. */
export type ParseLong = (
  text: string,
) => Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false }>;

export async function readLongEntry(
  text: string,
  seq: Seq,
  parseLong: ParseLong,
  upcasters?: Upcasters,
): Promise<Entry> {
  const parsed = await parseLong(text);
  return newest(parsed.ok ? (parsed.value as JsonObject) : parse(text, seq), seq, upcasters);
}

/** The text was written by writeEntry, whose parameter has this type. */
function newest(read: JsonObject, seq: Seq, upcasters: Upcasters = {}): Entry {
  const entry = read.v === ENTRY_VERSION ? read : lift(read, upcasters);
  return Object.assign(entry, { seq }) as object as Entry;
}

function parse(text: string, seq: Seq): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    throw new LogError('VITRINE_LOG_DAMAGED', `Entry ${seq} cannot be read: its text is damaged.`);
  }
}

function lift(stored: JsonObject, upcasters: Upcasters): JsonObject {
  let entry = stored;
  for (let version = stored.v; version !== ENTRY_VERSION; version++) {
    const upcaster =
      typeof version === 'number' && version < ENTRY_VERSION ? (UPCASTERS[version] ?? upcasters[version]) : undefined;
    if (typeof version !== 'number' || upcaster === undefined)
      throw new LogError('VITRINE_LOG_VERSION', `Nothing here reads the format version ${stored.v} of an entry.`);
    entry = upcaster(entry);
  }
  return { ...entry, v: ENTRY_VERSION };
}
