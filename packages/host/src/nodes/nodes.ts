// The other hosts that write the same log: asked to let go of a session or to do a call of one that they write, and answered
// when they ask. They know each other by a secret that comes from the key which signs tokens, and which each was given.

import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { isObject, parseJson } from '@vitrine/core/internal';
import { readText } from '@vitrine/face-kit';
import type { LogNode, SessionId } from '@vitrine/log';
import type { OperatorCode } from '../caller.ts';
import { digestOf, randomText } from '../credentials/credential-texts.ts';
import type { Peers } from '../sessions/leadership.ts';
import type { CallReply, SessionCall } from '../sessions/session-call.ts';
import { MAX_CALL_BYTES, readCalls, readReplies, type SentCalls, writeCalls, writeReplies } from './call-wire.ts';
import type { PeerNews } from './peer-news.ts';

const HAND_OVER = '/nodes/hand-over';
const CALLS = '/nodes/calls';
const NEWS = '/nodes/news';
const OPERATOR_CODE = '/nodes/operator-code';
const ASK_MS = 3000;
/** How often it is asked whether the host that does a call still writes the session. */
const LOOK_MS = 1000;
/** What it answers until then is taken, though it writes the session no more. */
const LAST_WORD_MS = 500;
const MAX_NAME_BYTES = 16 * 1024;
const MAX_NEWS_BYTES = 4 * 1024 * 1024;

export interface NodesOptions {
  /** The keys that sign tokens; the first is the newest. */
  readonly keys: () => readonly Uint8Array[];
  /** The hosts that are there beside this one. */
  readonly others: () => Promise<readonly LogNode[]>;
  /** Nobody answers where this host is reached. */
  readonly giveUp: (node: LogNode) => Promise<void>;
  readonly news: PeerNews;
  /** Uses up the code of an operator that this host gave out. */
  readonly takeOperatorCode: (code: string) => OperatorCode | undefined;
  /** Lets another host have a session. */
  readonly handOver: (session: SessionId) => Promise<void>;
  /** Does calls for another host; a reply for each. */
  readonly answerCalls: (calls: SentCalls) => Promise<readonly CallReply[]>;
}

export class Nodes implements Peers {
  readonly #options: NodesOptions;
  readonly #name = randomText();
  readonly #doors: ReadonlyMap<string, (request: Request) => Promise<Response>> = new Map([
    [HAND_OVER, (request) => this.#handOver(request)],
    [CALLS, (request) => this.#answerCalls(request)],
    [NEWS, (request) => this.#hearNews(request)],
    [OPERATOR_CODE, (request) => this.#takeOperatorCode(request)],
  ]);

  constructor(options: NodesOptions) {
    this.#options = options;
  }

  async askForSession(holder: LogNode, session: SessionId): Promise<void> {
    const { address } = holder;
    if (address === undefined) return;
    try {
      await this.#ask(address, HAND_OVER, session);
    } catch (error) {
      // It may be gone; then its lease is free as soon as it is missed.
      if (isUnsent(error)) await this.#giveUp(holder);
    }
  }

  /** Its process has ended, or nothing leads to it: then it is for the log to say whether it lives. */
  async #giveUp(holder: LogNode): Promise<void> {
    await this.#options.giveUp(holder).catch(() => undefined);
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
      if (!isUnsent(error)) return calls.map(() => ({ isDone: 'unknown' }));
      await this.#giveUp(holder);
      return calls.map(() => ({ isDone: false }));
    } finally {
      clearInterval(looking);
    }
  }

  mayListen(agent: string): boolean {
    return this.#options.news.mayListen(agent);
  }

  /** Tells the others what they do not know, where this host is reached by them. */
  async tellNews(from: string): Promise<void> {
    const { others, news } = this.#options;
    const addresses = (await others()).flatMap(({ address }) => address ?? []);
    news.setOthers(addresses);
    const letter = addresses.length === 0 ? undefined : news.write(from);
    if (letter === undefined) return;
    const body = JSON.stringify(letter);
    // Whoever is not reached learns of it with what comes next.
    await Promise.allSettled(addresses.map((address) => this.#ask(address, NEWS, body)));
  }

  /** What one of the others had open under this code; it is used up then. */
  async takeCodeElsewhere(code: string): Promise<OperatorCode | undefined> {
    const asked = (await this.#options.others()).map(({ address = '' }) => this.#ask(address, OPERATOR_CODE, code));
    const answers = await Promise.allSettled(asked);
    const text = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []))[0];
    if (text === undefined) return undefined;
    // A host of the version before says nothing more than that it had the code.
    const fields = parseJson(text);
    const { person } = fields.ok && isObject(fields.value) ? fields.value : {};
    return typeof person === 'string' ? { person } : {};
  }

  /** Undefined: the other has not done it. */
  async #ask(address: string, path: string, body: string): Promise<string | undefined> {
    const answer = await this.#post(address, path, body, AbortSignal.timeout(ASK_MS));
    const text = await answer.text();
    return answer.ok ? text : undefined;
  }

  /** What cannot be done there can be done here, once the session is. */
  async #undone(holder: LogNode, session: SessionId, calls: readonly SessionCall[]): Promise<readonly CallReply[]> {
    await this.askForSession(holder, session);
    return calls.map(() => ({ isDone: false }));
  }

  /** Undefined: it is no call of a node. */
  answer(request: Request): Promise<Response> | undefined {
    if (request.method !== 'POST') return undefined;
    const door = this.#doors.get(new URL(request.url).pathname);
    if (door === undefined) return undefined;
    const digest = digestOf(request.headers.get('authorization') ?? '');
    const isNode = this.#options.keys().some((key) => timingSafeEqual(digest, digestOf(`Bearer ${secretOf(key)}`)));
    if (!isNode) return undefined;
    return door(request).catch(() => new Response(null, { status: 503 }));
  }

  async #hearNews(request: Request): Promise<Response> {
    const letter = parseJson(await readText(request, MAX_NEWS_BYTES));
    return new Response(null, { status: letter.ok && this.#options.news.read(letter.value) ? 204 : 400 });
  }

  async #takeOperatorCode(request: Request): Promise<Response> {
    const code = this.#options.takeOperatorCode(await readText(request, MAX_NAME_BYTES));
    return code === undefined ? new Response(null, { status: 404 }) : Response.json(code);
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
