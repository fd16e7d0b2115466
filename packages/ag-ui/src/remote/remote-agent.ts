// Somebody else's agent of AG-UI, reached: a run goes to it, events come back. Only addresses that may be asked are, within the
// bounds of the guard; what the events say is left to the reader, what becomes of it to the bridge.

import { defined, type Json, type JsonObject, parseJson, type Tracer } from '@vitrine/core/internal';
import {
  GUARD_LIMITS,
  GuardedFetch,
  NamedHosts,
  namedByTyping,
  RemoteError,
  type Resolve,
  remoteAgentName,
} from '@vitrine/face-kit';
import { createParser } from 'eventsource-parser';
import { READER_LIMITS } from './reader-limits.ts';

export const AG_UI_REMOTE_LIMITS = {
  ...GUARD_LIMITS,
  ...READER_LIMITS,
  /** For a whole run. */
  runMs: 60 * 60 * 1000,
  /** Attempts to begin one run, where the agent cannot be reached. */
  attempts: 3,
  /** Of the conversation that is kept and sent with every run; the oldest messages go first. */
  historyLength: 4 * 1024 * 1024,
};

export type AgUiRemoteLimits = { readonly [name in keyof typeof AG_UI_REMOTE_LIMITS]: number };

export interface ConnectAgUiOptions {
  /** Hosts, `host` or `host:port`, that may be at private addresses or speak plain HTTP, beside the one that is typed. */
  readonly allowPrivate?: readonly string[];
  /** The value of `Authorization`, sent to the origin of the address and to no other. */
  readonly authorization?: string;
  readonly limits?: Partial<AgUiRemoteLimits>;
  readonly resolve?: Resolve;
  /** What is asked names the trace that is under way. */
  readonly tracer?: Pick<Tracer, 'current'>;
}

/** Nothing is asked of it yet: AG-UI has no card. Throws a RemoteError for an address that may not be asked. */
export function connectAgUi(address: string | URL, options: ConnectAgUiOptions = {}): RemoteAgUiAgent {
  if (!URL.canParse(String(address))) throw new RemoteError('address', `"${address}" is no address.`);
  return new RemoteAgUiAgent(new URL(address), options);
}

export class RemoteAgUiAgent {
  readonly url: URL;
  /** Its name as an agent of our host. */
  readonly agent: string;
  readonly limits: AgUiRemoteLimits;
  readonly #guard: GuardedFetch;

  constructor(url: URL, { allowPrivate = [], authorization, limits, resolve, tracer }: ConnectAgUiOptions) {
    this.url = url;
    this.agent = remoteAgentName('ag-ui', url);
    this.limits = { ...AG_UI_REMOTE_LIMITS, ...limits };
    const named = new NamedHosts([...namedByTyping(url), ...allowPrivate]);
    named.assertMayAsk(url);
    const own = authorization === undefined ? undefined : { origin: url.origin, value: authorization };
    this.#guard = new GuardedFetch({ named, limits: this.limits, ...defined({ authorization: own, resolve, tracer }) });
  }

  get title(): string {
    return this.url.host;
  }

  /** The events of one run, in the pieces in which they come. Rejects with a RemoteError. */
  async *run(input: JsonObject, signal: AbortSignal): AsyncGenerator<readonly Json[]> {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const answer = await this.#guard.fetch(this.url, { method: 'POST', headers, body: JSON.stringify(input), signal });
    if (!answer.ok) {
      const words = (await answer.text().catch(() => '')).slice(0, 200);
      throw new RemoteError('refused', `${this.url.host} answers ${answer.status}: ${words}`);
    }
    yield* this.#events(answer);
  }

  close(): void {
    this.#guard.close();
  }

  async *#events({ body }: Response): AsyncGenerator<readonly Json[]> {
    if (body === null) return;
    let events: Json[] = [];
    const parser = createParser({
      onEvent: ({ data }) => void events.push(this.#parse(data)),
      maxBufferSize: this.limits.eventBytes,
    });
    const decoder = new TextDecoder();
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      this.#feed(parser, decoder.decode(piece, { stream: true }));
      if (events.length > 0) yield events;
      events = [];
    }
    // A last event may lack the empty line behind it.
    this.#feed(parser, '\n\n');
    if (events.length > 0) yield events;
  }

  #feed(parser: ReturnType<typeof createParser>, text: string): void {
    try {
      parser.feed(text);
    } catch {
      throw new RemoteError('limit', `${this.url.host} sends an event of more than ${this.limits.eventBytes} bytes.`);
    }
  }

  /** What is no JSON is no event either: the reader says so. */
  #parse(data: string): Json {
    if (data.length > this.limits.eventBytes)
      throw new RemoteError('limit', `${this.url.host} sends an event of more than ${this.limits.eventBytes} bytes.`);
    const parsed = parseJson(data, { maxLength: this.limits.eventBytes });
    return parsed.ok ? parsed.value : null;
  }
}
