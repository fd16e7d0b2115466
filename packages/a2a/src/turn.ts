// One message of a client and what comes of it: agreed on, delivered to the agent, and everything that the session then
// says and shows until the agent ends its turn. Knows nothing of the SDK; what it publishes, task-writer.ts writes as A2A.

import { defined, type Entry, type Issue, isOp, type Json, type Seq } from '@vitrine/core/internal';
import { createTurnDeadlines, deferred, entriesUpTo, isHeard, Slices, type TurnDeadlines } from '@vitrine/face-kit';
import type { Agreement } from './agreement.ts';
import { type AcceptedOpening, judgeOpening, reasonsIn } from './agreement.ts';
import type { A2aCall, DeliveryReceipt } from './call.ts';
import type { Context } from './contexts.ts';
import { type Delivered, deliver } from './deliver.ts';
import { A2aFeed } from './feed.ts';
import { protocolOf } from './forms.ts';
import { isEmpty, isReportOnly } from './incoming.ts';
import type { A2aBase } from './limits.ts';
import { lengthOf, toRaw } from './raw-json.ts';
import { sendable } from './sent-check.ts';
import { InWords } from './words.ts';

/** What the client is sent, in this order: words, then messages of A2UI. */
export interface TurnUpdate {
  readonly texts: readonly string[];
  readonly messages: readonly Json[];
}

export type TurnState = 'completed' | 'input' | 'failed' | 'rejected' | 'canceled';

export interface TurnEnd {
  readonly state: TurnState;
  /** Why, where the agent itself has not said it. */
  readonly reason?: string;
  readonly issues: readonly Issue[];
  /** The last entry that the client was sent. */
  readonly seen: Seq;
}

export const ENDS = {
  closed: 'The agent has closed the session.',
  stopping: 'The host stops.',
  revoked: 'The credential was taken back.',
  expired: 'The time of the credential is over.',
} as const;

const NOT_RUNNING = 'The agent is not running. Nothing of this was delivered; try again later.';

/** Behind `join`, with which a session begins. */
const FIRST_SEQ = 2;

export class Turn {
  readonly #base: A2aBase;
  readonly #call: A2aCall;
  readonly #context: Context;
  /** Resolves when it need not be held for anybody any more. */
  readonly #publish: (news: TurnUpdate) => Promise<void>;
  readonly #viewer: string;
  readonly #issues: Issue[] = [];
  readonly #deadlines: TurnDeadlines;
  readonly #over = deferred();
  #end: { readonly state: TurnState; readonly reason?: string } | undefined;
  #feed: A2aFeed | undefined;
  #seen: Seq;
  /** Of what the client said, so much may still be answered. */
  #asked = 1;
  #messages = 0;
  #length = 0;

  constructor(base: A2aBase, call: A2aCall, context: Context, publish: (news: TurnUpdate) => Promise<void>) {
    this.#base = base;
    this.#call = call;
    this.#context = context;
    // Not waited for beyond the end of the turn.
    this.#publish = (news) => Promise.race([publish(news), this.#over.promise]);
    this.#viewer = call.principal.viewer;
    this.#seen = context.record.seen;
    this.#deadlines = createTurnDeadlines(base, context.record.hasTurns === true, (state, reason) =>
      this.end(state, reason),
    );
  }

  /** Of the context; empty until something was accepted in it. */
  get #session(): string {
    return this.#context.session ?? '';
  }

  /** The first word counts. */
  end(state: TurnState, reason?: string): void {
    this.#end ??= { state, ...defined({ reason }) };
    this.#feed?.leave();
    this.#over.resolve();
  }

  /** Whatever the agent is at, it is asked to stop. */
  async cancel(): Promise<void> {
    const { sessions } = this.#base.port;
    for (const task of (await sessions.view(this.#session)).tasks.keys()) {
      const message = { vitrine: 1, body: [{ event: 'cancel', task }] };
      await sessions.submitAsViewer(this.#session, { message, viewer: this.#viewer, dialect: 'vitrine' });
    }
    this.end('canceled', 'The client has canceled it.');
  }

  async run(): Promise<TurnEnd> {
    const opening = await judgeOpening(this.#base, this.#call, this.#context);
    this.#issues.push(...opening.issues);
    if ('refused' in opening) return this.#result('rejected', opening.refused);
    if (!(await this.#isHeard(opening))) return this.#result('failed', NOT_RUNNING);
    try {
      await this.#begin(opening);
    } finally {
      this.#deadlines.stop();
      this.#feed?.leave();
    }
    return this.#result(this.#end?.state ?? 'completed', this.#end?.reason);
  }

  /** What nobody would hear is not delivered: whoever is told that it failed may say it again. */
  async #isHeard({ incoming }: AcceptedOpening): Promise<boolean> {
    const { agent, taking } = this.#call;
    if (isEmpty(incoming) || isReportOnly(incoming) || taking.before !== undefined) return true;
    return isHeard(this.#base, { agent, session: this.#context.session }, this.#over.promise);
  }

  async #begin(accepted: AcceptedOpening): Promise<void> {
    const { agreed, incoming } = accepted;
    const { isUnread = false } = this.#context.record;
    const isSame = await this.#settle(accepted);
    // Whoever goes on in a context whose last answer was read has what it was sent, and what a person typed into it.
    const isContinued = isSame && !isEmpty(incoming) && !isUnread && this.#call.taking.before === undefined;
    // A session that begins with it has nothing else to show.
    await this.#open(agreed, isContinued || accepted.first !== undefined);
    const inWords = new InWords(agreed);
    if (isEmpty(incoming)) await this.#showState(agreed, inWords);
    else await this.#converse(accepted, inWords);
    if (inWords.isEmpty) return;
    const view = await this.#base.port.sessions.view(this.#session);
    const texts = await new Slices().takeAll(inWords.pictureSteps(view));
    if (texts.length > 0) await this.#publish({ texts, messages: [] });
  }

  async #converse(accepted: AcceptedOpening, inWords: InWords): Promise<void> {
    const { agreed, incoming, first } = accepted;
    const { seq, asked = 1 } = this.#call.taking.before ?? {};
    const delivered = first ?? (seq === undefined ? await this.#deliver(accepted) : { accepted: 1, seq, asked });
    if (delivered.accepted === 0)
      return this.end('rejected', reasonsIn(this.#issues, 'Nothing of this could be taken.'));
    this.#asked = delivered.asked;
    this.#deadlines.start(isReportOnly(incoming));
    await this.#follow(first === undefined ? delivered.seq : FIRST_SEQ, agreed, inWords);
  }

  async #deliver({ agreed: { form }, incoming }: AcceptedOpening): Promise<Delivered> {
    const { key, taking } = this.#call;
    const delivered = await deliver(this.#base.port.sessions, incoming, {
      ...{ session: this.#session, viewer: this.#viewer, form, key: key?.name ?? taking.task },
      reply: (whole) => taking.keep(this.#receipt(whole)),
    });
    this.#issues.push(...delivered.issues);
    if (delivered.accepted > 0) taking.end(this.#receipt());
    return delivered;
  }

  #receipt(whole?: Pick<Delivered, 'seq' | 'asked'>): DeliveryReceipt {
    const { seq, asked } = whole ?? {};
    const { contextId } = this.#context.place;
    return { task: this.#call.taking.task, contextId, ...defined({ seq, asked }) };
  }

  /** A message that asks nothing: the client is shown what there is. */
  async #showState(agreed: Agreement, inWords: InWords): Promise<void> {
    const { port } = this.#base;
    const { seq: head = 0 } = (await port.sessions.find(this.#session)) ?? {};
    const { messages, seq } = (await this.#feed?.begin()) ?? { messages: [], seq: head };
    const view = await port.sessions.view(this.#session);
    const shown = await sendable(port, this.#session, agreed, inWords.showable(messages, view));
    if (this.#feed === undefined) inWords.add(view.surfaces.keys());
    const texts: string[] = [];
    const closed: string[] = [];
    for await (const entry of entriesUpTo(port, this.#session, this.#seen, seq)) {
      const ops = entry.body.filter(isOp);
      texts.push(...inWords.take(entry));
      closed.push(...ops.flatMap((op) => (op.op === 'close' && !view.surfaces.has(op.surface) ? [op.surface] : [])));
    }
    const gone = this.#feed?.deletionsOf(closed) ?? [];
    await this.#publish({ texts, messages: await Promise.all([...gone, ...shown].map(toRaw)) });
    this.#seen = Math.max(this.#seen, seq);
  }

  /**
   * What was agreed on is kept, and told to the agent where it is new; what a session begins with, and a message that asks
   * nothing, are in the same commit. Whether it is what it was before.
   */
  async #settle({ agreed, incoming, first }: AcceptedOpening): Promise<boolean> {
    const { taking, form: asked } = this.#call;
    const { form, catalogs, inline, settled } = agreed;
    const before = this.#context.record;
    const { choices, capabilities } = incoming;
    // Whoever says nothing of catalogs stands by what was said before.
    const stands = capabilities === undefined && choices.length === 0 && before.form === form?.id;
    const listed = JSON.stringify([catalogs, inline.map(({ catalogId }) => catalogId ?? null)]);
    const told = stands ? (before.told ?? listed) : listed;
    const isNews = before.told === undefined || (form !== undefined && told !== before.told);
    const join = { event: 'join', viewer: this.#viewer, catalogs, ...(inline.length === 0 ? {} : { inline }) } as const;
    const isPrompt = !isEmpty(incoming);
    const isAll = first !== undefined || !isPrompt || taking.before !== undefined;
    const receipt = this.#receipt(first && { seq: FIRST_SEQ, asked: first.asked });
    const reply = isAll && taking.before === undefined ? taking.keep(receipt) : undefined;
    const change = {
      ...settled,
      ...(isPrompt ? { isPrompted: true as const } : {}),
      ...(isNews ? { told } : {}),
      // What was told in words was not shown: the next form begins with the state.
      ...(form === undefined ? { form: 'words' } : { form: form.id, catalogs }),
    };
    await this.#context.commit(change, {
      entries: [...(isNews ? [{ body: [join] }] : []), ...(first?.entries ?? [])],
      catalogs: inline.map((definition) => ({ definition, protocol: asked === undefined ? '' : protocolOf(asked) })),
      ...defined({ reply }),
    });
    if (isAll) taking.end(receipt);
    return before.form === form?.id && before.told === told;
  }

  /** One who has what was sent is sent what is new; anybody else the whole state first. */
  async #open({ form, catalogs }: Agreement, isContinued: boolean): Promise<void> {
    const { seen, isUnread } = this.#context.record;
    if (form === undefined) return;
    this.#feed = new A2aFeed({
      ...{ viewer: this.#viewer, form, catalogs },
      ...(isContinued ? { after: seen } : {}),
      isAgain: seen > 0 || isUnread === true || this.#call.taking.before !== undefined,
      ended: (reason) => this.end(reason === 'closed' ? 'completed' : 'failed', ENDS[reason]),
    });
    await this.#feed.start(this.#base.port, this.#session);
  }

  async #follow(delivered: Seq, agreed: Agreement, inWords: InWords): Promise<void> {
    const { port } = this.#base;
    let ending: TurnState | undefined;
    for await (const entry of await port.sessions.entries(this.#session, this.#seen, this.#over.promise)) {
      const wire = (await this.#feed?.messagesOf(entry)) ?? [];
      if (this.#end !== undefined) return;
      const shown = inWords.showable(wire, await port.sessions.view(this.#session));
      await this.#take(entry, await sendable(port, this.#session, agreed, shown), inWords);
      if (entry.from.role === 'agent' && entry.seq > delivered) ending ??= await this.#observe(entry);
      // The state that the feed began with is sent as a whole, also where the turn ended before it.
      if (ending !== undefined && entry.seq >= (this.#feed?.begun ?? 0)) this.end(ending);
      if (this.#end !== undefined) return;
    }
    this.end('failed', ENDS.stopping);
  }

  async #take(entry: Entry, sent: readonly Json[], inWords: InWords): Promise<void> {
    const texts = inWords.take(entry);
    const messages = await Promise.all(sent.map(toRaw));
    if (texts.length + messages.length > 0) await this.#publish({ texts, messages });
    this.#seen = entry.seq;
    this.#messages += messages.length;
    for (const message of messages) this.#length += lengthOf(message);
    const { turnMessages, turnLength } = this.#base.limits;
    if (this.#messages > turnMessages || this.#length > turnLength)
      this.end('failed', 'The agent sent more than fits into one turn; the rest comes with the next message.');
  }

  /** What the agent said since the client spoke may end the turn. */
  async #observe({ body }: Entry): Promise<TurnState | undefined> {
    const turn = body.filter(isOp).findLast((op) => op.op === 'turn');
    if (turn !== undefined && this.#context.record.hasTurns !== true) await this.#context.update({ hasTurns: true });
    if (turn === undefined || turn.state === 'working') this.#deadlines.restart(turn !== undefined);
    else if (turn.state !== 'done') return turn.state;
    else if (--this.#asked > 0) this.#deadlines.between();
    else return 'completed';
    return undefined;
  }

  #result(state: TurnState, reason?: string): TurnEnd {
    return { state, ...defined({ reason }), issues: this.#issues, seen: this.#seen };
  }
}
