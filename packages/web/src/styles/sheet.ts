// Style sheets are made once a page and adopted by every surface: no style element, so no exception in the page's policy.

import { ACTIONS_CSS } from './actions.ts';
import { CONTENT_CSS } from './content.ts';
import { INPUTS_CSS } from './inputs.ts';
import { TOKENS_CSS } from './tokens.ts';

let sheet: CSSStyleSheet | undefined;
const parts = new Set([TOKENS_CSS, CONTENT_CSS, INPUTS_CSS, ACTIONS_CSS]);

export function surfaceSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([...parts].join(''));
  }
  return sheet;
}

/** Styles of a catalog that not every page has: from now on every surface of the page has them. */
export function addStyles(css: string): void {
  if (parts.has(css)) return;
  parts.add(css);
  sheet?.replaceSync([...parts].join(''));
}
