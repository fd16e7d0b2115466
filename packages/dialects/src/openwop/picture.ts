// What a surface of the basic catalog shows, in the ten words of generation 2: no media, no templates, no calls. Each node
// of its tree is a component; texts are as they are now, and inputs stay bound to their paths.

import { OPENWOP2_LIMITS as MOST } from '@vitrine/core/catalogs/openwop-schema';
import {
  boundedView,
  type ComponentId,
  defined,
  type Json,
  type JsonObject,
  Place,
  type Surface,
  Tree,
  type TreeNode,
  type View,
} from '@vitrine/core/internal';
import { writeContext } from './context.ts';
import { writeInput } from './inputs.ts';
import { componentName } from './names.ts';
import { chosen, type Lose, textOf } from './words.ts';

export interface NativePicture {
  readonly components: ReadonlyMap<ComponentId, JsonObject>;
  readonly data: Json;
}

export function pictureOf(surface: Surface, view: Pick<View, 'env' | 'limits'>, lose: Lose): NativePicture | undefined {
  const { root } = new Tree(surface, boundedView(view));
  if (root === undefined || root.state !== 'resolved') return undefined;
  const drawing = new ComponentWriter(lose);
  const top = drawing.draw(root, 'root');
  if (top === undefined) drawing.add('root', { component: 'Column', children: [] });
  return { components: drawing.components, data: surface.data.snapshot() };
}

/** More components than these and the rest is left out: each would be one of a message of 512. */
const MAX_COMPONENTS = 2000;

class ComponentWriter {
  readonly components = new Map<ComponentId, JsonObject>();
  readonly #lose: Lose;
  readonly #seen = new Map<string, number>();

  constructor(lose: Lose) {
    this.#lose = lose;
  }

  add(id: ComponentId, props: JsonObject): ComponentId {
    this.components.set(id, { id, ...props });
    return id;
  }

  /** The id of what it became; undefined: nothing is left of it. */
  draw(node: TreeNode, name = this.#nameOf(node)): ComponentId | undefined {
    if (node.state !== 'resolved' || name === undefined) return undefined;
    if (this.components.size >= MAX_COMPONENTS) {
      this.#lose(`components beyond ${MAX_COMPONENTS} are not sent`);
      return undefined;
    }
    // Its place is taken before its children's, so that parents are sent first.
    this.components.set(name, {});
    const props = this.#propsOf(node, name);
    if (props === undefined) this.components.delete(name);
    else this.add(name, { ...props, ...commonOf(node) });
    return props === undefined ? undefined : name;
  }

  #nameOf(node: TreeNode): ComponentId | undefined {
    const standing = { id: node.id, scope: node.scope.segments.length === 0 ? '' : node.dataPath };
    const key = JSON.stringify(standing);
    const nth = (this.#seen.get(key) ?? 0) + (node.id === 'root' ? 1 : 0);
    this.#seen.set(key, nth + 1);
    const name = componentName({ ...standing, nth });
    if (name === undefined) this.#lose('a component whose id is too long is not sent');
    return name;
  }

  #propsOf(node: TreeNode, name: ComponentId): JsonObject | undefined {
    switch (node.type) {
      case 'Text':
        return { component: 'Text', text: textOf(node.get('text')), ...chosen(node, 'variant', VARIANTS) };
      case 'Row':
      case 'Column':
      case 'List':
        return this.#lineOf(node, name);
      case 'Card': {
        const child = this.#childOf(node, 'child');
        return child === undefined ? undefined : { component: 'Card', child };
      }
      case 'Divider':
        return { component: 'Divider', ...chosen(node, 'axis', ['horizontal', 'vertical']) };
      case 'Button':
        return this.#buttonOf(node);
      case 'Tabs':
        this.#lose('tabs are shown below each other');
        return this.#grouped(name, this.#tabsOf(node, name));
      case 'Modal':
        this.#lose('what a dialog holds is shown at once');
        return this.#grouped(name, [...this.#drawAll(node.get('trigger')), ...this.#drawAll(node.get('content'))]);
      case 'TextField':
      case 'CheckBox':
      case 'ChoicePicker':
      case 'DateTimeInput':
      case 'Slider':
        return writeInput(node, this.#lose);
      default:
        return this.#wordsOf(node);
    }
  }

  /** Media are told in words, where there are any. */
  #wordsOf(node: TreeNode): JsonObject | undefined {
    this.#lose(`${node.type} is not sent, its description is`);
    const words = textOf(node.get('description')) || textOf(node.accessibility('label'));
    return words === '' ? undefined : { component: 'Text', text: words };
  }

  #lineOf(node: TreeNode, name: ComponentId): JsonObject {
    const isRow = node.type === 'Row' || (node.type === 'List' && node.get('direction') === 'horizontal');
    const line = this.#grouped(name, this.#drawAll(node.get('children')), isRow ? 'Row' : 'Column');
    return { ...line, ...chosen(node, 'justify', JUSTIFY), ...chosen(node, 'align', ALIGN) };
  }

  /** A list that is too long is a list of lists. */
  #grouped(name: ComponentId, children: readonly ComponentId[], component = 'Column'): JsonObject {
    if (children.length <= MOST.listItems) return { component, children };
    const groups: ComponentId[] = [];
    for (let from = 0; from < children.length; from += MOST.listItems) {
      const id = componentName({ id: name, scope: 'group', nth: groups.length + 1 });
      if (id === undefined) return { component, children: children.slice(0, MOST.listItems) };
      groups.push(this.add(id, { component, children: children.slice(from, from + MOST.listItems) }));
    }
    return { component, children: groups };
  }

  #buttonOf(node: TreeNode): JsonObject | undefined {
    const child = this.#childOf(node, 'child');
    if (child === undefined) return undefined;
    const event = writeContext(node, this.#lose);
    if (event === undefined) return { component: 'Column', children: [child] };
    return { component: 'Button', child, action: { event }, ...chosen(node, 'variant', BUTTONS) };
  }

  #childOf(node: TreeNode, prop: string): ComponentId | undefined {
    return this.#drawAll(node.get(prop))[0];
  }

  #tabsOf(node: TreeNode, name: ComponentId): readonly ComponentId[] {
    const tabs = node.get('tabs');
    return (Array.isArray(tabs) ? tabs : []).flatMap((tab: { title?: unknown; child?: unknown }, nth) => {
      const id = componentName({ id: name, scope: 'title', nth: nth + 1 });
      const title = textOf(tab.title);
      const head =
        id === undefined || title === '' ? [] : [this.add(id, { component: 'Text', text: title, variant: 'h4' })];
      return [...head, ...this.#drawAll(tab.child)];
    });
  }

  #drawAll(value: unknown): readonly ComponentId[] {
    if (value instanceof Place) {
      const id = this.draw(value.node);
      return id === undefined ? [] : [id];
    }
    if (Array.isArray(value)) return value.flatMap((item) => this.#drawAll(item));
    if (typeof value !== 'object' || value === null) return [];
    return Object.values(value).flatMap((item) => this.#drawAll(item));
  }
}

const VARIANTS = ['h1', 'h2', 'h3', 'h4', 'h5', 'caption', 'body'];
const BUTTONS = ['default', 'primary', 'borderless'];
const ALIGN = ['start', 'center', 'end', 'stretch'];
const JUSTIFY = [...ALIGN, 'spaceBetween', 'spaceAround', 'spaceEvenly'];

function commonOf(node: TreeNode): JsonObject {
  const { weight } = node;
  const [label, description] = [textOf(node.accessibility('label')), textOf(node.accessibility('description'))];
  const labels = { ...(label === '' ? {} : { label }), ...(description === '' ? {} : { description }) };
  return {
    ...defined({ weight }),
    ...(Object.keys(labels).length === 0 ? {} : { accessibility: labels }),
  };
}
