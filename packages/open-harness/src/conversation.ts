// Both ways between signals and one client: signals become messages at once, messages of the client become signals. What
// goes wrong is told to `onError`; nothing is thrown at the bus or at the client.

import { defined, type Issue, type ViewerEvent } from '@vitrine/core/internal';
import { answerOf, routeOf } from '@vitrine/dialects/open-harness';
import { createSignal } from './bus.ts';
import { A2UIState } from './state.ts';
import { ENDS, guarded } from './stream.ts';
import type { A2UIMessage, A2UIOptions, A2UIProblem, A2UIUserAction, SignalLike } from './types.ts';

export interface ConversationOptions extends A2UIOptions {
  readonly onMessage: (message: A2UIMessage) => unknown;
  /** Takes the actions instead of the bus. */
  readonly onUserAction?: (action: A2UIUserAction) => unknown;
  /** Names of actions that are let through; all when absent. */
  readonly actions?: readonly string[];
  readonly onError?: (problem: A2UIProblem) => unknown;
}

/** What became of a client's message. */
export interface ClientMessageResult {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  readonly reason?: string;
}

const USER = { source: { agent: 'user' } };
/** Signals that are our own answer: they come back to us by the bus. */
const OWN = /^user:/;

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #state: A2UIState;
  readonly #emit: (signal: SignalLike) => void;
  readonly #onError: (problem: A2UIProblem) => void;
  #hasEnded = false;
  #isStopped = false;
  #isTelling = false;

  constructor(options: ConversationOptions, emit: (signal: SignalLike) => void) {
    this.#options = options;
    this.#state = new A2UIState(options);
    this.#emit = emit;
    this.#onError = guarded(options.onError);
  }

  /** Never throws. A signal behind the run's end is shown all the same, and told. */
  hear(signal: SignalLike): void {
    if (this.#isStopped) return;
    const problem = this.#state.take(signal);
    if (problem !== undefined) return this.#onError(problem);
    if (this.#hasEnded && this.#state.hasNews && !this.#isBeginning(signal))
      this.#onError({ message: 'A signal came after the end of its run.', signal });
    this.#hasEnded = this.#isBeginning(signal) ? false : this.#hasEnded || isEnd(signal);
    this.#tell();
  }

  handleClientMessage(message: unknown): ClientMessageResult {
    if (this.#isStopped) return { ok: false, issues: [], reason: 'The subscription has ended.' };
    const read = this.#state.read(message);
    if ('problem' in read) return this.#refused(read.problem);
    if (read.events.some((event) => event.event === 'action' && !this.#allows(event.name)))
      return this.#refused({ message: 'This action is not let through.' });
    for (const event of read.events) this.#event(event);
    this.#tell();
    return { ok: true, issues: [] };
  }

  end(): void {
    this.#isStopped = true;
  }

  #event(event: ViewerEvent): void {
    if (event.event === 'action') {
      const { name, surface, source, context, at } = event;
      const timestamp = at ?? new Date().toISOString();
      return this.#action({ name, surfaceId: surface, sourceComponentId: source, timestamp, context });
    }
    if (event.event === 'answer') {
      if (!this.#state.answered(event.ask)) return this.#onError({ message: 'The question is not open any more.' });
      return this.#send('input:received', answerOf(event));
    }
    if (event.event === 'issue') {
      const { code, message } = event.issue;
      this.#send('user:error', { code, message, ...defined({ surfaceId: event.surface }) });
    }
  }

  #action(action: A2UIUserAction): void {
    if (this.#options.onUserAction !== undefined) return this.#call('onUserAction', action);
    this.#send('user:action', action);
    this.#send(routeOf(action.name), action);
  }

  #send(name: string, payload: unknown): void {
    const signal = createSignal(name, payload, USER);
    try {
      this.#emit(signal);
    } catch (cause) {
      this.#onError({ message: 'The bus refused a signal.', signal, cause });
    }
  }

  /** A handler may emit in turn: what that shows comes behind what is being told. */
  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (this.#state.hasNews) for (const message of this.#state.messages()) this.#call('onMessage', message);
    } catch (cause) {
      this.#onError({ message: 'What is new could not be written.', cause });
    } finally {
      this.#isTelling = false;
    }
  }

  #call(name: 'onMessage', argument: A2UIMessage): void;
  #call(name: 'onUserAction', argument: A2UIUserAction): void;
  #call(name: 'onMessage' | 'onUserAction', argument: A2UIMessage & A2UIUserAction): void {
    const failed = (cause: unknown): void => this.#onError({ message: `${name} failed.`, cause });
    try {
      const answer = this.#options[name]?.(argument);
      if (answer instanceof Promise) answer.catch(failed);
    } catch (cause) {
      failed(cause);
    }
  }

  #refused(problem: A2UIProblem): ClientMessageResult {
    this.#onError(problem);
    return { ok: false, issues: problem.issues ?? [], reason: problem.message };
  }

  #allows(name: string): boolean {
    return this.#options.actions?.includes(name) ?? true;
  }

  #isBeginning({ name }: SignalLike): boolean {
    return name === 'workflow:start' || name === 'workflow:started' || OWN.test(name);
  }
}

function isEnd({ name }: SignalLike): boolean {
  return ENDS.includes(name);
}
