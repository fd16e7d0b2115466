// What data becomes that A2UI 0.8 has no words for (typed-contents.ts writes it): told by what is written, so the cost is
// that of the writing.

import { isArray, isObject, type Json, parseJson } from '@vitrine/core';
import type { Write } from './diff.ts';
import { isAtom } from './typed-contents.ts';

export function lossesOf(writes: readonly Write[]): ReadonlySet<string> {
  const lost = new Set<string>();
  for (const { path, value } of writes) {
    if (value === undefined) {
      if (path.length <= 1) lost.add('what is taken out of the data model is sent as an empty text');
    } else if (path.length === 0 && !isObject(value)) lost.add('a data model that is no object is not sent');
    else addLosses(value, lost);
  }
  return lost;
}

function addLosses(value: Json, lost: Set<string>): void {
  if (value === null) lost.add('null values are sent as empty texts');
  else if (typeof value === 'string') {
    if (spellsJson(value)) lost.add('a text that spells JSON may be read as the value it spells');
  } else if (!isAtom(value)) {
    if (isArray(value)) lost.add('lists that hold lists or objects are sent as maps by position');
    for (const member of Object.values(value)) addLosses(member as Json, lost);
  }
}

/** Readers of 0.8 parse such a text, because lists reach them in no other way; there is no spelling that they leave. */
function spellsJson(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== '[' && first !== '{') return false;
  return parseJson(text).ok;
}
