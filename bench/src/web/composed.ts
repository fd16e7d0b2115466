/// <reference lib="dom" />
// Reads what a page shows, whatever made it: shadow roots are entered and slots followed, as the browser does when it
// draws.

import type { Expected } from './job.ts';

/** The children that are drawn, shadow roots and slots resolved. */
function drawn(node: Node): readonly Node[] {
  if (node instanceof HTMLStyleElement || node instanceof HTMLScriptElement) return [];
  if (node instanceof HTMLSlotElement) {
    const assigned = node.assignedNodes();
    return assigned.length > 0 ? assigned : [...node.childNodes];
  }
  const root = node instanceof Element ? node.shadowRoot : null;
  return [...(root ?? node).childNodes];
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of drawn(node)) yield* walk(child);
}

/** Walks from the end, so that asking whether the last thing is there costs next to nothing, however often it is asked. */
function last(node: Node, wanted: (node: Node) => boolean): Node | undefined {
  for (const child of drawnBackwards(node)) {
    const found = last(child, wanted);
    if (found !== undefined) return found;
  }
  return wanted(node) ? node : undefined;
}

function* drawnBackwards(node: Node): Generator<Node> {
  if (node instanceof HTMLSlotElement) return yield* drawn(node).toReversed();
  if (node instanceof HTMLStyleElement || node instanceof HTMLScriptElement) return;
  const parent = (node instanceof Element ? node.shadowRoot : null) ?? node;
  for (let child = parent.lastChild; child !== null; child = child.previousSibling) yield child;
}

export function shownText(node: Node): string {
  let text = '';
  for (const part of walk(node)) if (part instanceof Text) text += part.data;
  return text.trim();
}

function isField(node: Node): node is HTMLInputElement | HTMLTextAreaElement {
  return node instanceof HTMLTextAreaElement || (node instanceof HTMLInputElement && node.type === 'text');
}

function isBox(node: Node): node is HTMLInputElement {
  return node instanceof HTMLInputElement && node.type === 'checkbox';
}

const LOUD = 3;

export class Shown {
  readonly #host: Node;
  readonly #expected: Expected;

  constructor(host: Node, expected: Expected) {
    this.#host = host;
    this.#expected = expected;
  }

  /** A cheap guess that everything is there; `problems` is the judgement. */
  get isLikelyWhole(): boolean {
    const { fields, boxes, texts } = this.#expected;
    if (fields.length > 0) {
      const field = last(this.#host, isField);
      const box = last(this.#host, isBox);
      if (field === undefined || box === undefined || !isField(field) || !isBox(box)) return false;
      return field.value === fields.at(-1) && box.checked === boxes.at(-1);
    }
    for (const [beginning, wanted] of Object.entries(texts)) {
      const found = last(this.#host, (node) => node instanceof Text && node.data.trim().startsWith(beginning));
      if (!(found instanceof Text) || found.data.trim() !== wanted.at(-1)) return false;
    }
    return true;
  }

  problems(): string[] {
    const { texts, fields, boxes, buttons } = this.#expected;
    const found = { texts: [] as string[], fields: [] as string[], boxes: [] as boolean[], buttons: [] as string[] };
    for (const node of walk(this.#host)) {
      if (node instanceof Text && node.data.trim() !== '') found.texts.push(node.data.trim());
      else if (isField(node)) found.fields.push(node.value);
      else if (isBox(node)) found.boxes.push(node.checked);
      else if (node instanceof HTMLButtonElement) found.buttons.push(shownText(node));
    }
    const lists = Object.entries(texts).map(([beginning, wanted]) => {
      const ours = found.texts.filter((text) => text.startsWith(beginning));
      return differences(`texts "${beginning}"`, ours, wanted);
    });
    return [
      ...lists.flat(),
      ...differences('fields', found.fields, fields),
      ...differences('boxes', found.boxes, boxes),
      ...differences('buttons', found.buttons, buttons),
    ];
  }
}

function differences<T>(what: string, found: readonly T[], wanted: readonly T[]): string[] {
  const said: string[] = found.length === wanted.length ? [] : [`${what}: ${found.length}, not ${wanted.length}`];
  for (let i = 0; i < wanted.length && said.length < LOUD; i++)
    if (found[i] !== wanted[i]) said.push(`${what} ${i}: ${String(found[i])}, not ${String(wanted[i])}`);
  return said;
}

const REFERENCES = new Set(['id', 'for', 'name', 'aria-labelledby', 'aria-describedby', 'aria-controls']);

/** The surface of a page node by node, with attributes and live values, whatever its tag and its generated names are. */
export function outline(page: Element): string[] {
  const host = [...page.children].find(({ shadowRoot }) => shadowRoot !== null);
  return host?.shadowRoot == null ? [] : [attributes(host).join(' '), ...nodes(host.shadowRoot, 0)];
}

function nodes(parent: Node, depth: number): string[] {
  return [...parent.childNodes].flatMap((node) => {
    const [own, ...rest] =
      node instanceof Element ? [node.localName, ...attributes(node), ...live(node)] : [text(node)];
    return [`${'  '.repeat(depth)}${[own, ...rest].join(' ')}`, ...nodes(node, depth + 1)];
  });
}

function text(node: Node): string {
  return `${node.nodeName} ${JSON.stringify(node.nodeValue)}`;
}

function attributes(element: Element): string[] {
  return [...element.attributes].map(({ name, value }) => `${name}=${REFERENCES.has(name) ? '' : value}`).sort();
}

function live(element: Element): string[] {
  return element instanceof HTMLInputElement ? [`value: ${element.value}`, `checked: ${element.checked}`] : [];
}
