// A recording of a session is its entries, one a line, as the inspector copies them. What its agent said becomes a document; what
// people did is no part of one.

import { type Entry, isArray, isObject, type Json } from '@vitrine/core/page';

/** The newest version of an entry; what its body holds is the same since the first. */
const ENTRY_VERSION: Entry['v'] = 2;
/** Of a message in the neutral form. */
const MESSAGE_VERSION = 1;

/** Undefined: the text is no recording. */
export function readRecording(text: string): { readonly text: string } | { readonly refusal: string } | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.map(readEntry);
  const [first] = entries;
  if (first === undefined) return undefined;
  const newest = Math.max(...entries.map((entry) => entry?.v ?? 0));
  if (newest > ENTRY_VERSION)
    return {
      refusal: `The recording is of version ${newest}; this Vitrine reads ${ENTRY_VERSION}. Open it with a newer one.`,
    };
  const messages = entries.flatMap((entry) => {
    const ops = (entry?.body ?? []).filter((part) => isObject(part) && part.op !== undefined);
    return ops.length === 0 ? [] : [JSON.stringify({ vitrine: MESSAGE_VERSION, body: ops })];
  });
  return { text: messages.join('\n') };
}

function readEntry(line: string): { readonly v: number; readonly body: readonly Json[] } | undefined {
  try {
    const value = JSON.parse(line) as Json;
    if (!isObject(value) || typeof value.v !== 'number' || typeof value.seq !== 'number') return undefined;
    return { v: value.v, body: isArray(value.body) ? value.body : [] };
  } catch {
    return undefined;
  }
}
