// What a server of MCP answers, taken out of its messages before the SDK has them: its schemas say each place that is wrong, which
// costs a second for every 70,000 of them. Empty lists stand for it there, and whoever asked is given what came.

import type { Transport } from '@modelcontextprotocol/client';
import { isObject, type Json, type JsonObject } from '@vitrine/core/internal';

/** What the three calls that are made answer with. */
const LISTS = ['tools', 'content', 'contents'] as const;
const MARK = 'vitrine/taken';
/** Characters of a message that answers none of them: greetings, progress, refusals. */
const MAX_OTHER = 64 * 1024;
/** What is asked for is given at once; the rest answers nothing. */
const MAX_TAKEN = 16;

export class TakenResults {
  readonly #taken = new Map<string, JsonObject>();
  #count = 0;

  /** The same transport, which tells whoever listens to it without what it brings. */
  on(transport: Transport): Transport {
    let listener = transport.onmessage;
    const told: typeof listener = (message, extra) => {
      const left = this.#without(message as unknown as JsonObject);
      if (left !== undefined) listener?.(left as never, extra);
    };
    Object.defineProperty(transport, 'onmessage', {
      get: () => (listener === undefined ? undefined : told),
      set: (given: typeof listener) => {
        listener = given;
      },
    });
    return transport;
  }

  /** What came where this stands for something. Once. */
  of(answer: JsonObject): JsonObject {
    const mark = isObject(answer._meta) ? String(answer._meta[MARK]) : '';
    const taken = this.#taken.get(mark);
    this.#taken.delete(mark);
    return taken ?? answer;
  }

  clear(): void {
    this.#taken.clear();
  }

  #without(message: JsonObject): JsonObject | undefined {
    const { result, ...rest } = message;
    if (isObject(result) && LISTS.some((list) => list in result)) {
      const mark = `${this.#count++}`;
      this.#taken.set(mark, result);
      this.#taken.delete(`${this.#count - 1 - MAX_TAKEN}`);
      const plain = Object.entries(result).filter((entry): entry is [string, Json] => typeof entry[1] !== 'object');
      const lists = Object.fromEntries(LISTS.map((list) => [list, []]));
      return { ...rest, result: { ...Object.fromEntries(plain), ...lists, _meta: { [MARK]: mark } } };
    }
    const { length } = JSON.stringify(message);
    if (length <= MAX_OTHER) return message;
    if (message.id === undefined || 'method' in message) return undefined;
    const words = `A message of ${length} characters is no answer to what was asked.`;
    return { jsonrpc: '2.0', id: message.id, error: { code: -32603, message: words } };
  }
}
