// What a fold shows, down to every declared property as a widget would read it. Two folds that give the same look and act
// the same.

import {
  type Fold,
  isArray,
  isObject,
  type Json,
  type NodeValue,
  Place,
  type Prop,
  Tree,
  type TreeNode,
  toBool,
  toNumber,
  toText,
  toTextList,
  type Value,
} from '@vitrine/core/internal';

import { ownType } from '../src/agentchains/picture.ts';

const MAX_NODES = 400;

export function shownIn(fold: Fold): unknown {
  const shown: [string, unknown][] = [];
  for (const [id, surface] of fold.surfaces) {
    if (surface.held || surface.component(surface.root) === undefined) continue;
    const tree = new Tree(surface, fold);
    let left = MAX_NODES;
    const draw = (node: TreeNode): unknown => (left-- > 0 ? drawNode(node, draw) : '…');
    const { root } = tree;
    const { catalog, theme, sync } = surface;
    shown.push([id, { catalog, theme: theme ?? {}, sync, root: root === undefined ? 'nothing' : draw(root) }]);
  }
  return Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Draw = (node: TreeNode) => unknown;

function drawNode(node: TreeNode, draw: Draw): unknown {
  if (node.state !== 'resolved') return node.state === 'unknown' ? `unknown ${node.type}` : node.state;
  const declared = node.declaration?.props ?? {};
  const props = Object.entries(declared).map(([name, prop]) => [name, drawProp(node, name, prop, draw)]);
  return {
    type: node.type,
    weight: node.weight,
    label: toText(node.accessibility('label')),
    ...Object.fromEntries(props),
  };
}

function drawProp(node: TreeNode, name: string, prop: Prop, draw: Draw): unknown {
  if (prop.kind === 'action') {
    const done = node.invoke(name);
    return done?.kind === 'event' ? [done.name, asMap(done.context)] : done?.kind;
  }
  return plain(node.get(name), prop, draw);
}

function plain(value: NodeValue, prop: Prop, draw: Draw): unknown {
  if (value instanceof Place) return draw(value.node);
  const read = value as Value;
  switch (prop.kind) {
    case 'text':
      return comparable(toText(read));
    case 'number':
      return toNumber(read);
    case 'bool':
      return toBool(read);
    case 'text-list':
      return toTextList(read);
    case 'list':
      return isArray(value) ? value.map((item) => plain(item as NodeValue, prop.item, draw)) : [];
    case 'object':
      return isObject(value)
        ? Object.entries(prop.props).map(([name, inner]) =>
            plain((value as { [key: string]: NodeValue })[name], inner, draw),
          )
        : null;
    case 'children':
      return isArray(value)
        ? (value as readonly NodeValue[]).map((item) => (item instanceof Place ? draw(item.node) : item))
        : [];
    default:
      return asMap((value ?? '') as Json);
  }
}

/** A text that shows data: lists may have become maps on the way, and 0.8 blanks what it cannot delete. */
function comparable(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(asMap(JSON.parse(text)));
  } catch {
    return text;
  }
}

function asMap(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value ?? '';
  const members = Object.entries(value).filter(([, member]) => member !== '' && member !== null);
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, asMap(member as Json)]);
}

/** The words of all texts in the order they are drawn; of a component of AgentChains all texts of its data. */
export function textsIn(fold: Fold): readonly string[] {
  const texts: string[] = [];
  const visit = (value: NodeValue): void => {
    if (value instanceof Place) draw(value.node);
    else if (isArray(value)) for (const item of value) visit(item as NodeValue);
    else if (isObject(value)) for (const item of Object.values(value)) visit(item as NodeValue);
  };
  const draw = (node: TreeNode): void => {
    if (node.type === 'Text') texts.push(toText(node.get('text') as Value));
    else for (const name of node.names) visit(node.get(name));
  };
  for (const surface of fold.surfaces.values()) {
    const { root } = new Tree(surface, fold);
    if (root === undefined) continue;
    if (ownType(surface) !== undefined) texts.push(...leaves(surface.data.get('/data')));
    else draw(root);
  }
  return texts;
}

function leaves(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}
