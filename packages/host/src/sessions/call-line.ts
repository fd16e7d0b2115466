// Calls of one caller to a session, in the order in which they came: done here while this host writes the session, else
// handed to the host that does, all that wait at once. What was not done there is done by whoever writes it next.

import type { LogNode, SessionId } from '@vitrine/log';
import { HOST_CODES, type HostCode, HostError } from '../host-error.ts';
import { type CallReply, isRepeatable, type SessionCall, type SessionCallAnswer } from './session-call.ts';

/** Who writes the session, as a line needs it. */
export interface LineLeadership {
  /** Another host that writes it. Undefined: this one does, or does now. `isAnew`: the last one known may be gone. */
  findHolder(isAnew: boolean): Promise<LogNode | undefined>;
  use<T>(work: () => T | Promise<T>): Promise<T>;
}

export interface CallSender {
  /**
   * Has calls done by the host that writes the session, in their order; a reply for each. Asked from time to time, `isGone`
   * tells whether another one writes it by now, and ends the waiting.
   */
  forward(
    holder: LogNode,
    session: SessionId,
    calls: readonly SessionCall[],
    isGone: () => Promise<boolean>,
  ): Promise<readonly CallReply[]>;
}

interface WaitingCall {
  readonly call: SessionCall;
  readonly work: () => Promise<SessionCallAnswer>;
  readonly resolve: (answer: SessionCallAnswer | Promise<SessionCallAnswer>) => void;
  readonly reject: (error: unknown) => void;
  /** Since when it was not done where it was sent. */
  failedAt?: number;
}

/** Longer than a node that ended is missed. */
const MAX_WAIT_MS = 8000;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 200;
const MAX_CALLS = 100;
/** One that is longer goes alone. */
const MAX_CHARS = 1024 * 1024;

export class CallLine {
  readonly #session: SessionId;
  readonly #leadership: LineLeadership;
  readonly #sender: CallSender;
  readonly #empty: () => void;
  #waiting: WaitingCall[] = [];
  #isRunning = false;
  #pauseMs = FIRST_PAUSE_MS;
  /** The last host that was asked did not do it. */
  #hasFailed = false;

  /** @param empty told when nothing waits any more */
  constructor(session: SessionId, leadership: LineLeadership, sender: CallSender, empty: () => void) {
    this.#session = session;
    this.#leadership = leadership;
    this.#sender = sender;
    this.#empty = empty;
  }

  take(call: SessionCall, work: () => Promise<SessionCallAnswer>): Promise<SessionCallAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, work, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      try {
        await this.#takeSome();
      } catch (error) {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      }
    }
    this.#isRunning = false;
    this.#empty();
  }

  async #takeSome(): Promise<void> {
    const holder = await this.#leadership.findHolder(this.#hasFailed);
    if (holder === undefined) {
      // Begun in their order; each is as long under way as it takes.
      for (const { resolve, work } of this.#waiting.splice(0)) resolve(this.#leadership.use(work));
      return;
    }
    const batch = this.#next();
    const isGone = async (): Promise<boolean> => (await this.#leadership.findHolder(true))?.node !== holder.node;
    const replies = await this.#sender.forward(
      holder,
      this.#session,
      batch.map(({ call }) => call),
      isGone,
    );
    const again = batch.filter((waiting, index) => !settle(waiting, replies[index] ?? { isDone: false }));
    this.#waiting.unshift(...again);
    this.#hasFailed = again.length > 0;
    if (!this.#hasFailed) return;
    await new Promise((resolve) => setTimeout(resolve, this.#pauseMs));
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
  }

  #next(): WaitingCall[] {
    let [count, chars] = [0, 0];
    for (const { call } of this.#waiting) {
      chars += lengthOf(call);
      if (count === MAX_CALLS || (count > 0 && chars > MAX_CHARS)) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }
}

/** False: it is to be tried again. */
function settle(waiting: WaitingCall, reply: CallReply): boolean {
  const { call, resolve, reject } = waiting;
  if ('answer' in reply) resolve(reply.answer);
  else if ('refusal' in reply) reject(refusalOf(reply.refusal));
  else if (reply.isDone === 'unknown' && !isRepeatable(call)) {
    const words =
      'The host that writes this session broke off: what was sent may be stored. Under a key it could be sent again.';
    reject(new HostError('VITRINE_BUSY', words));
  } else {
    waiting.failedAt ??= performance.now();
    if (performance.now() - waiting.failedAt < MAX_WAIT_MS) return false;
    reject(new HostError('VITRINE_BUSY', 'Another node has this session and does not answer.'));
  }
  return true;
}

function refusalOf({ code, message, details }: Extract<CallReply, { refusal: unknown }>['refusal']): HostError {
  return Object.hasOwn(HOST_CODES, code)
    ? new HostError(code as HostCode, message, details)
    : new HostError('VITRINE_HOST_FAILED');
}

function lengthOf(call: SessionCall): number {
  if (call.call === 'presence') return 0;
  const { text, length = 0 } = call.input;
  return typeof text === 'string' ? text.length : length;
}
