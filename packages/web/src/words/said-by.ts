// What translations have in common.

import type { FieldParameters } from '@vitrine/core/later';
import type { FieldSentences } from '@vitrine/core/page';

/** What is asked for by the type of a field; `empty`: of one to be filled in. */
export interface TypeSentences {
  readonly empty: string;
  readonly text: string;
  readonly number: string;
  readonly bool: string;
  readonly date: string;
  readonly time: string;
  readonly 'date-time': string;
  readonly choice: string;
  readonly file: string;
}

/** The sentences for codes that are about the type alone. */
export function typeSentences(of: TypeSentences): Pick<FieldSentences, 'REQUIRED' | 'TYPE' | 'OPTION'> {
  const all: { readonly [type: string]: string } = { ...of, email: of.text, day: of.date, choices: of.choice };
  const TYPE = ({ type }: FieldParameters['TYPE']): string => all[type] ?? of.text;
  const REQUIRED = ({ type }: FieldParameters['TYPE']): string =>
    type === 'file' || type.startsWith('choice') ? TYPE({ type }) : of.empty;
  return { REQUIRED, TYPE, OPTION: TYPE };
}

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
