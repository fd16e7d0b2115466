// What translations have in common.

import type { ValidationResult } from '@vitrine/core';

/** The icons of the basic catalogs, in the order in which translations name them. */
export const ICONS =
  'accountCircle|add|arrowBack|arrowForward|attachFile|calendarToday|call|camera|check|close|delete|download|edit|event|error|favorite|favoriteOff|folder|help|home|info|locationOn|lock|lockOpen|mail|menu|moreVert|moreHoriz|notificationsOff|notifications|payment|person|phone|photo|print|refresh|search|send|settings|share|shoppingCart|star|starHalf|starOff|upload|visibility|visibilityOff|warning|fastForward|pause|play|rewind|skipNext|skipPrevious|stop|volumeDown|volumeMute|volumeOff|volumeUp'.split(
    '|',
  );

/** `other`: an icon without a name. */
export function iconsBy(other: string, listed: string): (name: string) => string {
  const names = listed.split('|');
  return (name) => names[ICONS.indexOf(name)] ?? (name || other);
}

/** The one message that the engine gives itself: of a mail address. An agent's own words stay. */
export function invalidEmail(words: string): (failure: ValidationResult) => string | undefined {
  return ({ code, message }) =>
    code === 'INVALID_EMAIL' && message?.startsWith('Please enter a valid email') === true ? words : undefined;
}

/** The language of an element that speaks these words, and the direction where nothing around it says one. */
export function marks(lang: string, dir?: 'rtl'): (element: HTMLElement, on: boolean) => void {
  return (element, on) => {
    if (on && !element.hasAttribute('lang')) element.lang = lang;
    else if (!on && element.lang === lang) element.removeAttribute('lang');
    if (dir === undefined) return;
    if (on && element.isConnected && element.closest('[dir]') === null) element.dir = dir;
    else if (!on && element.dir === dir) element.removeAttribute('dir');
  };
}
