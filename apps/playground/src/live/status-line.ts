// The quiet line that says how the connection is. Its words change in place; the room for them does not.

import type { LinkState } from '@vitrine/client';
import { setText } from '../page/element.ts';

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
