// What every component may say about itself for assistive technology, and its weight in a row or column. Most say
// nothing, and for those nothing is done or kept.

import { type Component, type TreeNode, toBool, toText } from '@vitrine/core/page';
import { attribute } from './dom.ts';
import { brief } from './shown-text.ts';
import type { Drawing } from './widget.ts';

/** What stood in the attributes that were put on an element: a later definition may take them back. */
type Marks = Map<string, string | null>;
const marked = new WeakMap<Element, Marks>();

const LIVE = /^(?:polite|assertive|off)$/;

/** For components that say something, and for those that did before: the others cost nothing (Drawn asks for neither). */
export function markAccessible({ dom, named = dom }: Drawing, node: TreeNode, component: Component): void {
  if (dom instanceof HTMLElement) weigh(dom, component.weight, node);
  const label = wordsOf(node, 'label');
  const description = wordsOf(node, 'description');
  const live = toText(node.accessibility('live'));
  const hidden = toBool(node.accessibility('hidden'));
  put(named, 'role', (label ?? description) === undefined ? undefined : roleFor(named));
  put(named, 'aria-label', label);
  put(named, 'aria-description', description);
  put(dom, 'aria-live', LIVE.test(live) ? live : undefined);
  put(dom, 'aria-hidden', hidden ? 'true' : undefined);
  // What nobody is told of must not take the focus either.
  put(dom, 'inert', hidden ? '' : undefined);
}

/** Only in a row or column has weight a meaning (A2UI, common properties). */
function weigh({ style }: HTMLElement, weight: number | undefined, node: TreeNode): void {
  const parent = node.place.parent?.type;
  const counts = (parent === 'Row' || parent === 'Column') && typeof weight === 'number' && weight >= 0;
  style.flexGrow = counts ? String(weight) : '';
  style.minInlineSize = counts ? '0' : '';
}

function wordsOf(node: TreeNode, what: 'label' | 'description'): string | undefined {
  return brief(toText(node.accessibility(what))).trim() || undefined;
}

/** ARIA 1.2 forbids a name on these unless they have a role of their own. */
const NAMELESS = /^(?:div|span|p|svg|label|code|pre|b|i|em|strong|small|time|figcaption)$/;

function roleFor(element: Element): string | undefined {
  if (element.hasAttribute('role') && !marked.get(element)?.has('role')) return undefined;
  const { localName } = element;
  if (localName === 'svg' || element.classList.contains('icon')) return 'img';
  return NAMELESS.test(localName) ? 'group' : undefined;
}

function put(element: Element, name: string, value: string | undefined): void {
  const marks: Marks = marked.get(element) ?? new Map();
  if (value !== undefined) {
    if (!marks.has(name)) marked.set(element, marks.set(name, element.getAttribute(name)));
    attribute(element, name, value);
  } else if (marks.has(name)) {
    attribute(element, name, marks.get(name) ?? undefined);
    marks.delete(name);
  }
}
