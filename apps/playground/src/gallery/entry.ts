// What a card of the gallery shows, as data: messages of any dialect, or entries in neutral form. A family is a file of
// them; a new entry is a new item there and nothing else.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { defined, type Json, type JsonObject, type Op } from '@vitrine/core/page';

/** What the agent of an entry says to an action; absent where nobody answers. */
export type EntryReply = (action: string, context: JsonObject) => readonly Json[] | undefined;

export interface GalleryEntry {
  readonly group: string;
  readonly title: string;
  readonly note?: string;
  readonly messages?: readonly Json[];
  /** A time in them may be written `+30s`: so long after it is fed. */
  readonly entries?: readonly (readonly Op[])[];
  readonly reply?: EntryReply;
  readonly trust?: 'untrusted';
  /** What covers the page waits until it is asked for. */
  readonly waits?: true;
  /** It is about how something arrives: it can be played again. */
  readonly replay?: true;
  /** It is too long to be shown in its full height. */
  readonly tall?: true;
}

export interface Family {
  readonly title: string;
  readonly entries: readonly GalleryEntry[];
}

export interface StackOptions {
  /** The basic catalog when absent. */
  readonly catalog?: string;
  readonly data?: Json;
  readonly theme?: JsonObject;
}

/** A2UI 0.9 messages that show these components below each other. Those in `more` are reached from them by id. */
export function stack(
  parts: readonly JsonObject[],
  more: readonly JsonObject[] = [],
  shown: StackOptions = {},
): Json[] {
  const named: JsonObject[] = parts.map((part, i) => ({ id: `part${i}`, ...part }));
  const root = { id: 'root', component: 'Column', children: named.map(({ id }) => id as string) };
  return surface([root, ...named, ...more], shown);
}

/** A2UI 0.9 messages for a surface of these components, one of which is `root`. */
export function surface(components: readonly Json[], { catalog = basic09.id, data, theme }: StackOptions = {}): Json[] {
  const version = 'v0.9';
  const open = { surfaceId: 'main', catalogId: catalog, ...defined({ theme }) };
  return [
    { version, createSurface: open },
    ...(data === undefined ? [] : [{ version, updateDataModel: { surfaceId: 'main', value: data } }]),
    { version, updateComponents: { surfaceId: 'main', components } },
  ];
}

/** A text component, for what needs one as its child. */
export function text(id: string, words: string, more: JsonObject = {}): JsonObject {
  return { id, component: 'Text', text: words, ...more };
}
