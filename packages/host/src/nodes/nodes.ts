// The other hosts that write the same log: asked to let go of a session or to do a call of one that they write, and answered
// when they ask. They know each other by a secret that comes from the key which signs tokens, and which each was given.

import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { readText } from '@vitrine/face-kit';
import type { LogNode, SessionId } from '@vitrine/log';
import { digestOf, randomText } from '../credentials/credential-texts.ts';
import type { Peers } from '../sessions/leadership.ts';
import type { CallReply, SessionCall } from '../sessions/session-call.ts';
import { MAX_CALL_BYTES, readCalls, readReplies, type SentCalls, writeCalls, writeReplies } from './call-wire.ts';

const HAND_OVER = '/nodes/hand-over';
const CALLS = '/nodes/calls';
const ASK_MS = 3000;
/** How often it is asked whether the host that does a call still writes the session. */
const LOOK_MS = 1000;
/** What it answers until then is taken, though it writes the session no more. */
const LAST_WORD_MS = 500;
const MAX_NAME_BYTES = 16 * 1024;

export interface NodesOptions {
  /** The keys that sign tokens; the first is the newest. */
  readonly keys: () => readonly Uint8Array[];
  /** Lets another host have a session. */
  readonly handOver: (session: SessionId) => Promise<void>;
  /** Does calls for another host; a reply for each. */
  readonly answerCalls: (calls: SentCalls) => Promise<readonly CallReply[]>;
}

export class Nodes implements Peers {
  readonly #options: NodesOptions;
  readonly #name = randomText();

  constructor(options: NodesOptions) {
    this.#options = options;
  }

  async askForSession({ address }: LogNode, session: SessionId): Promise<void> {
    if (address === undefined) return;
    try {
      const answer = await this.#post(address, HAND_OVER, session, AbortSignal.timeout(ASK_MS));
      await answer.arrayBuffer();
    } catch {
      // It may be gone; then its lease is free as soon as it is missed.
    }
  }

  async forward(
    holder: LogNode,
    session: SessionId,
    calls: readonly SessionCall[],
    isGone: () => Promise<boolean>,
  ): Promise<readonly CallReply[]> {
    const { address } = holder;
    const body = address === undefined ? undefined : await writeCalls({ session, from: this.#name, calls });
    if (address === undefined || body === undefined) return this.#undone(holder, session, calls);
    const waiting = new AbortController();
    const looking = setInterval(() => {
      isGone().then(
        (gone) => void (gone && setTimeout(() => waiting.abort(), LAST_WORD_MS).unref()),
        () => undefined,
      );
    }, LOOK_MS);
    try {
      const answer = await this.#post(address, CALLS, body, waiting.signal);
      const text = await answer.text();
      if (answer.ok) return await readReplies(text, calls.length);
      // Nothing was begun by whoever does not understand it: no host of ours any more, or one of another version.
      return answer.status < 500
        ? await this.#undone(holder, session, calls)
        : calls.map(() => ({ isDone: 'unknown' }));
    } catch (error) {
      return calls.map(() => ({ isDone: isUnsent(error) ? false : 'unknown' }));
    } finally {
      clearInterval(looking);
    }
  }

  /** What cannot be done there can be done here, once the session is. */
  async #undone(holder: LogNode, session: SessionId, calls: readonly SessionCall[]): Promise<readonly CallReply[]> {
    await this.askForSession(holder, session);
    return calls.map(() => ({ isDone: false }));
  }

  /** Undefined: it is no call of a node. */
  answer(request: Request): Promise<Response> | undefined {
    if (request.method !== 'POST') return undefined;
    const { pathname } = new URL(request.url);
    if (pathname !== HAND_OVER && pathname !== CALLS) return undefined;
    const given = digestOf(request.headers.get('authorization') ?? '');
    const isNode = this.#options.keys().some((key) => timingSafeEqual(given, digestOf(`Bearer ${secretOf(key)}`)));
    if (!isNode) return undefined;
    const answer = pathname === CALLS ? this.#answerCalls(request) : this.#handOver(request);
    return answer.catch(() => new Response(null, { status: 503 }));
  }

  async #handOver(request: Request): Promise<Response> {
    await this.#options.handOver(await readText(request, MAX_NAME_BYTES));
    return new Response(null, { status: 204 });
  }

  async #answerCalls(request: Request): Promise<Response> {
    const body = await readText(request, MAX_CALL_BYTES).catch(() => undefined);
    const calls = body === undefined ? undefined : await readCalls(body);
    if (calls === undefined) return new Response(null, { status: 400 });
    const replies = await this.#options.answerCalls(calls);
    return new Response(writeReplies(replies), { headers: { 'content-type': 'application/json' } });
  }

  #post(address: string, path: string, body: string, signal: AbortSignal): Promise<Response> {
    const [key] = this.#options.keys();
    const authorization = `Bearer ${secretOf(key as Uint8Array)}`;
    // A connection of its own: one that was kept may be closed by a host that stops just when the next call goes out.
    const headers = { authorization, 'content-type': 'text/plain', connection: 'close' };
    return fetch(`${address}${path}`, { method: 'POST', headers, body, signal });
  }
}

/** The connection was never there. */
function isUnsent(error: unknown): boolean {
  const { code = '' } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string };
  return /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
}

function secretOf(key: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'vitrine nodes', 32)).toString('base64url');
}
