// What every component may say about itself for assistive technology, and its weight in a row or column. Most say
// nothing, and for those nothing is done or kept.

import { type Component, type TreeNode, toBool, toText } from '@vitrine/core';
import { attribute } from './dom.ts';
import { brief } from './shown-text.ts';
import type { Drawing } from './widget.ts';

/** The attributes that were put on the elements of a drawing: only these are taken away by a later definition. */
type Marks = Set<string>;

const marked = new WeakMap<Element, Marks>();

/** For components that say something, and for those that did before: the others cost nothing (Drawn asks for neither). */
export function markAccessible(drawing: Drawing, node: TreeNode, component: Component): void {
  const { dom } = drawing;
  let marks = marked.get(dom);
  if (marks === undefined) {
    marks = new Set();
    marked.set(dom, marks);
  }
  if (dom instanceof HTMLElement) weigh(dom, component.weight, node);
  name(drawing.named ?? dom, node, marks);
  const live = node.accessibility('live');
  put(dom, 'aria-live', live === 'polite' || live === 'assertive' || live === 'off' ? live : undefined, marks);
  // What nobody is told of must not take the focus either.
  const hidden = toBool(node.accessibility('hidden'));
  put(dom, 'inert', hidden ? '' : undefined, marks);
  if (hidden || marks.has('hidden')) attribute(dom, 'aria-hidden', hidden ? 'true' : undefined);
  if (hidden) marks.add('hidden');
  else marks.delete('hidden');
}

/** Only in a row or column has weight a meaning (A2UI, common properties). */
function weigh(dom: HTMLElement, weight: number | undefined, node: TreeNode): void {
  const parent = node.place.parent?.type;
  const counts = (parent === 'Row' || parent === 'Column') && typeof weight === 'number' && weight >= 0;
  const grow = counts ? String(weight) : '';
  if (dom.style.flexGrow === grow) return;
  dom.style.flexGrow = grow;
  dom.style.minInlineSize = counts ? '0' : '';
}

function name(named: Element, node: TreeNode, marks: Marks): void {
  const label = wordsOf(node, 'label');
  const description = wordsOf(node, 'description');
  const role = label === undefined && description === undefined ? undefined : roleFor(named);
  if (!named.hasAttribute('role') || marks.has('role')) put(named, 'role', role, marks);
  decorate(named, label === undefined, marks);
  put(named, 'aria-label', label, marks);
  put(named, 'aria-description', description, marks);
}

/** A decoration that has a name is one no longer. */
function decorate(named: Element, nameless: boolean, marks: Marks): void {
  if (nameless ? !marks.has('named') : marks.has('hidden') || named.getAttribute('aria-hidden') !== 'true') return;
  attribute(named, 'aria-hidden', nameless ? 'true' : undefined);
  if (nameless) marks.delete('named');
  else marks.add('named');
}

function wordsOf(node: TreeNode, what: 'label' | 'description'): string | undefined {
  return brief(toText(node.accessibility(what))).trim() || undefined;
}

/** ARIA 1.2 forbids a name on these unless they have a role of their own. */
const NAMELESS = /^(?:div|span|p|svg|label|code|pre|b|i|em|strong|small|time|figcaption)$/;

function roleFor(element: Element): string | undefined {
  const { localName } = element;
  if (localName === 'svg' || element.classList.contains('icon')) return 'img';
  return NAMELESS.test(localName) ? 'group' : undefined;
}

function put(element: Element, attributeName: string, value: string | undefined, marks: Marks): void {
  if (value === undefined && !marks.delete(attributeName)) return;
  attribute(element, attributeName, value);
  if (value !== undefined) marks.add(attributeName);
}
