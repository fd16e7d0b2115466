// Words of a Markdown text as people may see them.

import { shown } from '../../shown-text.ts';

/** The lexer resolves numeric references and leaves those with names. These are the ones that people write. */
const NAMED: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '\u00a9',
  reg: '\u00ae',
  trade: '\u2122',
  hellip: '\u2026',
  mdash: '\u2014',
  ndash: '\u2013',
  middot: '\u00b7',
  bull: '\u2022',
  times: '\u00d7',
  deg: '\u00b0',
  euro: '\u20ac',
  pound: '\u00a3',
  larr: '\u2190',
  rarr: '\u2192',
};

export function resolved(text: string): string {
  return text.replace(/&([a-z]{2,6});/g, (found, name: string) =>
    Object.hasOwn(NAMED, name) ? (NAMED[name] as string) : found,
  );
}

export function words(text: string): Text {
  return document.createTextNode(shown(text));
}
