// Where the children of one element stand in it. A list puts each into an item. From some number on, those of a list or
// column stand in groups that the browser leaves out while they are far from the screen: it looks at each group at every
// frame, and looking at ten thousand rows one by one took 20 ms of it.

import { make } from './dom.ts';

/** So many stand in the container itself: most have no more. */
const FLAT = 128;
const GROUP = 64;
const GROUPED = /^(?:list|column)\b/;

/** Appends what is the child number `at`, counted from 0. */
export function appendChild(container: Element, at: number, dom: ChildNode): void {
  let parent = container;
  if (at >= FLAT && isGrouped(container)) {
    if ((at - FLAT) % GROUP === 0) container.append(make('div', 'group'));
    parent = container.lastElementChild as Element;
  }
  parent.append(isList(container) ? newItem(dom) : dom);
}

/** Removes what is the child number `at`, the last one. */
export function removeLastChild(container: Element, at: number, dom: ChildNode): void {
  if (isList(container)) dom.parentElement?.remove();
  else dom.remove();
  if (at >= FLAT && (at - FLAT) % GROUP === 0 && isGrouped(container)) container.lastElementChild?.remove();
}

interface Standing {
  readonly dom: ChildNode;
}

/** From the child number `from` on the container holds `next`, in that order, and nothing else of `before`. */
export function arrange(
  container: Element,
  before: readonly Standing[],
  from: number,
  next: readonly Standing[],
): void {
  const isFlat = !isGrouped(container) || (before.length <= FLAT && from + next.length <= FLAT);
  if (!isFlat) {
    // Where the groups end is a matter of numbers, so all that follows is stood up again.
    for (let at = before.length - 1; at >= from; at--) removeLastChild(container, at, (before[at] as Standing).dom);
    next.forEach(({ dom }, i) => {
      appendChild(container, from + i, dom);
    });
    return;
  }
  const outer = ({ dom }: Standing): Node => (isList(container) ? (dom.parentElement ?? newItem(dom)) : dom);
  const wanted = new Set(next);
  const staying = new Set<Node>();
  for (const child of before.slice(from)) {
    if (wanted.has(child)) staying.add(outer(child));
    else (outer(child) as ChildNode).remove();
  }
  let follower: Node | null = null;
  for (let i = next.length - 1; i >= 0; i--) {
    const node = outer(next[i] as Standing);
    if (node.nextSibling !== follower || node.parentNode !== container)
      put(container, node, follower, staying.has(node));
    follower = node;
  }
}

/** Moving keeps focus and scroll where the browser knows how to. */
function put(container: Element, node: Node, follower: Node | null, isThere: boolean): void {
  const { moveBefore } = container as Element & { moveBefore?: (node: Node, follower: Node | null) => void };
  if (isThere && moveBefore !== undefined) moveBefore.call(container, node, follower);
  else container.insertBefore(node, follower);
}

let model: HTMLElement | undefined;

function newItem(dom: ChildNode): HTMLElement {
  if (model === undefined) {
    model = make('div', 'item');
    model.setAttribute('role', 'listitem');
  }
  const item = model.cloneNode() as HTMLElement;
  item.append(dom);
  return item;
}

function isList(container: Element): boolean {
  return container.getAttribute('role') === 'list';
}

function isGrouped(container: Element): boolean {
  return container.localName === 'div' && GROUPED.test(container.className);
}
