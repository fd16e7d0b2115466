// Style sheets are made once a page and adopted by every surface: no style element, so no exception in the page's policy.

import { ACTIONS_CSS } from './actions.ts';
import { CONTENT_CSS } from './content.ts';
import { CONTROLS_CSS } from './controls.ts';
import { INPUTS_CSS } from './inputs.ts';
import { TOKENS_CSS } from './tokens.ts';

let sheet: CSSStyleSheet | undefined;
const parts = new Set([TOKENS_CSS, CONTENT_CSS, CONTROLS_CSS, INPUTS_CSS, ACTIONS_CSS]);

export function surfaceSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([...parts].join(''));
  }
  return sheet;
}

/**
 * Styles of a catalog that not every page has, for what stands in elements that are marked with its name. Other catalogs
 * use the same class names: a rule that reached them would change what they look like when this one is first drawn.
 */
export function addStyles(catalog: string, css: string): void {
  const scoped = 'CSSScopeRule' in window ? `@scope ([data-catalog=${catalog}]) {${css}}` : css;
  if (parts.has(scoped)) return;
  parts.add(scoped);
  sheet?.replaceSync([...parts].join(''));
}
