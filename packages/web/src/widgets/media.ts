// What pictures, sounds and films have in common: an address that the policy of the page has allowed, and the words that
// stand where it has not. An address that is refused is reported once a surface, however many components name it.

import { checkMedia, type MediaKind } from '@vitrine/core/later';
import { type NodeValue, toText } from '@vitrine/core/page';
import { make } from '../dom.ts';
import { reportOnce } from '../report-once.ts';
import { brief, shown } from '../shown-text.ts';
import type { Stage } from '../stage.ts';

/** Neither: there is no address yet. */
export interface Address {
  readonly url?: string;
  readonly refused?: string;
}

export function addressOf(stage: Stage, source: NodeValue, kind: MediaKind): Address {
  // Only what was sent as text is an address: what is made of other types would be one on the page's own host.
  const wanted = toText(source as string | undefined);
  // Of a surface that is not trusted the address may have been taken out on its way here.
  if (wanted === '') return stage.isTrusted ? {} : { refused: stage.words.elsewhere };
  const checked = checkMedia(source, kind, stage.urls);
  if (checked.ok) return { url: checked.value };
  const [problem] = checked.issues;
  if (problem !== undefined) reportOnce(stage, problem, wanted.slice(0, 200));
  return { refused: problem?.message ?? '' };
}

/** The words that stand where something cannot be shown: what it is, and why it is not here. */
export function insteadOf(what: string, words: string, why?: string): HTMLElement {
  const instead = make('span', 'instead');
  instead.textContent = brief([words || what, why].filter(Boolean).join('\n'));
  if (why !== undefined) instead.title = shown(why);
  return instead;
}

/** What a person is told about it, and what else it depends on. */
type Follow = (source: NodeValue, words: string, more?: string) => string | undefined;

/**
 * Follows an address: gives the one to be shown by `element` when something has changed. Where there is none, or nothing
 * could be loaded from it, words stand in `dom` instead.
 */
export function followAddress(stage: Stage, kind: MediaKind, dom: Element, element: Element): Follow {
  let last = '';
  let shownWords = '';
  const stand = (why?: string): void => dom.replaceChildren(insteadOf(stage.words[kind], shownWords, why));
  element.addEventListener('error', () => stand(stage.words.notLoaded));
  return (source, words, more) => {
    const { url, refused } = addressOf(stage, source, kind);
    const now = [url, refused, more, words, stage.words[kind]].join('\n');
    if (now === last) return undefined;
    last = now;
    shownWords = words;
    if (url !== undefined) return url;
    element.removeAttribute('src');
    stand(refused === undefined ? undefined : stage.words.blocked(refused));
    return undefined;
  };
}
