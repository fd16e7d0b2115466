// Asks of one session that outlive either side: what is open is waited for, what was answered before a restart is found
// again, and nobody is asked twice. Who waits for what is kept in asks.ts.

import { type Issue, isObject, type Json, type Seq, type Want } from '@vitrine/core/internal';
import {
  type AnswerValue,
  type AskAnswer,
  AskError,
  type AskOptions,
  type AskSettlement,
  Asks,
  endsIn,
  type PlainWant,
} from './asks.ts';
import { delay } from './clock.ts';
import { opsMessage, type SessionCalls } from './session-calls.ts';

/** So long after its time is the host asked what became of an ask. */
const LAPSE_MS = 500;
/** Reads what was delivered before. What it confirms erases no sealed value that a handler still has to receive. */
const LOOK_BACK = 'look-back';

export class DurableAsks {
  readonly waiting = new Asks();
  readonly #calls: SessionCalls;

  constructor(calls: SessionCalls) {
    this.#calls = calls;
  }

  ask<const W extends Want | PlainWant>(options: AskOptions<W>): Promise<AskAnswer<AnswerValue<W>>> {
    const id = options.id ?? this.#calls.link.newKey();
    const answer = this.waiting.get(id) ?? this.#ask(id, options);
    return answer as Promise<AskAnswer<AnswerValue<W>>>;
  }

  #ask(ask: string, options: AskOptions): Promise<AskAnswer> {
    const { link } = this.#calls;
    const answer = this.waiting.begin(ask);
    link.listen();
    this.#follow(ask, options).catch((error: unknown) => {
      const reason = link.signal.aborted ? 'closed' : 'refused';
      this.waiting.fail(ask, reason, error instanceof Error ? error.message : String(error), error);
    });
    return answer;
  }

  async #follow(ask: string, { id, want, ...rest }: AskOptions): Promise<void> {
    const isAgain = this.waiting.hasEnded(ask);
    const body = opsMessage([
      { op: 'ask', ask, want: (typeof want === 'string' ? { kind: want } : want) as Want, ...rest },
    ]);
    await this.#calls.inOrder(async () => {
      if (id !== undefined && !isAgain && (await this.#resume(ask))) return;
      await this.#begin(ask, body, isAgain ? this.#calls.link.newKey() : keyOf('ask', ask));
    });
    const { clock, signal } = this.#calls.link;
    let isClosed = false;
    while (this.waiting.isWaiting(ask) && (await this.#openAt(ask)) !== undefined) {
      // Where nobody can answer any more, nothing lapses either.
      isClosed = await this.#isClosed();
      if (isClosed) break;
      if (rest.until === undefined || signal.aborted) return;
      await delay(clock, Math.max(Date.parse(rest.until) - clock.now(), 0) + LAPSE_MS, signal);
    }
    const end = await this.#lookBack(ask);
    if (end !== undefined) this.waiting.end(ask, end);
    this.waiting.lose(ask, isClosed || rest.until !== undefined ? 'lapsed' : 'withdrawn');
  }

  async #isClosed(): Promise<boolean> {
    return (await this.#calls.call('')).closedAt !== undefined;
  }

  /** Goes on with an ask of before; false: there is nothing to go on with. */
  async #resume(ask: string): Promise<boolean> {
    const openAt = await this.#openAt(ask);
    const end = openAt === undefined ? await this.#lookBack(ask) : undefined;
    if (openAt === undefined && end === undefined) return false;
    this.waiting.since(ask, openAt ?? 0);
    if (end !== undefined) this.waiting.end(ask, end);
    return true;
  }

  async #begin(ask: string, body: Json, key: string): Promise<void> {
    const { accepted, seq, issues } = await this.#calls.post(body, { key, dialect: 'vitrine' });
    if (accepted === 0) throw new AskError(ask, 'refused', refusalWords(issues), issues);
    this.waiting.since(ask, seq);
  }

  /**
   * A seq at which the ask is open: it is answered on the line, behind this. Undefined: it was answered before, or time is
   * up by the host's clock, or it was never asked.
   */
  async #openAt(ask: string): Promise<Seq | undefined> {
    const { asks, seq } = await this.#calls.snapshot();
    return isObject(asks) && Object.hasOwn(asks, ask) ? Number(seq) : undefined;
  }

  /**
   * Reads all that was delivered before, to another process or before a restart: the last end is the one that counts. A
   * page may bring nothing and say that there is more, or bring more than it confirms.
   */
  async #lookBack(ask: string): Promise<AskSettlement | undefined> {
    let last: AskSettlement | undefined;
    for (let [after, reached] = [-1, 0]; reached > after && this.waiting.isWaiting(ask); ) {
      after = reached;
      const query = { after: String(after), consumer: LOOK_BACK };
      const { events, next } = await this.#calls.call('/events', { query });
      const found = (Array.isArray(events) ? events : []) as readonly { readonly seq: Seq; readonly event: Json }[];
      for (const { event, seq } of found) last = new Map(endsIn(event, seq)).get(ask) ?? last;
      reached = Math.max(Number(next ?? 0), ...found.map(({ seq }) => seq));
    }
    return last;
  }
}

/** What was refused, and of which field of the options that is said. */
function refusalWords(issues: readonly Issue[]): string {
  const [first] = issues.filter(({ severity }) => severity === 'error').concat(issues);
  if (first === undefined) return 'The ask was not taken.';
  const field = /^\/body\/0\/(.+)$/.exec(first.at ?? '')?.[1];
  return field === undefined ? first.message : `${field.replaceAll('/', '.')}: ${first.message}`;
}

/** Keys are printable ASCII; ids need not be. */
function keyOf(what: string, id: string): string {
  return `${what}:${encodeURIComponent(id)}`;
}
