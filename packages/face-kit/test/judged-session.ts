// A session without a host, for bridges to agents elsewhere: what is sent is decoded and judged as the host does it.

import { Catalogs, Fold, type Issue, type Json, type JsonObject, type Op } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { mcpAppCatalogs } from '@vitrine/core/catalogs/mcp-app';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { type DialectId, dialectById } from '@vitrine/dialects';
import type { BridgeDelivery, BridgeSession } from '../src/index.ts';

export class JudgedSession implements BridgeSession<DialectId> {
  readonly id = 'session';
  readonly fold = new Fold({ catalogs: new Catalogs([basic08, basic09, basic10, vitrine10, ...mcpAppCatalogs]) });
  readonly wire: JsonObject[] = [];
  readonly log: Op[] = [];
  readonly #handlers = new Set<(delivery: BridgeDelivery) => unknown>();
  #seq = 0;

  on(_name: 'event', handler: (delivery: BridgeDelivery) => unknown): () => void {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  async send(messages: readonly object[], { dialect, trust }: { dialect: DialectId; trust?: 'untrusted' }) {
    const issues = messages.flatMap((message): readonly Issue[] => {
      this.wire.push(message as JsonObject);
      const decoded = dialectById(dialect)?.decode(message as Json, this.fold, 'agent');
      const judged = decoded?.ok === true ? this.fold.accept(decoded.value, trust ?? 'trusted') : decoded;
      return judged?.issues ?? [];
    });
    return { issues };
  }

  async ops(ops: readonly Op[], { trust }: { trust?: 'untrusted' } = {}): Promise<unknown> {
    this.log.push(...ops);
    const judged = this.fold.accept({ body: ops }, trust ?? 'trusted');
    if (!judged.ok) throw Object.assign(new Error('refused'), { issues: judged.issues });
    return undefined;
  }

  snapshot(): Promise<JsonObject> {
    return Promise.resolve(this.fold.snapshot() as unknown as JsonObject);
  }

  get talk(): readonly string[] {
    return this.fold.talk.map(({ text }) => text);
  }

  async deliver(body: readonly JsonObject[], seq = ++this.#seq): Promise<void> {
    for (const handler of this.#handlers) await handler({ seq, wire: { vitrine: 1, body }, attempt: 1 });
  }
}
