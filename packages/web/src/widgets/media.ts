// What pictures, sounds and films have in common: an address that the policy of the page has allowed, and the words that
// stand where it has not. An address that is refused is reported once a surface, however many components name it.

import { type MediaKind, type NodeValue, toText } from '@vitrine/core';
import { make } from '../dom.ts';
import { brief, shown } from '../shown-text.ts';
import type { Stage } from '../stage.ts';

/** Neither: there is no address yet. */
export interface Address {
  readonly url?: string;
  readonly refused?: string;
}

const reported = new WeakMap<Stage, Set<string>>();
/** More refused addresses than this say nothing new. */
const MOST_REPORTS = 1000;

export function addressOf(stage: Stage, given: NodeValue, kind: MediaKind): Address {
  // Only what was sent as text is an address: what is made of other types would be one on the page's own host.
  const wanted = toText(given as string | undefined);
  if (wanted === '') return {};
  const checked = stage.media(given, kind);
  if (checked.ok) return { url: checked.value };
  const [problem] = checked.issues;
  const known = reported.get(stage) ?? new Set();
  reported.set(stage, known);
  const key = wanted.slice(0, 200);
  if (problem !== undefined && !known.has(key) && known.size < MOST_REPORTS) {
    known.add(key);
    stage.report(problem);
  }
  return { refused: problem?.message ?? '' };
}

/** The words that stand where something cannot be shown: what it is, and why it is not here. */
export function insteadOf(what: string, words: string, why?: string): HTMLElement {
  const instead = make('span', 'instead');
  instead.textContent = brief([words || what, why].filter(Boolean).join('\n'));
  if (why !== undefined) instead.title = shown(why);
  return instead;
}
