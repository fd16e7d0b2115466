// What data becomes that A2UI 0.8 has no words for (typed-contents.ts writes it): told by what is written, so the cost is
// that of the writing.

import { isArray, isHeavy, isObject, type Json, parseJson, type Steps } from '@vitrine/core/internal';
import type { Write } from './diff.ts';
import { isAtom } from './typed-contents.ts';

const AS_MAPS = 'lists that hold lists or objects are sent as maps by position';
/** Members that are looked through in one step. */
const STEP_MEMBERS = 256;

export function* lossesOf(writes: readonly Write[]): Steps<ReadonlySet<string>> {
  const lost = new Set<string>();
  for (const { path, value } of writes) {
    if (value === undefined) {
      if (path.length <= 1) lost.add('what is taken out of the data model is sent as an empty text');
    } else if (path.length === 0 && !isObject(value)) lost.add('a data model that is no object is not sent');
    else yield* addLosses(value, lost);
  }
  return lost;
}

/** What is long is looked through a piece at a time. */
function* addLosses(value: Json, lost: Set<string>): Steps<void> {
  if (!isHeavy(value) || isAtom(value)) return addLossesAtOnce(value, lost);
  if (isArray(value)) lost.add(AS_MAPS);
  let count = 0;
  for (const member of Object.values(value as object)) {
    if (isHeavy(member)) yield* addLosses(member, lost);
    else addLossesAtOnce(member, lost);
    if (++count % STEP_MEMBERS === 0) yield;
  }
}

function addLossesAtOnce(value: Json, lost: Set<string>): void {
  if (value === null) lost.add('null values are sent as empty texts');
  else if (typeof value === 'string') {
    if (spellsJson(value)) lost.add('a text that spells JSON may be read as the value it spells');
  } else if (!isAtom(value)) {
    if (isArray(value)) lost.add(AS_MAPS);
    for (const member of Object.values(value)) addLossesAtOnce(member as Json, lost);
  }
}

/** Readers of 0.8 parse such a text, because lists reach them in no other way; there is no spelling that they leave. */
function spellsJson(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== '[' && first !== '{') return false;
  return parseJson(text).ok;
}
