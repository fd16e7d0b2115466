// One run of a thread: what the client brings is delivered to the agent, and what the session then says and shows is told as
// events until the agent ends its turn or asks something. Also the replay of a whole thread. Knows nothing of HTTP.

import {
  defined,
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
import { activityId, activityMessage, heldUpTo, messageKey, messagesIn, snapshotOf, toldIn } from './history.ts';
import { answerOf, interruptsOf } from './interrupts.ts';
import type { AgUiBase } from './limits.ts';
import { withPlainMembers } from './plain-components.ts';
import type { RunEvents } from './run-events.ts';
import type { RunInput } from './run-input.ts';
import {
  type AgentWrites,
  contentOf,
  deletedContent,
  isPaintable,
  isPressable,
  noteWrite,
  operationsOf,
  type SurfaceOperations,
} from './surface-operations.ts';
import type { Thread, ThreadRecord } from './threads.ts';

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
  /** Resolves when the client has taken what it was sent. Undefined: it takes more. */
  readonly drained: () => Promise<void> | undefined;
}

interface Touched {
  /** What the agent wrote. */
  readonly writes: AgentWrites;
  /** Where it did so last. */
  last: Seq;
  /** It is another one, whatever the client still shows of the one before. */
  isAnew: boolean;
}

/** Those that there are in one state of the session. */
interface ShownSurfaces {
  readonly surfaces: readonly SurfaceOperations[];
  readonly seq: Seq;
}

/** How questions are put: with other surfaces as one of them, where nothing else can be pressed as interrupts. */
type Questions = 'held' | 'surfaces' | 'interrupts';

export class ThreadRun {
  readonly #base: AgUiBase;
  readonly #parts: RunParts;
  readonly #over = deferred();
  readonly #deadlines: ReturnType<typeof createTurnDeadlines>;
  /** The surfaces that the agent has touched since they were drawn. */
  readonly #touched = new Map<string, Touched>();
  readonly #shown: Set<string>;
  /** Those that the client was told to be coming. */
  readonly #building: Set<string>;
  /** Questions for files whose words the client has. */
  readonly #pointedOut: Set<string>;
  #seen: Seq;
  /** What was shown up to here the client has: showing it again would reset what a person has typed since. */
  #drawnUpTo: Seq;
  /** The last message that the client holds. */
  #tail: string | undefined;
  /** Goes on for as long as the client listens. */
  #isLive = false;
  /** Turns that the agent may still end before this one is over. */
  #turns = 1;
  #isFirstDrawn = false;
  readonly #drawing: PendingDraw;
  #callOffAsk: (() => void) | undefined;
  #end: RunEnd | undefined;

  constructor(base: AgUiBase, parts: RunParts) {
    this.#base = base;
    this.#parts = parts;
    const { seen, drawn = seen, tail, shown, building = [], hasTurns = false } = parts.thread.record;
    const { held } = parts.input;
    const told = heldUpTo(held.keys());
    // Another tab may have been told more than this client was.
    this.#seen = Math.min(seen, told ?? seen);
    this.#drawnUpTo = told === undefined || tail === undefined || held.has(tail) ? drawn : this.#seen;
    this.#tail = [...held.keys()].at(-1) ?? tail;
    this.#drawing = new PendingDraw(base, () => this.#draw());
    this.#shown = new Set(shown);
    this.#building = new Set(building);
    this.#pointedOut = new Set(held.keys());
    this.#deadlines = createTurnDeadlines(base, hasTurns, (state, message = '') =>
      this.end(state === 'completed' ? { how: 'done' } : { how: 'failed', message, code: 'VITRINE_AGENT_SILENT' }),
    );
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** Resolves when the record of the thread says which surfaces the client was shown. */
  drawn(): Promise<void> {
    return this.#drawing.settled();
  }

  /** The first word counts. */
  end(end: RunEnd): void {
    this.#end ??= end;
    this.#over.resolve();
  }

  /** Never throws for what the client or the agent did. */
  async converse(): Promise<void> {
    const { events, input } = this.#parts;
    events.start();
    const { agent, thread } = this.#parts;
    if (input.said.length + input.resume.length === 0 && input.action === undefined) {
      if (input.isWordless)
        return events.fail('Only words can be taken to the agent, not files or pictures.', 'VITRINE_BODY_INVALID');
      return this.#finishUpToDate();
    }
    if (!(await isHeard(this.#base, { agent, session: thread.session }, this.#over.promise)))
      return events.fail('The agent is not running. Nothing was delivered; try again later.', 'VITRINE_AGENT_ABSENT');
    const { accepted, seq, issues, isLate } = await this.#deliver();
    if (isLate && (await this.#wereAsked())) {
      this.#say(`late-${input.runId}`, sentenceOf(issues));
      return this.#finishUpToDate();
    }
    if (accepted === 0) return events.fail(sentenceOf(issues), issues[0]?.code ?? 'VITRINE_BODY_INVALID');
    // A run that is sent again is told again what came of it.
    this.#seen = Math.min(this.#seen, seq);
    this.#drawnUpTo = Math.min(this.#drawnUpTo, seq);
    const isAnswer = input.said.length === 0 && input.action === undefined;
    // An agent that asked more than one thing may wait for the other answers.
    await this.#followTurn(seq, isAnswer && (await this.#view()).asks.size > 0);
    await this.#finish();
  }

  /** And are over: clients hold a question open until a run ends well, and make no other before. */
  async #wereAsked(): Promise<boolean> {
    const { input } = this.#parts;
    const { asks } = await this.#view();
    const late = new Set(input.resume.map(({ interruptId }) => interruptId));
    if ([...late].some((ask) => asks.has(ask))) return false;
    for await (const { body } of this.#entriesUpToNow(0))
      for (const part of body) if (isOp(part) && part.op === 'ask') late.delete(part.ask);
    return late.size === 0;
  }

  async #finishUpToDate(): Promise<void> {
    for await (const entry of this.#entriesUpToNow(this.#seen)) this.#tell(entry);
    await this.#finish();
  }

  /** Entries behind a seq that are there now, in slices. */
  async *#entriesUpToNow(after: Seq): AsyncGenerator<Entry, void> {
    const { thread } = this.#parts;
    const slices = new Slices();
    for await (const entry of entriesUpTo(this.#base.port, thread.session, after, await this.#head())) {
      if (slices.isOver) await slices.next();
      yield entry;
    }
  }

  async #head(): Promise<Seq> {
    return (await this.#base.port.sessions.find(this.#parts.thread.session))?.seq ?? 0;
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
    const { events, input } = this.#parts;
    this.#isLive = input.isLive;
    events.start();
    const said = new Map<string, JsonObject>();
    const head = await this.#head();
    for await (const entry of this.#entriesUpToNow(0)) {
      if (entry.seq > head) break;
      for (const message of messagesIn(entry)) {
        // Clients keep one message of a name.
        const id = said.has(String(message.id)) ? `said-${entry.seq}` : String(message.id);
        said.set(id, { ...message, id });
      }
    }
    [this.#seen, this.#drawnUpTo] = [head, head];
    this.#tail = [...said.keys()].at(-1);
    this.#pointedOut.clear();
    for (const { id, text } of await this.#filesAsked()) said.set(id, { id, role: 'assistant', content: text });
    const { surfaces } = await this.#surfaces();
    const questions = await this.#questionsFor(surfaces);
    const visible = surfaces.filter((one) => isVisible(one, questions, this.#shown));
    this.#shown.clear();
    this.#building.clear();
    for (const one of visible) (isPaintable(one) ? this.#shown : this.#building).add(one.surface);
    this.#isFirstDrawn = true;
    const drawn = visible.map((one) => activityMessage(one.surface, contentOf(one)));
    // Such a stream is left without a word: the next run has to know what the client was shown.
    if (input.isLive) await this.#keepTold();
    events.messages(...snapshotOf([...said.values()], drawn));
    if (input.isLive) {
      await this.#follow(Number.POSITIVE_INFINITY);
      this.#isLive = false;
      if (this.#end?.how === 'gone') return this.#keepDrawn();
    } else if (await this.#isAtWork()) await this.#followTurn(head, false);
    await this.#finish();
  }

  async #isAtWork(): Promise<boolean> {
    const { agent, thread } = this.#parts;
    return (await this.#view()).turn === 'working' && this.#base.port.sessions.hasListener(agent, thread.session);
  }

  /** Answers first: what is pressed or said may rest on them. Under keys: a run that is sent again does nothing twice. */
  async #deliver(): Promise<PortAnswer & { readonly isLate: boolean }> {
    const { input } = this.#parts;
    const head = await this.#head();
    const { turn } = await this.#view();
    const answers: PortAnswer[] = [];
    for (const entry of input.resume) {
      const message = (view: View) => ({ vitrine: 1, body: [answerOf(view, entry)] });
      answers.push(await this.#once(`resume ${entry.interruptId}`, { ...entry }, 'vitrine', message));
    }
    const isRefused = answers.length > 0 && answers.every((answer) => answer.accepted === 0);
    for (const said of input.said) {
      const body = [{ event: 'say', text: said.text }];
      answers.push(await this.#submit({ vitrine: 1, body }, 'vitrine', { key: messageKey(said) }));
    }
    const { action } = input;
    if (action !== undefined) {
      const timestamp = new Date(this.#base.port.transport.now()).toISOString();
      const message = { version: 'v0.9', action: { timestamp, context: {}, ...action } };
      answers.push(await this.#once(`action ${digestOf(JSON.stringify(action))}`, action, 'a2ui-0.9', () => message));
    }
    const accepted = answers.filter((answer) => answer.accepted > 0);
    // Clients send again what nobody has answered in words: what came of that was told, and ends no turn of this run.
    const fresh = accepted.filter(({ seq }) => seq > head);
    // To what is said while the agent is at something else it comes when that is done; to an answer it goes on with it.
    const isBeside = turn === 'working' && fresh.length > 0 && input.resume.length === 0;
    this.#turns = Math.max(1, fresh.length) + (isBeside ? 1 : 0);
    return {
      accepted: accepted.length,
      seq: (fresh[0] ?? accepted[0])?.seq ?? 0,
      issues: answers.flatMap(({ issues }) => issues),
      isLate: isRefused && fresh.length === 0 && action === undefined,
    };
  }

  /** What was done in this run under a name, told again to a client that sends it again, though what it was done on is gone. */
  async #once(
    name: string,
    content: JsonObject,
    dialect: string,
    message: (view: View) => JsonObject,
  ): Promise<PortAnswer> {
    const { thread, input } = this.#parts;
    const call = { name: JSON.stringify([thread.key, input.runId, name]), content: JSON.stringify(content) };
    const before = await this.#base.port.records.reply(call);
    if (before !== undefined) return before.answer as unknown as PortAnswer;
    const said = message(await this.#view());
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
    const drawing = this.#drawing;
    try {
      for await (const entry of await this.#base.port.sessions.entries(
        thread.session,
        this.#seen,
        this.#over.promise,
      )) {
        this.#tell(entry);
        if (this.#touched.size > 0 || (this.#isLive && isAboutAsks(entry))) drawing.ask();
        if (entry.from.role === 'agent' && entry.seq > delivered) this.#observe(entry);
        const waiting = drained();
        if (waiting !== undefined) await Promise.race([waiting, this.#over.promise]);
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
    if (entry.from.role === 'viewer') return this.#tellPeople(entry);
    for (const { id, text, events: shared } of toldIn(entry)) {
      // Clients add to what they hold under a name.
      const rest = restOf(text, input.held.get(id));
      if (rest === text) events.shared(shared);
      else if (rest !== '') events.text(id, rest);
      if (rest !== '') this.#tail = id;
    }
    for (const op of entry.body.filter(isOp)) {
      if (op.op === 'task' && op.done === true) events.endStep(op.task);
      else if (op.op === 'task') events.step(op.task, wordsFrom(entry.trust, op.message ?? op.task));
      if (entry.seq > this.#drawnUpTo) this.#touch(op);
    }
  }

  /** What people said elsewhere. Who listens may have said it in a run beside, and who reads less takes it for words of the agent. */
  #tellPeople(entry: Entry): void {
    const { events, input, principal } = this.#parts;
    const isOwn = entry.from.id === principal.viewer;
    if (input.isPlain || (this.#isLive && isOwn)) return;
    for (const { id, content } of messagesIn(entry))
      if (!input.held.has(String(id))) events.text(String(id), String(content), 'user');
  }

  #touch(op: Op): void {
    if (!('surface' in op)) return;
    const touched = this.#touched.get(op.surface) ?? { writes: new Map(), last: 0, isAnew: false };
    this.#touched.set(op.surface, touched);
    touched.last = this.#seen;
    noteWrite(touched.writes, op);
    if (op.op !== 'open') return;
    this.#shown.delete(op.surface);
    touched.isAnew = true;
  }

  #observe({ body }: Entry): void {
    const ops = body.filter(isOp);
    const turn = ops.findLast((op) => op.op === 'turn');
    const { thread } = this.#parts;
    if (turn !== undefined && thread.record.hasTurns !== true) thread.record = { ...thread.record, hasTurns: true };
    if (turn?.state === 'failed')
      return this.end({ how: 'failed', message: 'The agent says that it failed.', code: 'VITRINE_AGENT_FAILED' });
    if (turn?.state === 'done' && --this.#turns > 0) return this.#deadlines.between();
    if (turn !== undefined && turn.state !== 'working') return this.end({ how: 'done' });
    this.#deadlines.restart(turn !== undefined);
    // Whoever asks waits for the person, and may do so in the middle of a turn.
    if (ops.some((op) => op.op === 'ask') && this.#callOffAsk === undefined)
      this.#callOffAsk = this.#base.setTimer(this.#base.limits.askMs, () => this.end({ how: 'done' }));
  }

  async #finish(): Promise<void> {
    const { events } = this.#parts;
    if (this.#end?.how === 'gone') return;
    if (this.#end?.how === 'barred') return events.fail(this.#end.message, this.#end.code);
    const now = await this.#surfaces();
    const questions = await this.#questionsFor(now.surfaces);
    await this.#drawAll(now, questions);
    const view = await this.#view();
    for (const { id, text } of await this.#filesAsked()) this.#say(id, text);
    await this.#keepTold();
    if (this.#end?.how === 'cancelled') events.cancel();
    else if (this.#end?.how === 'failed') events.fail(this.#end.message, this.#end.code);
    else events.finish(questions === 'interrupts' ? interruptsOf(view) : []);
  }

  /** A file can be given at a page of ours alone. Clients add to what they hold, so each is told once. */
  async #filesAsked(): Promise<readonly { readonly id: string; readonly text: string }[]> {
    const { thread, principal } = this.#parts;
    const messages = [];
    for (const { ask, want, trust, prompt } of (await this.#view()).asks.values()) {
      const id = `ask-${ask}`;
      if (want.kind !== 'file' || this.#pointedOut.has(id)) continue;
      this.#pointedOut.add(id);
      const url = await this.#base.port.identity.viewerUrl(thread.session, principal.token);
      messages.push({ id, text: `${wordsFrom(trust, prompt)}\n\n${url}` });
    }
    return messages;
  }

  /** What comes from elsewhere is a surface, which says so: an interrupt is shown in words of the page. */
  async #questionsFor(surfaces: readonly SurfaceOperations[]): Promise<Questions> {
    // A stream that does not end has no place for interrupts.
    if (this.#isLive) return 'surfaces';
    const { asks } = await this.#view();
    const isFromElsewhere = [...asks.values()].some(({ trust }) => trust === 'untrusted');
    return isFromElsewhere || surfaces.some(isPressable) ? 'surfaces' : 'interrupts';
  }

  async #draw(): Promise<void> {
    const before = [...this.#shown, '', ...this.#building].join('\n');
    await this.#drawAll(await this.#surfaces(), this.#isLive ? 'surfaces' : 'held');
    if (!this.#isLive) return;
    for (const { id, text } of await this.#filesAsked()) this.#say(id, text);
    if ([...this.#shown, '', ...this.#building].join('\n') !== before) await this.#keepDrawn();
  }

  #say(id: string, text: string): void {
    this.#parts.events.text(id, text);
    this.#tail = id;
  }

  #keepTold(): Promise<void> {
    return this.#keepDrawn({ seen: this.#seen, ...defined({ tail: this.#tail }) });
  }

  #keepDrawn(more: Partial<ThreadRecord> = {}): Promise<void> {
    const drawn = { drawn: this.#seen, shown: [...this.#shown], building: [...this.#building] };
    return this.#parts.thread.update({ ...drawn, ...more });
  }

  /** All of them the first time: another tab may have been told of some of them alone. */
  async #drawAll({ surfaces, seq }: ShownSurfaces, questions: Questions): Promise<void> {
    const { events } = this.#parts;
    const slices = new Slices();
    const visible = surfaces.filter((one) => isVisible(one, questions, this.#shown));
    for (const one of visible) {
      if (slices.isOver) await slices.next();
      const { surface } = one;
      const touched = this.#touched.get(surface);
      const isKnown = this.#shown.has(surface) && touched?.isAnew !== true;
      if (isKnown && touched === undefined && this.#isFirstDrawn) continue;
      // What was touched since this state is drawn as it stands then.
      if (touched !== undefined && touched.last <= seq) this.#touched.delete(surface);
      const isReady = isPaintable(one);
      if (isReady || !this.#building.has(surface))
        events.activity(activityId(surface), contentOf(one, isKnown ? (touched?.writes ?? new Map()) : undefined));
      (isReady ? this.#shown : this.#building).add(surface);
      if (isReady) this.#building.delete(surface);
    }
    const standing = new Set(visible.map(({ surface }) => surface));
    for (const surface of [...this.#shown, ...this.#building])
      if (!standing.has(surface)) {
        events.activity(activityId(surface), deletedContent(surface));
        this.#shown.delete(surface);
        this.#building.delete(surface);
      }
    for (const [surface, { last }] of this.#touched) if (last <= seq) this.#touched.delete(surface);
    this.#isFirstDrawn = true;
  }

  /** As they are now, in the words of A2UI 0.9. */
  async #surfaces(): Promise<ShownSurfaces> {
    const { thread, principal, input } = this.#parts;
    const feed = new SessionFeed({
      ...{ viewer: principal.viewer, place: { dialect: 'a2ui-0.9', catalogs: input.catalogs } },
      ended: () => this.end({ how: 'failed', message: 'The session was closed.', code: 'VITRINE_LOG_SESSION_CLOSED' }),
    });
    try {
      await feed.start(this.#base.port, thread.session);
      const { messages, seq } = await feed.begin();
      const surfaces: SurfaceOperations[] = [];
      const slices = new Slices();
      for (const one of operationsOf(messages)) {
        if (slices.isOver) await slices.next();
        surfaces.push(input.isPlain ? withPlainMembers(one) : one);
      }
      return { surfaces, seq };
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

/** Whatever the agent is at, it is asked to stop. Gives how many tasks that were. */
export async function cancelTasks(
  { port: { sessions } }: Pick<AgUiBase, 'port'>,
  session: string,
  { viewer }: Principal,
): Promise<number> {
  const tasks = [...(await sessions.view(session)).tasks.keys()];
  for (const task of tasks) {
    const message = { vitrine: 1, body: [{ event: 'cancel', task }] };
    await sessions.submitAsViewer(session, { message, viewer, dialect: 'vitrine' });
  }
  return tasks.length;
}

/** What opens, answers or ends a question. */
function isAboutAsks({ body }: Entry): boolean {
  return body.some((part) => 'ask' in part);
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

  settled(): Promise<void> {
    return this.#last;
  }

  stop(): Promise<void> {
    this.#callOff?.();
    return this.#last;
  }
}
