// The other hosts that write the same log: asked to let go of a session, and answered when they ask. They know each other
// by a secret that comes from the key which signs tokens, and which each of them was given.

import { hkdfSync, timingSafeEqual } from 'node:crypto';
import type { LogNode, SessionId } from '@vitrine/log';
import { digestOf } from './credentials/credential-texts.ts';
import type { Peers } from './sessions/leadership.ts';

const PATH = '/nodes/hand-over';
const ASK_MS = 3000;

export interface NodesOptions {
  /** The keys that sign tokens; the first is the newest. */
  readonly keys: () => readonly Uint8Array[];
  /** Lets another host have a session. */
  readonly handOver: (session: SessionId) => Promise<void>;
}

export class Nodes implements Peers {
  readonly #options: NodesOptions;

  constructor(options: NodesOptions) {
    this.#options = options;
  }

  async askForSession({ address }: LogNode, session: SessionId): Promise<void> {
    if (address === undefined) return;
    const [key] = this.#options.keys();
    const headers = { authorization: `Bearer ${secretOf(key as Uint8Array)}`, 'content-type': 'text/plain' };
    try {
      const signal = AbortSignal.timeout(ASK_MS);
      const answer = await fetch(`${address}${PATH}`, { method: 'POST', headers, body: session, signal });
      await answer.arrayBuffer();
    } catch {
      // It may be gone; then its lease is free as soon as it is missed.
    }
  }

  /** Undefined: it is no call of a node. */
  answer(request: Request): Promise<Response> | undefined {
    if (request.method !== 'POST' || new URL(request.url).pathname !== PATH) return undefined;
    const given = digestOf(request.headers.get('authorization') ?? '');
    const isNode = this.#options.keys().some((key) => timingSafeEqual(given, digestOf(`Bearer ${secretOf(key)}`)));
    return isNode ? this.#handOver(request) : undefined;
  }

  async #handOver(request: Request): Promise<Response> {
    try {
      await this.#options.handOver(await request.text());
      return new Response(null, { status: 204 });
    } catch {
      return new Response(null, { status: 503 });
    }
  }
}

function secretOf(key: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'vitrine nodes', 32)).toString('base64url');
}
