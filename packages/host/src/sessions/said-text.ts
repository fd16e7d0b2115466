// What a call says, as one text: the same for the same JSON, whatever its blanks, the order of its members and the road
// that it came by (a body, or a frame with what stands beside its message). Repeats are told by it.

import { isArray, isObject, type Json, type JsonObject, parseJson } from '@vitrine/core';
import type { Incoming, IncomingEvents } from '../live.ts';

/** No message that is nested deeper is taken. */
const DEEPEST = 256;
/** Many short pieces cost more than what they say; one long text costs its memory. */
const PIECE_LENGTH = 16_384;

/** A body that is one JSON document, read: nobody has to read it again. Others as they are. */
export function readOnce(text: Incoming['text'], longest: number): Incoming['text'] {
  if (typeof text !== 'string' || text.length > longest) return text;
  const parsed = parseJson(text);
  return parsed.ok ? { value: parsed.value } : text;
}

type Said = Pick<Incoming, 'text'> & Pick<Partial<IncomingEvents>, 'basis' | 'writes'>;

export function saidText({ text, basis, writes }: Said, add: (piece: string) => void): void {
  // Lines of JSON, or nothing that can be read.
  if (typeof text === 'string') return add(counted(text));
  const beside = { ...(basis === undefined ? {} : { basis }), ...(writes === undefined ? {} : { writes }) };
  const messages = isArray(text.value) ? text.value : [text.value];
  const writer = new Writer(add);
  writer.write(messages.map((message) => (isObject(message) ? ({ ...message, ...beside } as Json) : message)));
  writer.end();
}

/** Not JSON: a string that is counted needs no escapes, which would cost more than all the rest. */
class Writer {
  readonly #add: (piece: string) => void;
  #piece = '';

  constructor(add: (piece: string) => void) {
    this.#add = add;
  }

  write(value: Json, depth = 0): void {
    if (this.#piece.length > PIECE_LENGTH) this.end();
    if (typeof value === 'string') this.#piece += counted(value);
    else if (typeof value !== 'object' || value === null) this.#piece += `${value},`;
    else if (depth > DEEPEST) this.#piece += '…';
    else if (isArray(value)) {
      this.#piece += '[';
      for (const item of value) this.write(item, depth + 1);
      this.#piece += ']';
    } else {
      const object = value as JsonObject;
      this.#piece += '{';
      for (const name of Object.keys(object).sort()) {
        this.#piece += counted(name);
        this.write(object[name] as Json, depth + 1);
      }
      this.#piece += '}';
    }
  }

  end(): void {
    this.#add(this.#piece);
    this.#piece = '';
  }
}

function counted(text: string): string {
  return `"${text.length}:${text}`;
}
