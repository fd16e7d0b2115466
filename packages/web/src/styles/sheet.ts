// Style sheets are made once a page and adopted by every surface: no style element, so no exception in the page's policy.

import { ACTIONS_CSS } from './actions.ts';
import { CONTENT_CSS } from './content.ts';
import { CONTROLS_CSS } from './controls.ts';
import { INPUTS_CSS } from './inputs.ts';
import { TOKENS_CSS } from './tokens.ts';

let sheet: CSSStyleSheet | undefined;
const added = new Set<string>();
const parts = new Set([TOKENS_CSS, CONTENT_CSS, CONTROLS_CSS, INPUTS_CSS, ACTIONS_CSS]);

export function surfaceSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([...parts].join(''));
  }
  return sheet;
}

/**
 * Styles of a catalog that not every page has, for elements that are marked with its name and what stands in them. Other
 * catalogs use the same class names: a rule that reached them would change what they look like when this one is first drawn.
 * A rule of `@scope` does not reach the marked element itself.
 */
export function addStyles(catalog: string, css: string): void {
  if (added.has(catalog)) return;
  added.add(catalog);
  const marked = `:where([data-catalog=${catalog}], [data-catalog=${catalog}] *)`;
  parts.add(
    css.replace(SELECTORS, (_, before: string, selectors: string) => `${before}${narrowed(selectors, marked)}{`),
  );
  sheet?.replaceSync([...parts].join(''));
}

/** What stands before the declarations of a rule, and the brace before that. Our styles have no rules in rules, and no frames of animations. */
const SELECTORS = /(^|[{}])([^{}@]+)\{/g;

/** A list of selectors, each with a condition on what it selects: in front of its pseudo-element, if it has one. */
function narrowed(selectors: string, condition: string): string {
  let depth = 0;
  let isDone = false;
  let text = '';
  for (const [i, char] of [...selectors, ','].entries()) {
    if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    const isEnd = depth === 0 && char === ',';
    if (!isDone && (isEnd || (depth === 0 && char === ':' && selectors[i + 1] === ':'))) {
      text = `${text.trimEnd()}${condition}`;
      isDone = true;
    }
    if (isEnd) isDone = false;
    text += char;
  }
  return text.slice(0, -1);
}
