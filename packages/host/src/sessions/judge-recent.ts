// An act that does not fit the head is judged at what its viewer was shown when the person acted: a state between what that
// viewer has confirmed and what it was last sent, not over for longer than the window. One state has to justify all of it.
// The states are folded again from the log, in slices; what is found says at which state, and the caller writes it.

import { type Entry, isOp, type Replica, type Seq, type Steps, type View } from '@vitrine/core/internal';
import { KeyQueue, Slices } from '@vitrine/face-kit';
import { type Admission, isOnlyOfValues, mayRetryAtBasis, surfacesIn } from '../admission/admit.ts';
import { HostError } from '../host-error.ts';
import type { IncomingEvents } from '../live.ts';
import type { SessionContext } from './context.ts';
import { replicaAt } from './replay.ts';
import { type SeqRange, withRange } from './seq-ranges.ts';
import type { ViewerMessage } from './viewer-message.ts';
import type { WritableSession } from './writable.ts';

/** States that one act is judged at, where it does not say which it is about: ten minutes of thirteen a second. */
export const MAX_STATES_JUDGED = 8192;
/** Acts' worth of evaluation that the states of one act may take together: about a second, in slices. */
const MAX_ACTS_EVALUATED = 40;
/** States that are folded for one act before an older stretch of them is begun; then twice as many, up to the second. */
const FIRST_STRETCH = 32;
const MAX_STRETCH = 1024;
/** Of all sessions of a host, and of one viewer that waits. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 32;

/** What a message says and how it is judged, with the state as it was. */
export interface Judgement {
  readonly message: ViewerMessage;
  readonly admission: Admission;
  /** What judging it took of a budget that each state has anew. */
  readonly steps: number;
}

/** Undefined: at that state the message cannot be read. */
export type JudgeAt = (view: View) => Steps<Judgement | undefined>;

export interface RecentJudgement extends Judgement {
  readonly admission: Extract<Admission, { readonly ok: true }>;
  /** The state that justifies it. */
  readonly basis: Seq;
}

type Act = Pick<IncomingEvents, 'viewer' | 'confirmed' | 'elsewhere'> & { readonly basis?: Seq };

const turns = new WeakMap<SessionContext, KeyQueue<string>>();

/** Undefined: no state that the viewer may act on justifies it. */
export async function judgeRecent(
  session: WritableSession,
  act: Act,
  judgeAt: JudgeAt,
): Promise<RecentJudgement | undefined> {
  const { context, id } = session;
  const waiting = turns.get(context) ?? new KeyQueue<string>({ atOnce: MAX_AT_ONCE, maxWaiting: MAX_WAITING });
  turns.set(context, waiting);
  const who = `${id} ${act.viewer}`;
  if (waiting.isFull(who))
    throw new HostError('VITRINE_RATE', 'Wait until what was sent before is judged.', { retryAfter: 1 });
  return waiting.run(who, () => new RecentSearch(session, judgeAt).find(act));
}

/** Whether a viewer may have acted on the state that it names. */
export function mayHaveShown(session: WritableSession, act: Act & { readonly basis: Seq }): boolean {
  return spansOf(session, act).some((span) => isIn(span, act.basis));
}

/** For whoever asks which states are recent: what an earlier process wrote is known too. */
export async function recallRecent({ recent, progress, context, id, row }: WritableSession): Promise<void> {
  await recent.recall(context.log, id, row.base);
  await progress.recall(context.log, id, row.base);
}

/** The states that may justify an act, the newest first. A viewer of which nothing is known has none but the head. */
function spansOf(session: WritableSession, { viewer, confirmed, elsewhere }: Act): readonly SeqRange[] {
  const { recent, progress, seq } = session;
  const oldest = Math.max(recent.oldest, confirmed ?? progress.confirmedBy(viewer));
  const before = progress.before(viewer)?.ranges ?? [];
  return [...before, ...(elsewhere?.ranges ?? [])]
    .reduce(withRange, session.rangesOf(viewer))
    .map(({ from, to }) => ({ from: Math.max(from, oldest), to: Math.min(to, seq) }))
    .filter(({ from, to }) => from <= to)
    .toReversed();
}

function isIn({ from, to }: SeqRange, seq: Seq): boolean {
  return from <= seq && seq <= to;
}

class RecentSearch {
  readonly #session: WritableSession;
  readonly #judgeAt: JudgeAt;
  readonly #slices = new Slices();
  #judged = 0;
  #steps = 0;

  constructor(session: WritableSession, judgeAt: JudgeAt) {
    this.#session = session;
    this.#judgeAt = judgeAt;
  }

  async find(act: Act): Promise<RecentJudgement | undefined> {
    await recallRecent(this.#session);
    const { basis, viewer, elsewhere } = act;
    const found = await (basis === undefined ? this.#newest(act) : this.#exactly({ ...act, basis }));
    const { progress } = this.#session;
    const confirmed = Math.max(progress.of(viewer)?.confirmed ?? 0, elsewhere?.confirmed ?? 0);
    // Who names what it was shown has named it before, too. Of others the log has only what was found to fit.
    const named = basis === undefined ? 0 : (progress.before(viewer)?.basis ?? 0);
    return found === undefined || (await this.#stands(found.basis, Math.max(confirmed, named))) ? found : undefined;
  }

  async #exactly(act: Act & { readonly basis: Seq }): Promise<RecentJudgement | undefined> {
    return mayHaveShown(this.#session, act)
      ? judged(await this.#look(await this.#stateAt(act.basis)), act.basis)
      : undefined;
  }

  async #newest(act: Act): Promise<RecentJudgement | undefined> {
    for (const span of spansOf(this.#session, act)) {
      const found = await this.#newestOf(span);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The newest state that justifies it: most lines are fast, so the newest stretch is looked through first. */
  async #newestOf({ from, to }: SeqRange): Promise<RecentJudgement | undefined> {
    let size = FIRST_STRETCH;
    for (let end = to; end >= from && this.#hasRoom; end -= size, size = Math.min(size * 2, MAX_STRETCH)) {
      const found = await this.#newestIn(Math.max(from, end - size + 1), end);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #newestIn(start: Seq, end: Seq): Promise<RecentJudgement | undefined> {
    const replica = await this.#stateAt(start);
    const first = await this.#look(replica);
    let found = judged(first, start);
    const surfaces = surfacesOf(first?.message);
    for await (const entry of this.#entries(start, end)) {
      replica.apply(entry);
      if (mayMatter(entry, surfaces) && this.#hasRoom) found = judged(await this.#look(replica), entry.seq) ?? found;
      if (this.#slices.isOver) await this.#slices.next();
    }
    return found;
  }

  /** What is acted on has to be there still in whatever the viewer has confirmed elsewhere or acted on, with other values perhaps. */
  async #stands(basis: Seq, confirmed: Seq): Promise<boolean> {
    if (confirmed <= basis) return true;
    const there = (await this.#look(await this.#stateAt(confirmed)))?.admission;
    return there !== undefined && (there.ok || isOnlyOfValues(there.issues));
  }

  get #hasRoom(): boolean {
    const { evaluationSteps } = this.#session.context.limits;
    return this.#judged < MAX_STATES_JUDGED && this.#steps < MAX_ACTS_EVALUATED * evaluationSteps;
  }

  async #look(replica: Replica): Promise<Judgement | undefined> {
    this.#judged++;
    const judgement = await this.#slices.takeAll(this.#judgeAt(replica));
    this.#steps += judgement?.steps ?? 0;
    // What is a question at that state is answered at the head only.
    return judgement !== undefined && mayRetryAtBasis(judgement.message.events) ? judgement : undefined;
  }

  async #stateAt(seq: Seq): Promise<Replica> {
    const { context, id } = this.#session;
    const { replica } = await replicaAt(context, id, seq, this.#slices);
    if (this.#slices.isOver) await this.#slices.next();
    return replica;
  }

  async *#entries(after: Seq, upTo: Seq): AsyncIterable<Entry> {
    if (after >= upTo) return;
    const { context, id } = this.#session;
    for await (const entry of context.log.read(id, after)) {
      yield entry;
      if (entry.seq >= upTo) return;
    }
  }
}

function judged(looked: Judgement | undefined, basis: Seq): RecentJudgement | undefined {
  return looked?.admission.ok === true ? { ...looked, admission: looked.admission, basis } : undefined;
}

/** Undefined: it depends on more than surfaces. */
function surfacesOf(message: ViewerMessage | undefined): ReadonlySet<string> | undefined {
  if (message === undefined) return undefined;
  const surfaces = new Set(message.writes?.map(({ surface }) => surface));
  for (const event of message.events) {
    // What a call finds depends on its catalogs, too.
    const named = event.event === 'call' ? [] : surfacesIn(event);
    if (named.length === 0) return undefined;
    for (const surface of named) surfaces.add(surface);
  }
  return surfaces;
}

/** Whether the state behind an entry may justify what the one before did not. */
function mayMatter({ body }: Entry, surfaces: ReadonlySet<string> | undefined): boolean {
  if (surfaces === undefined) return true;
  return body.some((part) => {
    // A name that a viewer was given may stand for a surface only while that is there.
    if (isOp(part) && (part.op === 'open' || part.op === 'close')) return true;
    return 'surface' in part && typeof part.surface === 'string' && surfaces.has(part.surface);
  });
}
