// JSON as coloured text. Long documents end with a line that says how much is left out.

import { isArray, isObject, type Json } from '@vitrine/core/page';
import { el } from './element.ts';

const MAX_LINES = 2000;
const MAX_TEXT_LENGTH = 2000;

export function drawJson(value: Json | undefined): Node[] {
  if (value === undefined) return [el('span', { class: 'nothing' }, 'nothing')];
  const writer = new JsonViewWriter();
  writer.value(value, '');
  return writer.nodes();
}

class JsonViewWriter {
  readonly #nodes: Node[] = [];
  #plain = '';
  #lines = 1;

  nodes(): Node[] {
    this.#flush();
    if (this.#lines > MAX_LINES) this.#nodes.push(el('span', { class: 'nothing' }, '\n… the rest is not drawn'));
    return this.#nodes;
  }

  value(value: Json, indent: string): void {
    if (isArray(value)) {
      const items = value.map((item): [undefined, Json] => [undefined, item]);
      this.#container('[', ']', items, indent);
    } else if (isObject(value)) this.#container('{', '}', Object.entries(value), indent);
    else this.#leaf(value);
  }

  #container(open: string, close: string, members: readonly [string | undefined, Json][], indent: string): void {
    this.#plain += open;
    const inner = `${indent}  `;
    for (const [i, [key, value]] of members.entries()) {
      if (this.#lines++ > MAX_LINES) return;
      this.#plain += `\n${inner}`;
      if (key !== undefined) {
        this.#span('key', JSON.stringify(key));
        this.#plain += ': ';
      }
      this.value(value, inner);
      if (i < members.length - 1) this.#plain += ',';
    }
    this.#plain += members.length === 0 ? close : `\n${indent}${close}`;
  }

  #leaf(value: Json): void {
    const text = JSON.stringify(value);
    const shown = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
    this.#span(value === null ? 'null' : typeof value, shown);
  }

  #span(kind: string, text: string): void {
    this.#flush();
    this.#nodes.push(el('span', { class: kind }, text));
  }

  #flush(): void {
    if (this.#plain !== '') this.#nodes.push(document.createTextNode(this.#plain));
    this.#plain = '';
  }
}
