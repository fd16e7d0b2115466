// One run of a thread: what the client brings is delivered to the agent, and what the session then says and shows is told as
// events until the agent ends its turn or asks something. Also the replay of a whole thread. Knows nothing of HTTP.

import {
  type Entry,
  type Issue,
  isOp,
  type JsonObject,
  type Op,
  type PortAnswer,
  type PortReply,
  type Seq,
  standsFor,
  type View,
} from '@vitrine/core/internal';
import { wordsFrom } from '@vitrine/dialects';
import {
  createTurnDeadlines,
  deferred,
  digestOf,
  entriesUpTo,
  isHeard,
  type Principal,
  SessionFeed,
  Slices,
} from '@vitrine/face-kit';
import { activityId, activityMessage, heldUpTo, messageKey, messagesIn, textsIn } from './history.ts';
import { answerOf, interruptsOf } from './interrupts.ts';
import type { AgUiBase } from './limits.ts';
import type { RunEvents } from './run-events.ts';
import type { RunInput } from './run-input.ts';
import {
  deleteOperations,
  isPressable,
  operationsOf,
  type SurfaceOperations,
  writeOperations,
} from './surface-operations.ts';
import type { Thread } from './threads.ts';

export type RunEnd =
  | { readonly how: 'done' | 'cancelled' | 'gone' }
  /** Barred: nothing more may be shown. */
  | { readonly how: 'failed' | 'barred'; readonly message: string; readonly code: string };

export interface RunParts {
  readonly agent: string;
  readonly principal: Principal;
  readonly thread: Thread;
  readonly input: RunInput;
  readonly events: RunEvents;
  /** Resolves when the client has taken what it was sent. */
  readonly drained: () => Promise<void>;
}

/** How questions are put: with other surfaces as one of them, where nothing else can be pressed as interrupts. */
type Questions = 'held' | 'surfaces' | 'interrupts';

export class ThreadRun {
  readonly #base: AgUiBase;
  readonly #parts: RunParts;
  readonly #over = deferred();
  readonly #deadlines: ReturnType<typeof createTurnDeadlines>;
  /** Of each surface that the agent has touched since it was drawn: the pointers that it wrote. */
  readonly #touched = new Map<string, Set<string>>();
  readonly #shown: Set<string>;
  #seen: Seq;
  #isFirstDrawn = false;
  #callOffAsk: (() => void) | undefined;
  #end: RunEnd | undefined;

  constructor(base: AgUiBase, parts: RunParts) {
    this.#base = base;
    this.#parts = parts;
    const { seen, shown, hasTurns = false } = parts.thread.record;
    // Another tab may have been told more than this client was.
    this.#seen = Math.min(seen, heldUpTo(parts.input.held.keys()) ?? seen);
    this.#shown = new Set(shown);
    this.#deadlines = createTurnDeadlines(base, hasTurns, (state, message = '') =>
      this.end(state === 'completed' ? { how: 'done' } : { how: 'failed', message, code: 'VITRINE_AGENT_SILENT' }),
    );
  }

  get isLive(): boolean {
    return this.#parts.input.isLive;
  }

  /** The first word counts. */
  end(end: RunEnd): void {
    this.#end ??= end;
    this.#over.resolve();
  }

  /** Whatever the agent is at, it is asked to stop. */
  async cancel(): Promise<void> {
    const { tasks } = await this.#view();
    for (const task of tasks.keys()) await this.#submit({ vitrine: 1, body: [{ event: 'cancel', task }] }, 'vitrine');
    this.end({ how: 'cancelled' });
  }

  /** Never throws for what the client or the agent did. */
  async converse(): Promise<void> {
    const { events, input } = this.#parts;
    events.start();
    const isEmpty = input.said.length + input.resume.length === 0 && input.action === undefined;
    if (isEmpty) return this.#finish();
    const { agent, thread } = this.#parts;
    if (!(await isHeard(this.#base, { agent, session: thread.session }, this.#over.promise)))
      return events.fail('The agent is not running. Nothing was delivered; try again later.', 'VITRINE_AGENT_ABSENT');
    const { accepted, seq, issues } = await this.#deliver();
    if (accepted === 0) return events.fail(sentenceOf(issues), issues[0]?.code ?? 'VITRINE_BODY_INVALID');
    // A run that is sent again is told again what came of it.
    this.#seen = Math.min(this.#seen, seq);
    const isAnswer = input.said.length === 0 && input.action === undefined;
    // An agent that asked more than one thing may wait for the other answers.
    await this.#followTurn(seq, isAnswer && (await this.#view()).asks.size > 0);
    await this.#finish();
  }

  async #followTurn(after: Seq, mayBeSilent: boolean): Promise<void> {
    this.#deadlines.start(mayBeSilent);
    try {
      await this.#follow(after);
    } finally {
      this.#deadlines.stop();
      this.#callOffAsk?.();
    }
  }

  /** All of it, and what changes then, for whoever wants that. */
  async replay(): Promise<void> {
    const { events, thread, input } = this.#parts;
    events.start();
    const head = (await this.#base.port.sessions.find(thread.session))?.seq ?? 0;
    const said = new Map<string, JsonObject>();
    const slices = new Slices();
    for await (const entry of entriesUpTo(this.#base.port, thread.session, 0, head)) {
      if (slices.isOver) await slices.next();
      for (const message of messagesIn(entry)) {
        // Clients keep one message of a name.
        const id = said.has(String(message.id)) ? `said-${entry.seq}` : String(message.id);
        said.set(id, { ...message, id });
      }
    }
    this.#seen = head;
    const surfaces = await this.#surfaces();
    const questions = await this.#questionsFor(surfaces);
    const visible = surfaces.filter((one) => isVisible(one, questions, this.#shown));
    this.#shown.clear();
    for (const { surface } of visible) this.#shown.add(surface);
    this.#isFirstDrawn = true;
    events.messages([...said.values(), ...visible.map((one) => activityMessage(one.surface, writeOperations(one)))]);
    if (input.isLive) await this.#follow(Number.POSITIVE_INFINITY);
    else if (await this.#isAtWork()) await this.#followTurn(head, false);
    await this.#finish();
  }

  async #isAtWork(): Promise<boolean> {
    const { agent, thread } = this.#parts;
    return (await this.#view()).turn === 'working' && this.#base.port.sessions.hasListener(agent, thread.session);
  }

  /** Answers first: what is pressed or said may rest on them. Under keys: a run that is sent again does nothing twice. */
  async #deliver(): Promise<PortAnswer> {
    const { input } = this.#parts;
    const answers: PortAnswer[] = [];
    for (const entry of input.resume) {
      const answer = await this.#once(`resume ${entry.interruptId}`, { ...entry }, 'vitrine', (view) => {
        const event = answerOf(view, entry);
        return event && { vitrine: 1, body: [event] };
      });
      if (answer !== undefined) answers.push(answer);
    }
    for (const said of input.said) {
      const body = [{ event: 'say', text: said.text }];
      answers.push(await this.#submit({ vitrine: 1, body }, 'vitrine', { key: messageKey(said) }));
    }
    const { action } = input;
    if (action !== undefined) {
      const timestamp = new Date(this.#base.port.transport.now()).toISOString();
      const message = { version: 'v0.9', action: { timestamp, context: {}, ...action } };
      const answer = await this.#once(`action ${digestOf(JSON.stringify(action))}`, action, 'a2ui-0.9', () => message);
      if (answer !== undefined) answers.push(answer);
    }
    const accepted = answers.filter((answer) => answer.accepted > 0);
    return {
      accepted: accepted.length,
      seq: accepted[0]?.seq ?? 0,
      issues: answers.flatMap(({ issues }) => issues),
    };
  }

  /** What was done in this run under a name, told again to a client that sends it again, though what it was done on is gone. */
  async #once(
    name: string,
    content: JsonObject,
    dialect: string,
    message: (view: View) => JsonObject | undefined,
  ): Promise<PortAnswer | undefined> {
    const { thread, input } = this.#parts;
    const call = { name: JSON.stringify([thread.key, input.runId, name]), content: JSON.stringify(content) };
    const before = await this.#base.port.records.reply(call);
    if (before !== undefined) return before.answer as unknown as PortAnswer;
    const said = message(await this.#view());
    if (said === undefined) return undefined;
    const reply = ({ accepted, seq }: PortAnswer) => ({ ...call, answer: { accepted, seq, issues: [] } });
    return this.#submit(said, dialect, { key: `ag-ui-${name} ${input.runId}`, reply });
  }

  #submit(
    message: JsonObject,
    dialect: string,
    once: { readonly key?: string; readonly reply?: (answer: PortAnswer) => PortReply } = {},
  ): Promise<PortAnswer> {
    const { thread, principal } = this.#parts;
    const { sessions } = this.#base.port;
    return sessions.submitAsViewer(thread.session, { message, viewer: principal.viewer, dialect, ...once });
  }

  async #follow(delivered: Seq): Promise<void> {
    const { thread, drained } = this.#parts;
    const slices = new Slices();
    const drawing = new PendingDraw(this.#base, () => this.#draw('held'));
    try {
      for await (const entry of await this.#base.port.sessions.entries(
        thread.session,
        this.#seen,
        this.#over.promise,
      )) {
        this.#tell(entry);
        if (this.#touched.size > 0) drawing.ask();
        if (entry.from.role === 'agent' && entry.seq > delivered) this.#observe(entry);
        await Promise.race([drained(), this.#over.promise]);
        if (slices.isOver) await slices.next();
        if (this.#end !== undefined) break;
      }
    } finally {
      await drawing.stop();
    }
  }

  #tell(entry: Entry): void {
    this.#seen = entry.seq;
    const { events, input } = this.#parts;
    if (entry.from.role === 'viewer') return;
    for (const { id, text } of textsIn(entry)) {
      // Clients add to what they hold under a name.
      const rest = restOf(text, input.held.get(id));
      if (rest !== '') events.text(id, rest);
    }
    for (const op of entry.body.filter(isOp)) {
      if (op.op === 'task' && op.done === true) events.endStep(op.task);
      else if (op.op === 'task') events.step(op.task, wordsFrom(entry.trust, op.message ?? op.task));
      this.#touch(op);
    }
  }

  #touch(op: Op): void {
    if (!('surface' in op)) return;
    const paths = this.#touched.get(op.surface) ?? new Set();
    this.#touched.set(op.surface, paths);
    if ('path' in op) paths.add(op.path);
    // Opened anew it is another one, whatever the client still shows of the one before.
    if (op.op === 'open') this.#shown.delete(op.surface);
  }

  #observe({ body }: Entry): void {
    const ops = body.filter(isOp);
    const turn = ops.findLast((op) => op.op === 'turn');
    const { thread } = this.#parts;
    if (turn !== undefined && thread.record.hasTurns !== true) thread.record = { ...thread.record, hasTurns: true };
    if (turn !== undefined && turn.state !== 'working')
      return this.end(
        turn.state === 'failed'
          ? { how: 'failed', message: 'The agent says that it failed.', code: 'VITRINE_AGENT_FAILED' }
          : { how: 'done' },
      );
    this.#deadlines.restart(turn !== undefined);
    // Whoever asks waits for the person, and may do so in the middle of a turn.
    if (ops.some((op) => op.op === 'ask') && this.#callOffAsk === undefined)
      this.#callOffAsk = this.#base.setTimer(this.#base.limits.askMs, () => this.end({ how: 'done' }));
  }

  async #finish(): Promise<void> {
    const { events, thread } = this.#parts;
    if (this.#end?.how === 'gone') return;
    if (this.#end?.how === 'barred') return events.fail(this.#end.message, this.#end.code);
    const surfaces = await this.#surfaces();
    const questions = await this.#questionsFor(surfaces);
    this.#drawAll(surfaces, questions);
    const view = await this.#view();
    for (const ask of view.asks.values())
      if (ask.want.kind === 'file')
        events.text(`ask-${ask.ask}`, await this.#elsewhere(wordsFrom(ask.trust, ask.prompt)));
    await thread.update({ seen: this.#seen, shown: [...this.#shown] });
    if (this.#end?.how === 'cancelled') events.cancel();
    else if (this.#end?.how === 'failed') events.fail(this.#end.message, this.#end.code);
    else events.finish(questions === 'interrupts' ? interruptsOf(view) : []);
  }

  /** A file can be given at a page of ours alone. */
  async #elsewhere(prompt: string): Promise<string> {
    const { thread, principal } = this.#parts;
    return `${prompt}\n\n${await this.#base.port.identity.viewerUrl(thread.session, principal.token)}`;
  }

  /** What comes from elsewhere is a surface, which says so: an interrupt is shown in words of the page. */
  async #questionsFor(surfaces: readonly SurfaceOperations[]): Promise<Questions> {
    const { asks } = await this.#view();
    const isFromElsewhere = [...asks.values()].some(({ trust }) => trust === 'untrusted');
    return isFromElsewhere || surfaces.some(isPressable) ? 'surfaces' : 'interrupts';
  }

  async #draw(questions: Questions): Promise<void> {
    this.#drawAll(await this.#surfaces(), questions);
  }

  /** All of them the first time: another tab may have been told of some of them alone. */
  #drawAll(surfaces: readonly SurfaceOperations[], questions: Questions): void {
    const { events } = this.#parts;
    const visible = surfaces.filter((one) => isVisible(one, questions, this.#shown));
    for (const one of visible) {
      const { surface } = one;
      const touched = this.#touched.get(surface);
      const isKnown = this.#shown.has(surface);
      if (isKnown && touched === undefined && this.#isFirstDrawn) continue;
      const operations = writeOperations(one, isKnown ? (touched ?? new Set()) : undefined);
      events.activity(activityId(surface), { a2ui_operations: operations });
      this.#shown.add(surface);
    }
    const standing = new Set(visible.map(({ surface }) => surface));
    for (const surface of this.#shown)
      if (!standing.has(surface)) {
        events.activity(activityId(surface), { a2ui_operations: deleteOperations(surface) });
        this.#shown.delete(surface);
      }
    this.#touched.clear();
    this.#isFirstDrawn = true;
  }

  /** As they are now, in the words of A2UI 0.9. */
  async #surfaces(): Promise<readonly SurfaceOperations[]> {
    const { thread, principal, input } = this.#parts;
    const feed = new SessionFeed({
      ...{ viewer: principal.viewer, place: { dialect: 'a2ui-0.9', catalogs: input.catalogs } },
      ended: () => this.end({ how: 'failed', message: 'The session was closed.', code: 'VITRINE_LOG_SESSION_CLOSED' }),
    });
    try {
      await feed.start(this.#base.port, thread.session);
      return operationsOf((await feed.begin()).messages);
    } finally {
      feed.leave();
    }
  }

  #view() {
    return this.#base.port.sessions.view(this.#parts.thread.session);
  }
}

/** Tasks are told as steps. */
function isVisible({ surface }: SurfaceOperations, questions: Questions, shown: ReadonlySet<string>): boolean {
  const stand = standsFor(surface);
  if (stand === undefined) return true;
  return 'ask' in stand && (questions === 'surfaces' || (questions === 'held' && shown.has(surface)));
}

function restOf(text: string, held = ''): string {
  return text.startsWith(held) ? text.slice(held.length) : '';
}

function sentenceOf(issues: readonly Issue[]): string {
  return issues.map(({ message }) => message).join(' ') || 'Nothing of this could be taken.';
}

/** Draws some time after it was asked to, once for all that came meanwhile, one drawing after the other. */
class PendingDraw {
  readonly #base: Pick<AgUiBase, 'limits' | 'setTimer'>;
  readonly #draw: () => Promise<void>;
  #callOff: (() => void) | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(base: Pick<AgUiBase, 'limits' | 'setTimer'>, draw: () => Promise<void>) {
    this.#base = base;
    this.#draw = draw;
  }

  ask(): void {
    this.#callOff ??= this.#base.setTimer(this.#base.limits.drawMs, () => {
      this.#callOff = undefined;
      // What could not be drawn is drawn at the end of the run, or that says what is wrong.
      this.#last = this.#last.then(this.#draw).catch(() => undefined);
    });
  }

  async stop(): Promise<void> {
    this.#callOff?.();
    await this.#last;
  }
}
