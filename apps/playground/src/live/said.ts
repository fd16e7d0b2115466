// The line at the foot of a page that says one thing and is gone again; longer sentences stay longer.

import { byId, setText } from '../page/element.ts';

const MIN_SHOWN_MS = 4000;
const PER_CHARACTER_MS = 75;

let timer: ReturnType<typeof setTimeout> | undefined;

export function say(words: string): void {
  const line = byId('said', HTMLElement);
  setText(line, words);
  clearTimeout(timer);
  timer = setTimeout(() => setText(line, ''), Math.max(MIN_SHOWN_MS, words.length * PER_CHARACTER_MS));
}
