// Where the children of one element stand in it. A list puts each into an item. From some number on, those of a list or
// column stand in groups that the browser leaves out while they are far from the screen: it looks at each group at every
// frame, and looking at ten thousand rows one by one took 20 ms of it.

import { make, modelled } from './dom.ts';

/** So many stand in the container itself: most have no more. */
const FLAT = 128;
const GROUP = 64;

/** Appends what is the child number `at`, counted from 0. `inItem`: the container is a list. */
export function appendChild(container: Element, at: number, dom: ChildNode, inItem: boolean): void {
  let parent = container;
  if (at >= FLAT && isGrouped(container)) {
    if ((at - FLAT) % GROUP === 0) newGroup(container);
    parent = container.lastElementChild as Element;
  }
  parent.append(inItem ? newItem(dom) : dom);
}

/** Removes what is the child number `at`, the last one. */
export function removeLastChild(container: Element, at: number, dom: ChildNode): void {
  if (isList(container)) dom.parentElement?.remove();
  else dom.remove();
  if (at >= FLAT && (at - FLAT) % GROUP === 0 && isGrouped(container)) container.lastElementChild?.remove();
}

interface ChildElement {
  readonly dom: ChildNode;
}

/** From the child number `from` on the container holds `next`, in that order, and nothing else of `before`. */
export function arrange(
  container: Element,
  before: readonly ChildElement[],
  from: number,
  next: readonly ChildElement[],
): void {
  const outer = ({ dom }: ChildElement): Node => (isList(container) ? (dom.parentElement ?? newItem(dom)) : dom);
  const wanted = new Set(next);
  const staying = new Set<Node>();
  for (const child of before.slice(from)) {
    if (wanted.has(child)) staying.add(outer(child));
    else (outer(child) as ChildNode).remove();
  }
  const nodes = next.map(outer);
  if (isGrouped(container) && Math.max(before.length, from + next.length) > FLAT)
    return regroup(container, from, nodes, staying);
  let follower: Node | null = null;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i] as Node;
    if (node.nextSibling !== follower || node.parentNode !== container) put(container, node, follower, staying);
    follower = node;
  }
}

/** Where the groups end is a matter of numbers, so all from `from` on are stood up again, each at the end of its group. */
function regroup(container: Element, from: number, nodes: readonly Node[], staying: ReadonlySet<Node>): void {
  const groups = [...container.children].filter((child) => child.className === 'group');
  // Chromium 156 does not show again what is moved from one group to another, so only what would be missed is.
  const missed = new Set([...staying].filter(isInUse));
  for (const [i, node] of nodes.entries()) {
    const number = Math.floor((from + i - FLAT) / GROUP);
    if (number === groups.length) groups.push(newGroup(container));
    const group = groups[number];
    if (group === undefined) put(container, node, groups[0] ?? null, missed);
    else put(group, node, null, missed);
  }
  for (const group of groups) if (group.childNodes.length === 0) group.remove();
}

/** A person is in it. */
function isInUse(node: Node): boolean {
  return node instanceof Element && (node.matches(':focus-within') || node.querySelector('dialog[open]') !== null);
}

function newGroup(container: Element): Element {
  const group = make('div', 'group');
  container.append(group);
  return group;
}

/** Moving keeps focus and scroll where the browser knows how to. */
function put(container: Element, node: Node, follower: Node | null, staying: ReadonlySet<Node>): void {
  const { moveBefore } = container as Element & { moveBefore?: (node: Node, follower: Node | null) => void };
  if (staying.has(node) && moveBefore !== undefined) moveBefore.call(container, node, follower);
  else container.insertBefore(node, follower);
}

const emptyItem = modelled(() => {
  const item = make('div', 'item');
  item.setAttribute('role', 'listitem');
  return item;
});

function newItem(dom: ChildNode): HTMLElement {
  const item = emptyItem();
  item.append(dom);
  return item;
}

export function isList(container: Element): boolean {
  return container.getAttribute('role') === 'list';
}

function isGrouped(container: Element): boolean {
  return container.matches('div:is(.list, .column)');
}
