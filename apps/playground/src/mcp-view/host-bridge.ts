// The message protocol of MCP Apps from the view's side: JSON-RPC with the window around this one. What the messages say is
// left to view.ts.

import { isObject, type Json, type JsonObject } from '@vitrine/core/page';

export interface BridgeEvents {
  /** What the host tells. */
  told(method: string, params: JsonObject): void;
  /** What the host asks; undefined: this is not known here. */
  asked(method: string): JsonObject | undefined;
}

/** What the host answered instead of a result. */
export class BridgeError extends Error {}

/** Longer than hosts wait for a server. */
const TIMEOUT_MS = 65_000;

export class HostBridge {
  readonly #host: Window;
  readonly #waiting = new Map<number, (answer: JsonObject) => void>();
  #last = 0;

  constructor(host: Window, events: BridgeEvents) {
    this.#host = host;
    addEventListener('message', ({ source, data }) => {
      if (source !== host || !isObject(data) || data.jsonrpc !== '2.0') return;
      if (typeof data.method === 'string') this.#heard(data.method, data, events);
      else this.#waiting.get(Number(data.id))?.(data);
    });
  }

  notify(method: string, params: JsonObject): void {
    this.#post({ method, params });
  }

  request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = ++this.#last;
    return new Promise<JsonObject>((resolve, reject) => {
      const timer = setTimeout(() => this.#waiting.get(id)?.({ error: { message: 'No answer.' } }), TIMEOUT_MS);
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (isObject(result)) resolve(result);
        else reject(new BridgeError(isObject(error) ? String(error.message) : 'No answer.'));
      });
      this.#post({ id, method, params });
    });
  }

  #heard(method: string, { id, params }: JsonObject, { told, asked }: BridgeEvents): void {
    if (id === undefined) return told(method, isObject(params) ? params : {});
    const result = asked(method);
    this.#post(
      result === undefined ? { id, error: { code: -32601, message: `${method} is not known here.` } } : { id, result },
    );
  }

  /** Where the host is from is not known before it has spoken; what is sent holds nothing that it did not give. */
  #post(message: { readonly [name: string]: Json }): void {
    this.#host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
