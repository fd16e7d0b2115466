// Styles of a catalog that not every page has, for elements that are marked with its name and what stands in them. Other
// catalogs use the same class names: a rule that reached them would change what they look like when this one is first drawn.
// A rule of `@scope` does not reach the marked element itself.

import { surfaceStyles } from './sheet.ts';

export function addStyles(catalog: string, css: string): void {
  const marked = `:where([data-catalog=${catalog}], [data-catalog=${catalog}] *)`;
  const narrow = (_: string, before: string, selectors: string): string => `${before}${narrowed(selectors, marked)}{`;
  surfaceStyles.add(`catalog-${catalog}`, css.replace(SELECTORS, narrow));
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
