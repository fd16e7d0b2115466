// What a surface of another catalog holds, in reading order: words, pictures, fields, buttons. Read from the tree as it is
// drawn now, so templates and bindings are settled. Which AgentChains component shows it is decided in picture.ts.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import {
  ComponentFallback,
  type ComponentId,
  evaluate,
  formatPointer,
  isArray,
  isObject,
  type NodeValue,
  Place,
  readAction,
  type Steps,
  type Surface,
  surfaceBudget,
  Tree,
  type TreeNode,
  type Trust,
  takeAll,
  toText,
  type View,
} from '@vitrine/core/internal';
import { FIELDS, type FieldReader, type InventoryField, textOf } from './inventory-fields.ts';

export interface InventoryLine {
  readonly text: string;
  /** A heading. */
  readonly head: boolean;
}

export interface InventoryImage {
  readonly url: string;
  readonly alt: string;
}

export interface InventoryButton {
  /** Names the button among those of the surface. */
  readonly key: string;
  readonly label: string;
  readonly primary: boolean;
  readonly source: string;
  readonly scope: string | undefined;
  /** What it sends, or where it leads. */
  readonly event?: string;
  readonly url?: string;
}

export interface Inventory {
  readonly lines: InventoryLine[];
  readonly pictures: InventoryImage[];
  readonly fields: InventoryField[];
  readonly buttons: InventoryButton[];
  readonly losses: Set<string>;
}

const MAX_NODES = 5000;
/** Nodes that are visited at once: about a millisecond. */
const NODES_PER_STEP = 50;

export function takeInventory(surface: Surface, view: View): Inventory {
  return takeAll(inventorySteps(surface, view));
}

/** The view must not change meanwhile. */
export function* inventorySteps(
  surface: Surface,
  view: View,
  budget = surfaceBudget(view.env.limits),
): Steps<Inventory> {
  const { locale, zone, limits } = view.env;
  // Whoever draws the surface reports what goes wrong in it, and makes its remote calls.
  const tree = new Tree(surface, {
    limits: view.limits,
    env: { locale, zone, limits, budget, report: () => undefined },
  });
  const found: Inventory = { lines: [], pictures: [], fields: [], buttons: [], losses: new Set() };
  const walk = new Walk(found, surface.trust);
  try {
    if (tree.root !== undefined) yield* walk.visit(tree.root);
  } finally {
    tree.dispose();
    if (budget.exceeded) found.losses.add('what is evaluated beyond the limit is left out');
  }
  return found;
}

class Walk {
  readonly #found: Inventory;
  readonly #trust: Trust;
  readonly #names = new Set<string>();
  /** Of a part that stands for a component, which component that is. */
  readonly #owners = new Map<ComponentId, ComponentId>();
  #left = MAX_NODES;

  constructor(found: Inventory, trust: Trust) {
    this.#found = found;
    this.#trust = trust;
  }

  *visit(node: TreeNode): Steps<void> {
    if (node.state !== 'resolved') return;
    if (this.#left-- <= 0) return void this.#found.losses.add('a part of a very large surface is not sent');
    if (this.#left % NODES_PER_STEP === 0) yield;
    const type = node.type ?? '';
    const { lines, losses } = this.#found;
    if (type === 'Text' || type === 'text' || type === 'heading') {
      const line = lineOf(node);
      if (line.text !== '') lines.push(line);
    } else if (type === 'Image') this.#picture(pictureOf(node));
    else if (type === 'Icon') losses.add('icons are not sent');
    else if (type === 'Video' || type === 'AudioPlayer') {
      losses.add('sounds and films are sent as their address');
      const url = this.#trust === 'trusted' ? textOf(node, 'url') : '';
      const text = [textOf(node, 'description'), url].filter(Boolean).join(': ');
      if (text !== '' || this.#trust === 'trusted') lines.push({ text, head: false });
    } else if (type === 'Row') yield* this.#row(node);
    else if (type === 'Button' || type === 'action.button') this.#button(node);
    else if (Object.hasOwn(FIELDS, type)) this.#field(node, FIELDS[type] as FieldReader);
    else if (node.declaration?.fallback !== undefined) yield* this.#fallback(node);
    else yield* this.#inside(node);
  }

  /** A component of an extension is what its catalog gives in its place. */
  *#fallback(node: TreeNode): Steps<void> {
    const parts = new ComponentFallback(node, basic09);
    try {
      for (const what of parts.losses) this.#found.losses.add(what);
      for (const id of parts.partIds) this.#owners.set(id, node.id);
      yield* this.visit(parts.place.node);
    } finally {
      parts.dispose();
    }
  }

  /** Of a surface that is not trusted its words alone. */
  #picture(picture: InventoryImage): void {
    const { lines, pictures } = this.#found;
    if (this.#trust === 'trusted') pictures.push(picture);
    else if (picture.alt !== '') lines.push({ text: picture.alt, head: false });
  }

  /** What is neither text nor input is its parts. */
  *#inside(node: TreeNode): Steps<void> {
    const { lines } = this.#found;
    const title = textOf(node, 'title');
    if (title !== '') lines.push({ text: title, head: true });
    for (const name of node.names) yield* this.#parts(node.get(name));
  }

  *#parts(value: NodeValue): Steps<void> {
    if (value instanceof Place) yield* this.visit(value.node);
    else if (isArray(value)) {
      for (const item of value as readonly NodeValue[]) {
        if (this.#left < 0) return;
        yield* this.#parts(item);
      }
    } else if (isObject(value)) {
      const { title, ...rest } = value as { readonly [name: string]: NodeValue };
      if (typeof title === 'string' && title !== '') this.#found.lines.push({ text: title, head: false });
      for (const item of Object.values(rest)) yield* this.#parts(item);
    }
  }

  /** Words that stand beside one another stay on one line. */
  *#row(node: TreeNode): Steps<void> {
    const { lines } = this.#found;
    const before = lines.length;
    yield* this.#inside(node);
    const row = lines.splice(before);
    if (row.length > 0)
      lines.push({ text: row.map(({ text }) => text).join('  '), head: row.every(({ head }) => head) });
  }

  #button(node: TreeNode): void {
    const { buttons, losses } = this.#found;
    const label = this.#labelOf(node);
    const prop = Object.keys(node.declaration?.props ?? {}).find(
      (name) => node.declaration?.props[name]?.kind === 'action',
    );
    const action = prop === undefined ? undefined : readAction(node.component?.props[prop]);
    if (action === undefined) return;
    const { segments } = node.scope;
    const scope = segments.length === 0 ? undefined : formatPointer(segments);
    const source = this.#owners.get(node.id) ?? node.id;
    const key = scope === undefined ? source : `${source} ${scope}`;
    const primary = node.get('variant') === 'primary' || node.get('primary') === true;
    const button = { key, label: label || source, primary, source, scope };
    if ('event' in action) buttons.push({ ...button, event: action.event.name });
    else if (action.functionCall.call === 'openUrl') {
      const url = evaluate(action.functionCall.args?.url ?? '', node.scope);
      buttons.push({ ...button, url: typeof url === 'string' ? url : '' });
    } else losses.add('a button that calls a function of its viewer is not sent');
  }

  #labelOf(node: TreeNode): string {
    const own = textOf(node, 'label');
    if (own !== '') return own;
    const child = node.get('child');
    if (!(child instanceof Place)) return toText(node.accessibility('label'));
    const inner: Inventory = { lines: [], pictures: [], fields: [], buttons: [], losses: this.#found.losses };
    takeAll(new Walk(inner, this.#trust).visit(child.node));
    return inner.lines.map(({ text }) => text).join(' ') || toText(node.accessibility('label'));
  }

  #field(node: TreeNode, read: FieldReader): void {
    const { fields, lines, losses } = this.#found;
    const prop = node.names.find((name) => node.declaration?.props[name]?.writable === true) ?? '';
    const path = node.boundPath(prop);
    const field = read(node, prop, path === undefined ? '' : formatPointer(path).slice(1));
    if (path !== undefined && path.length > 0) {
      if (!this.#names.has(field.name)) fields.push({ ...field, path });
      this.#names.add(field.name);
      return;
    }
    losses.add('an input that writes nowhere is sent as words');
    lines.push({ text: `${field.shown.label}: ${field.shown.value}`, head: false });
  }
}

function lineOf(node: TreeNode): InventoryLine {
  const text = textOf(node, 'text');
  const mark = /^#{1,6} +/.exec(text);
  const hint = node.get('variant') ?? node.get('usageHint');
  const head = node.type === 'heading' || mark !== null || (typeof hint === 'string' && /^h[1-5]$/.test(hint));
  return { text: mark === null ? text : text.slice(mark[0].length), head };
}

function pictureOf(node: TreeNode): InventoryImage {
  const alt = textOf(node, 'description') || textOf(node, 'altText') || toText(node.accessibility('label'));
  return { url: textOf(node, 'url'), alt };
}
