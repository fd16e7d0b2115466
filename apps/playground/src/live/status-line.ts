// The quiet line that says how the connection is. Its words change in place; the room for them does not.

import { setText } from '../page/element.ts';

/** `closed`: the session is; `refused`: there is no access, or nothing to have access to. */
export type LinkState = 'connecting' | 'live' | 'offline' | 'closed' | 'refused';

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
