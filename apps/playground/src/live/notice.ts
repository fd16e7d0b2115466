// What stands in place of a session that cannot be shown: why, and what to do about it.

import { el } from '../page/element.ts';

export interface Notice {
  readonly title: string;
  readonly text: string;
  /** A button under it. */
  readonly act?: { readonly label: string; readonly run: () => void };
}

export function drawNotice({ title, text, act }: Notice): HTMLElement {
  const button = act === undefined ? undefined : el('button', { type: 'button', class: 'primary' }, act.label);
  if (button !== undefined && act !== undefined) button.addEventListener('click', act.run);
  return el('div', { class: 'notice-card' }, el('h2', {}, title), el('p', {}, text), button);
}

export const NOTICES = {
  unknown: {
    title: 'There is no such session',
    text: 'It may have been deleted, or the address was cut short. Ask whoever sent you here for the whole link.',
  },
  locked: {
    title: 'This page needs its link',
    text: 'The link that you were given carries a key behind the # sign, which opens this session in this tab. Open that link again.',
  },
  expired: {
    title: 'Your access has ended',
    text: 'The key of this link has run out or was taken back. Ask whoever sent it to you for a new one.',
  },
  foreign: {
    title: 'This link is for something else',
    text: 'Its key opens another session. Use the link as it was given to you.',
  },
  version: {
    title: 'This session cannot be shown here',
    text: 'This page and its host are of different versions. Load the page anew.',
  },
} as const satisfies { readonly [name: string]: Notice };
