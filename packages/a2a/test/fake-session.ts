// A session as a bridge holds it, without a host: what is sent is decoded and judged as the host does it, what people do is
// delivered as the client does it.

import { Catalogs, Fold, type Issue, type Json, type JsonObject, type Op } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import type { DialectId } from '@vitrine/dialects';
import { dialectById } from '@vitrine/dialects';
import type { BridgeDelivery, BridgeSession } from '@vitrine/face-kit';

export class FakeSession implements BridgeSession<DialectId> {
  readonly id = 'session';
  readonly fold = new Fold({ catalogs: new Catalogs([basic08, basic09, basic10]) });
  /** How many messages of A2UI were accepted. */
  accepted = 0;
  readonly turns: string[] = [];
  readonly #handlers = new Set<(delivery: BridgeDelivery) => unknown>();
  readonly #answered = new Map<string, { readonly issues: readonly Issue[] }>();
  #seq = 0;

  on(_name: 'event', handler: (delivery: BridgeDelivery) => unknown): () => void {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  send(messages: readonly object[], { key, dialect }: { key: string; dialect: string }) {
    const before = this.#answered.get(key);
    if (before !== undefined) return Promise.resolve(before);
    const codec = dialectById(dialect);
    const issues = messages.flatMap((message) => {
      const decoded = codec?.decode(message as Json, this.fold, 'agent');
      const judged = decoded?.ok === true ? this.fold.accept(decoded.value, 'untrusted') : decoded;
      if (judged?.ok === true) this.accepted++;
      return judged?.issues ?? [];
    });
    this.#answered.set(key, { issues });
    return Promise.resolve({ issues });
  }

  ops(ops: readonly Op[], options: { key?: string } = {}): Promise<unknown> {
    if (options.key !== undefined && this.#answered.has(options.key)) return Promise.resolve();
    if (options.key !== undefined) this.#answered.set(options.key, { issues: [] });
    for (const op of ops) if (op.op === 'turn') this.turns.push(op.state);
    this.fold.accept({ body: ops }, 'untrusted');
    return Promise.resolve();
  }

  snapshot(): Promise<JsonObject> {
    return Promise.resolve(this.fold.snapshot() as unknown as JsonObject);
  }

  get talk(): readonly string[] {
    return this.fold.talk.map(({ by, text }) => `${by}: ${text}`);
  }

  get surfaces(): readonly string[] {
    return [...this.fold.surfaces.keys()];
  }

  /** Until its handlers succeed, as the client does it. */
  async deliver(wire: Json, metadata?: Json): Promise<void> {
    const seq = ++this.#seq;
    for (let attempt = 1; ; attempt++) {
      const delivery = { seq, wire, attempt, ...(metadata === undefined ? {} : { metadata }) };
      const failed = await Promise.all([...this.#handlers].map(async (handler) => handler(delivery))).then(
        () => false,
        () => true,
      );
      if (!failed) return;
    }
  }

  /** A person says something. */
  say(text: string): Promise<void> {
    return this.deliver({ vitrine: 1, body: [{ event: 'say', text }] });
  }
}
