// What a call says, as one text: the same for the same JSON, whatever its blanks, the order of its members and the road
// that it came by (a body, or a frame with what stands beside its message). Repeats are told by it.

import { defined, isArray, isHeavy, isObject, type Json, type JsonObject, type Steps } from '@vitrine/core/internal';
import type { MessageDocument } from '@vitrine/dialects';
import type { Incoming, IncomingEvents } from '../live.ts';

/** No message that is nested deeper is taken. */
const MAX_DEPTH = 256;
/** Many short pieces cost more than what they say; one long text costs its memory. */
const PIECE_LENGTH = 16_384;

/** What a body holds: its messages, or the text as it is where it is lines or cannot be read. */
export function contentOf(document: MessageDocument, text: Incoming['text']): Incoming['text'] {
  if (document.rest.length > 0 || document.items.length === 0) return text;
  const wires: Json[] = [];
  for (const item of document.items) {
    if (!('wire' in item)) return text;
    wires.push(item.wire);
  }
  return { value: wires };
}

type CallContent = Pick<Incoming, 'text'> & Pick<Partial<IncomingEvents>, 'basis' | 'writes'>;

/** In pieces, for whoever puts them together. */
export function* callText({ text, basis, writes }: CallContent): Steps<readonly string[]> {
  if (typeof text === 'string') return [counted(text)];
  const beside = defined({ basis, writes });
  const messages = isArray(text.value) ? text.value : [text.value];
  const writer = new Writer();
  yield* writer.writeSteps(
    messages.map((message) => (isObject(message) ? ({ ...message, ...beside } as Json) : message)),
  );
  return writer.end();
}

/** Not JSON: a string that is counted needs no escapes, which would cost more than all the rest. */
class Writer {
  readonly #pieces: string[] = [];
  #piece = '';

  /** What is long, a little at a time. */
  *writeSteps(value: Json, depth = 0): Steps<void> {
    if (depth > MAX_DEPTH || !isHeavy(value)) return this.#write(value, depth);
    const { length } = this.#pieces;
    this.#piece += isArray(value) ? '[' : '{';
    for (const [name, item] of membersOf(value as object)) {
      if (name !== undefined) this.#piece += counted(name);
      if (isHeavy(item)) yield* this.writeSteps(item, depth + 1);
      else this.#write(item, depth + 1);
      if (this.#pieces.length > length) yield;
    }
    this.#piece += isArray(value) ? ']' : '}';
  }

  end(): readonly string[] {
    this.#pieces.push(this.#piece);
    return this.#pieces;
  }

  #write(value: Json, depth: number): void {
    if (this.#piece.length > PIECE_LENGTH) {
      this.#pieces.push(this.#piece);
      this.#piece = '';
    }
    if (typeof value === 'string') this.#piece += counted(value);
    else if (typeof value !== 'object' || value === null) this.#piece += `${value},`;
    else if (depth > MAX_DEPTH) this.#piece += '…';
    else if (isArray(value)) {
      this.#piece += '[';
      for (const item of value) this.#write(item, depth + 1);
      this.#piece += ']';
    } else {
      this.#piece += '{';
      for (const [name, item] of membersOf(value)) {
        this.#piece += counted(name as string);
        this.#write(item, depth + 1);
      }
      this.#piece += '}';
    }
  }
}

/** By their names in order; items of a list have none. */
function membersOf(value: object): readonly (readonly [string | undefined, Json])[] {
  if (isArray(value)) return value.map((item) => [undefined, item] as const);
  const object = value as JsonObject;
  return Object.keys(object)
    .sort()
    .map((name) => [name, object[name] as Json] as const);
}

function counted(text: string): string {
  return `"${text.length}:${text}`;
}
