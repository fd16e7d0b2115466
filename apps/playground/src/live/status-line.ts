// The quiet line that says how the connection is. Its words change in place; the room for them does not.

import type { LinkState } from '@vitrine/client';
import { byId, setText } from '../page/element.ts';

const WORDS: { readonly [state in LinkState]: string } = {
  connecting: 'Connecting …',
  live: 'Live',
  offline: 'Offline, reconnecting …',
  closed: 'Ended',
  refused: 'No access',
};

export function drawStatus(element: HTMLElement, state: LinkState): void {
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  setText(element, WORDS[state]);
}

const MIN_SHOWN_MS = 4000;
const PER_CHARACTER_MS = 75;

let timer: ReturnType<typeof setTimeout> | undefined;

/** The line at the foot of a page that says one thing and is gone again; longer sentences stay longer. */
export function say(words: string): void {
  const line = byId('said', HTMLElement);
  setText(line, words);
  clearTimeout(timer);
  timer = setTimeout(() => setText(line, ''), Math.max(MIN_SHOWN_MS, words.length * PER_CHARACTER_MS));
}
