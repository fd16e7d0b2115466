// Those who look at sessions through whatever happens: viewers of every dialect over streams and sockets, each with a fold
// of what it was sent, and readers of an agent's events.

import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogs } from '@vitrine/core/internal';
import { isObject, type Json, type JsonObject, Replica } from '@vitrine/core/internal';
import { type Dialect, type DialectId, dialectById } from '@vitrine/dialects';
import { readSse } from '../../packages/client/src/sse.ts';
import { openSocketLine } from '../../packages/client/src/websocket.ts';
import type { Calls } from './calls.ts';
import type { FeedAccount, Ledger } from './ledger.ts';

const AGAIN_MS = 100;
/** Nothing heard for so long, though a stream says every 15 seconds that it lives. */
const MAX_SILENCE_MS = 20_000;

export interface RawViewerOptions {
  readonly name: string;
  readonly session: string;
  readonly token: string;
  readonly dialect: DialectId;
  readonly transport: 'sse' | 'socket';
  readonly catalogs: Catalogs;
}

/** A viewer of any dialect, without our client: it reads the wire, folds it and goes on where it was. */
export class RawViewer {
  readonly options: RawViewerOptions;
  readonly #calls: Calls;
  readonly #ledger: Ledger;
  readonly #dialect: Dialect;
  #replica: Replica;
  #seq: number | undefined;
  #over = new AbortController();
  #done: Promise<void> | undefined;
  /** How often it had to begin anew. */
  resets = 0;

  constructor(options: RawViewerOptions, calls: Calls, ledger: Ledger) {
    this.options = options;
    this.#calls = calls;
    this.#ledger = ledger;
    this.#dialect = dialectById(options.dialect) as Dialect;
    this.#replica = new Replica({ catalogs: options.catalogs });
  }

  get seq(): number {
    return this.#seq ?? 0;
  }

  get shown(): Replica {
    return this.#replica;
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#over.signal.aborted) {
      try {
        // Without a seq to go on from the whole state comes, and not behind what came of another.
        if (this.#seq === undefined) this.#replica = new Replica({ catalogs: this.options.catalogs });
        if (this.options.transport === 'sse') await this.#stream();
        else await this.#socket();
      } catch {
        // The line broke: the next one goes on behind what came last.
      }
      await delay(AGAIN_MS, undefined, { signal: this.#over.signal }).catch(() => undefined);
    }
  }

  async #stream(): Promise<void> {
    const { session, token, dialect } = this.options;
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
    const response = await fetch(`${this.#calls.url}/sessions/${session}/stream?dialect=${dialect}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(this.#seq === undefined ? {} : { 'last-event-id': String(this.#seq) }),
      },
      signal: AbortSignal.any([this.#over.signal, silence.signal]),
    });
    try {
      if (!response.ok || response.body === null) return await this.#refused(response);
      for await (const { name, data, id } of readSse(response.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
        if (name === 'reset') this.#reset();
        else if (name === 'message') this.#take(JSON.parse(data) as Json);
        else if (name === 'ready') this.#seq ??= (JSON.parse(data) as { seq: number }).seq;
        if (id !== undefined && id !== '') this.#seq = Number(id);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #socket(): Promise<void> {
    const { session, token, dialect } = this.options;
    const after = this.#seq === undefined ? {} : { after: this.#seq };
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        line.close();
        this.#over.signal.removeEventListener('abort', end);
        resolve();
      };
      let timer = setTimeout(end, MAX_SILENCE_MS);
      const line = openSocketLine(
        {
          url: `${this.#calls.url}/sessions/${session}/socket`,
          credential: token,
          hello: { role: 'viewer', dialect, ...after },
        },
        {
          frame: (frame) => {
            clearTimeout(timer);
            timer = setTimeout(end, MAX_SILENCE_MS);
            this.#frame(frame);
          },
          alive: () => undefined,
          end,
        },
      );
      this.#over.signal.addEventListener('abort', end);
    });
  }

  #frame(frame: JsonObject): void {
    if (frame.reset === true) this.#reset();
    if (frame.message !== undefined) this.#take(frame.message);
    if (typeof frame.seq === 'number') this.#seq = frame.seq;
    if (typeof frame.ready === 'number') this.#seq ??= frame.ready;
  }

  async #refused(response: Response): Promise<void> {
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) return;
    this.#ledger.complain(this.options.name, `its stream was refused with ${response.status}: ${text.slice(0, 300)}`);
    await delay(1000);
  }

  #reset(): void {
    this.resets++;
    this.#replica = new Replica({ catalogs: this.options.catalogs });
    this.#seq = undefined;
  }

  #take(wire: Json): void {
    const decoded = this.#dialect.decode(wire, this.#replica, 'agent');
    if (!decoded.ok) {
      this.#ledger.complain(
        this.options.name,
        `it was sent what it cannot read: ${JSON.stringify(wire).slice(0, 300)}`,
      );
      return;
    }
    this.#replica.apply(decoded.value);
  }
}

/** Reads all events of an agent, confirms what it has by asking for what is behind it. */
export class FeedReader {
  readonly account: FeedAccount;
  readonly #calls: Calls;
  readonly #key: string;
  readonly #how: 'poll' | 'sse';
  readonly #over = new AbortController();
  #after: string | undefined;
  #done: Promise<void> | undefined;

  constructor(how: 'poll' | 'sse', calls: Calls, ledger: Ledger, agent: string, key: string) {
    this.#how = how;
    this.#calls = calls;
    this.#key = key;
    this.account = { reader: `feed by ${how}`, agent, isInOrder: true, events: [] };
    ledger.feeds.push(this.account);
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#over.signal.aborted) {
      try {
        if (this.#how === 'poll') await this.#poll();
        else await this.#stream();
      } catch {
        // The next attempt goes on behind what came last.
      }
      await delay(AGAIN_MS, undefined, { signal: this.#over.signal }).catch(() => undefined);
    }
  }

  get #query(): string {
    return `?consumer=${this.#how}${this.#after === undefined ? '' : `&after=${this.#after}`}`;
  }

  async #poll(): Promise<void> {
    const path = `/events${this.#query}&wait=5`;
    const { signal } = this.#over;
    const call = { by: this.account.reader, path, credential: this.#key, maxMs: MAX_SILENCE_MS, signal };
    const answer = await this.#calls.once(call);
    if (answer === undefined) return;
    const { events, next } = answer.body as unknown as { readonly events: readonly JsonObject[]; next: number };
    for (const event of events) this.#take(event);
    this.#after = String(next);
  }

  async #stream(): Promise<void> {
    const silence = AbortSignal.timeout(6 * MAX_SILENCE_MS);
    const response = await fetch(`${this.#calls.url}/events${this.#query}`, {
      headers: { authorization: `Bearer ${this.#key}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([this.#over.signal, silence]),
    });
    if (!response.ok || response.body === null) return void (await response.text());
    for await (const { name, data, id } of readSse(response.body)) {
      if (name !== 'message') continue;
      const event = JSON.parse(data) as Json;
      if (isObject(event)) this.#take(event);
      if (id !== undefined && id !== '') this.#after = id;
    }
  }

  #take({ session, seq }: JsonObject): void {
    this.account.events.push({ session: String(session), seq: Number(seq) });
  }
}
