// A surface as plain text, for terminals, logs and agents that want to see what they sent. Deterministic; read inside a
// watcher, it is live. Components of the basic and the extension catalogs have drawings (picture-basic.ts, picture-vitrine.ts),
// all others a generic form.

import { EvaluationBudget, surfaceBudget } from './evaluation-budget.ts';
import { isArray } from './json.ts';
import { BASIC_DRAWINGS, isSecret, type Pen, type PictureDrawing } from './picture-basic.ts';
import { hang, settle, type TextBlock } from './picture-layout.ts';
import { cut, stripControlChars, wrap } from './picture-text.ts';
import { VITRINE_DRAWINGS } from './picture-vitrine.ts';
import { bearsChild } from './references.ts';
import type { Tree } from './tree.ts';
import { type NodeValue, Place, type TreeNode } from './tree-node.ts';
import { isPending, toText, type Value } from './value.ts';

export interface PictureOptions {
  /** Columns; 80 when absent, never less than 20. */
  readonly width?: number;
  /** Somebody tried to send what is wrong: inputs say so from then on, as on a page. False when absent. */
  readonly tried?: boolean;
  /** Characters of text that are drawn; the picture ends where they are spent. A million when absent. */
  readonly maxText?: number;
}

const ELSEWHERE = '[! from elsewhere, not trusted]';
const NARROWEST = 20;
const NAME_WIDTH = 40;
const VALUE_WIDTH = 48;
/** What a node costs even if it shows nothing. */
const NODE_COST = 8;

export function drawText(tree: Tree, options: PictureOptions = {}): string {
  const width = Math.max(NARROWEST, Math.floor(options.width ?? 80));
  const picture = new TextPicture(options.maxText ?? 1_000_000, tree, options.tried ?? false);
  const { root } = tree;
  const block = root === undefined ? wrap(absence(tree), width) : settle(picture.node(root, width), width);
  // In front, where nothing that the surface says can stand.
  const head = tree.surface.trust === 'trusted' ? [] : wrap(ELSEWHERE, width);
  const end = picture.spent ? ['… the picture ends here: it is longer than its limit'] : [];
  const lines = [...head, ...block, ...end];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function absence({ surface }: Tree): string {
  const root = name(surface.root);
  if (surface.held) return '(nothing is shown yet: the surface waits to be revealed)';
  return `(nothing is shown yet: the surface waits for its root ${root})`;
}

class TextPicture implements Pen {
  #room: number;
  /** Of the tree, and of objects that are made texts. */
  readonly #budget: EvaluationBudget | undefined;
  readonly #texts: EvaluationBudget;
  readonly tried: boolean;

  constructor(room: number, { view }: Tree, tried: boolean) {
    this.tried = tried;
    this.#room = room;
    this.#budget = view.env.budget;
    this.#texts = new EvaluationBudget({ ...surfaceBudget(view.limits).limits, evaluationBytes: room });
  }

  get spent(): boolean {
    return this.#room < 0 || this.#texts.exceeded || this.#budget?.exceeded === true;
  }

  draw(place: Place, width: number): TextBlock {
    return this.spent ? [] : this.node(place.node, Math.max(width, 1));
  }

  node(node: TreeNode, width: number): TextBlock {
    this.#room -= NODE_COST;
    if (node.state !== 'resolved') return wrap(placeholder(node), width);
    const found = drawingOf(node);
    return found === undefined ? this.#generic(node, width) : found.drawing.draw(node, found.prop, width, this);
  }

  /** The whole length is charged, also of what is cut: work stays in proportion to the limit. */
  text(value: NodeValue): string {
    if (this.spent) return '';
    const text = isPending(value as Value) ? '…' : toText(value as Value, this.#texts);
    const shown = text.slice(0, Math.max(0, this.#room));
    this.#room -= text.length;
    return stripControlChars(shown);
  }

  /** `Type: prop=value prop=value`, with what it holds below. */
  #generic(node: TreeNode, width: number): TextBlock {
    const secret = isSecret(node);
    const parts: string[] = [];
    const held: NodeValue[] = [];
    for (const prop of node.names) {
      const declared = node.declaration?.props[prop];
      if (declared === undefined || declared.kind === 'checks') continue;
      const value = node.get(prop);
      if (value === undefined) continue;
      if (bearsChild(declared) && isContainer(value)) held.push(value);
      else parts.push(this.#named(prop, secret && declared.writable === true ? undefined : value));
    }
    const head = [name(node.type ?? ''), parts.join(' ')].filter((part) => part !== '').join(': ');
    const below = held.flatMap((value) => this.#held(value, width - 2));
    return [...wrap(head, width), ...hang('  ', below, width)];
  }

  /** Children in whatever lists and objects they stand, with what stands beside them. */
  #held(value: NodeValue, width: number): TextBlock {
    if (value instanceof Place) return this.draw(value, width);
    if (this.spent) return [];
    if (isArray(value)) return (value as readonly NodeValue[]).flatMap((item) => this.#held(item, width));
    if (!isContainer(value)) return wrap(`- ${this.#value(value)}`, width);
    const parts = Object.entries(value as { readonly [key: string]: NodeValue });
    const named = parts.filter(([, part]) => !isContainer(part)).map(([key, part]) => this.#named(key, part));
    const held = parts.filter(([, part]) => isContainer(part)).flatMap(([, part]) => this.#held(part, width - 2));
    return named.length === 0 ? held : [...wrap(`- ${named.join(' ')}`, width), ...hang('  ', held, width)];
  }

  /** Without a value: it is a secret. */
  #named(prop: string, value: NodeValue): string {
    return `${name(prop)}=${value === undefined ? '•••' : this.#value(value)}`;
  }

  #value(value: NodeValue): string {
    const quoted = typeof value === 'string' ? JSON.stringify(value) : value;
    return cut(this.text(quoted), VALUE_WIDTH);
  }
}

const DRAWINGS: ReadonlyMap<string | undefined, PictureDrawing> = new Map([...BASIC_DRAWINGS, ...VITRINE_DRAWINGS]);

/** The drawing of a node, with the name its property has in the node's catalog. */
function drawingOf(node: TreeNode): { readonly drawing: PictureDrawing; readonly prop: string } | undefined {
  const drawing = DRAWINGS.get(node.type);
  const props = node.declaration?.props ?? {};
  const prop = drawing?.needs.find((name) => Object.hasOwn(props, name));
  return drawing === undefined || prop === undefined ? undefined : { drawing, prop };
}

function placeholder(node: TreeNode): string {
  switch (node.state) {
    case 'pending':
      return `[… waiting for ${name(node.id)}]`;
    case 'cyclic':
      return `[! ${name(node.id)} contains itself]`;
    case 'over-limit':
      return `[! ${name(node.id)} is beyond the limits of the tree]`;
    default:
      return `[! unknown component ${name(node.type ?? '')}: ${name(node.id)}]`;
  }
}

/** An untrusted name: short, harmless, on one line. */
function name(text: string): string {
  return cut(stripControlChars(text.slice(0, 4 * NAME_WIDTH)), NAME_WIDTH);
}

function isContainer(value: NodeValue): boolean {
  return typeof value === 'object' && value !== null && !isPending(value as Value);
}
