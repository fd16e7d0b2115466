// One message of a client and what comes of it: agreed on, delivered to the agent, and everything that the session then
// says and shows until the agent ends its turn. Knows nothing of the SDK; what it publishes, executor.ts writes as A2A.

import { type Entry, type Issue, isOp, type Json, type JsonObject, type Seq, type SessionPort } from '@vitrine/core';
import { type Agreement, agree } from './agreement.ts';
import type { CardSettings } from './card.ts';
import type { ClientCatalogs } from './client-catalogs.ts';
import type { Context } from './contexts.ts';
import { Deadlines, type Later } from './deadlines.ts';
import { deliver } from './deliver.ts';
import { Feed } from './feed.ts';
import type { Form } from './forms.ts';
import { type Incoming, isReportOnly, readIncoming } from './incoming.ts';
import type { A2aLimits } from './limits.ts';
import { InWords, picturesOf } from './words.ts';

/** What the client is sent, in this order: words, then messages of A2UI. */
export interface News {
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

export interface TurnOptions {
  readonly port: SessionPort;
  readonly limits: A2aLimits;
  readonly later: Later;
  readonly catalogs: ClientCatalogs;
  readonly context: Context;
  readonly settings: CardSettings;
  readonly form?: Form;
  readonly message: JsonObject;
  readonly publish: (news: News) => void;
}

const ENDS = {
  closed: 'The agent has closed the session.',
  stopping: 'The host stops.',
  revoked: 'The credential was taken back.',
} as const;

export class Turn {
  readonly #options: TurnOptions;
  readonly #session: string;
  readonly #viewer: string;
  readonly #issues: Issue[] = [];
  readonly #deadlines: Deadlines;
  readonly #over: Promise<void>;
  #finish: () => void = () => undefined;
  #end: { readonly state: TurnState; readonly reason?: string } | undefined;
  #feed: Feed | undefined;
  #seen: Seq;
  #messages = 0;
  #length = 0;

  constructor(options: TurnOptions) {
    const { limits, later, context } = options;
    this.#options = options;
    this.#session = context.record.session;
    this.#viewer = context.place.principal.viewer;
    this.#seen = context.record.seen;
    this.#over = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#deadlines = new Deadlines(limits, later, context.record.hasTurns === true, (state, reason) =>
      this.end(state, reason),
    );
  }

  /** The first word counts. */
  end(state: TurnState, reason?: string): void {
    this.#end ??= reason === undefined ? { state } : { state, reason };
    this.#feed?.leave();
    this.#finish();
  }

  /** Whatever the agent is at, it is asked to stop. */
  async cancel(): Promise<void> {
    const { port } = this.#options;
    for (const task of (await port.view(this.#session)).tasks.keys()) {
      const message = { vitrine: 1, body: [{ event: 'cancel', task }] };
      await port.act(this.#session, { message, viewer: this.#viewer, dialect: 'vitrine' });
    }
    this.end('canceled', 'The client has canceled it.');
  }

  async run(): Promise<TurnEnd> {
    const { port, context, form, message, settings, catalogs } = this.#options;
    const view = await port.view(this.#session);
    const incoming = readIncoming(form, message, view.limits);
    this.#issues.push(...incoming.issues);
    const { agent, principal } = context.place;
    const agreed = agree(form, incoming, context.record, settings, view, (catalog, definition) =>
      catalogs.add(view.catalogs, catalog, definition, JSON.stringify([agent, principal.id])),
    );
    if (typeof agreed === 'string') return this.#result('rejected', agreed);
    this.#issues.push(...agreed.issues);
    try {
      await this.#begin(agreed, incoming);
    } finally {
      this.#deadlines.stop();
      this.#feed?.leave();
    }
    const { state, reason } = this.#end ?? { state: 'completed' };
    return this.#result(state, reason);
  }

  async #begin(agreed: Agreement, incoming: Incoming): Promise<void> {
    const { port, publish, context } = this.#options;
    const { isUnread = false } = context.record;
    const isSame = await this.#settle(agreed, incoming);
    await this.#open(agreed, isSame && incoming.isContinued && !isUnread);
    if (incoming.events.length + incoming.texts.length === 0) return this.#greet(incoming);
    const delivered = await deliver(port, this.#session, this.#viewer, agreed.form, incoming);
    this.#issues.push(...delivered.issues);
    if (delivered.accepted === 0) return this.end('rejected', this.#reasons('Nothing of this could be taken.'));
    this.#deadlines.start(isReportOnly(incoming));
    const inWords = new InWords(agreed);
    await this.#follow(delivered.seq, inWords);
    if (inWords.isEmpty) return;
    const texts = inWords.pictures(await port.view(this.#session));
    if (texts.length > 0) publish({ texts, messages: [] });
  }

  /** A message that asks nothing: the client is shown what there is. One that meant to say something is told why not. */
  async #greet(incoming: Incoming): Promise<void> {
    const isFaulty = incoming.issues.some(({ severity }) => severity === 'error');
    if (isFaulty) return this.end('rejected', this.#reasons('Nothing of this could be read.'));
    const { port, publish } = this.#options;
    const view = await port.view(this.#session);
    if (this.#feed === undefined) return publish({ texts: picturesOf(view, view.surfaces.keys()), messages: [] });
    const { messages, seq } = await this.#feed.begin();
    publish({ texts: [], messages });
    this.#seen = Math.max(this.#seen, seq);
  }

  /** What was agreed on is kept, and told to the agent where it is new. Whether it is what it was before. */
  async #settle({ form, catalogs, inline, settled }: Agreement, { texts, events }: Incoming): Promise<boolean> {
    const { port, context } = this.#options;
    const before = context.record;
    const told = JSON.stringify([catalogs, inline.map(({ catalogId }) => catalogId ?? null)]);
    const isNews = before.told === undefined || (form !== undefined && told !== before.told);
    if (isNews) {
      const join = {
        event: 'join',
        viewer: this.#viewer,
        catalogs,
        ...(inline.length === 0 ? {} : { inline }),
      } as const;
      await port.note(this.#session, { body: [join] });
    }
    await context.update({
      ...settled,
      ...(texts.length + events.length > 0 ? { isPrompted: true } : {}),
      ...(isNews ? { told } : {}),
      // What was told in words was not shown: the next form begins with the state.
      ...(form === undefined ? { form: 'words' } : { form: form.id, catalogs }),
    });
    return before.form === form?.id && before.told === told;
  }

  /** One who has what was sent is sent what is new; anybody else the whole state first. */
  async #open({ form, catalogs }: Agreement, isContinued: boolean): Promise<void> {
    const { port, context } = this.#options;
    if (form === undefined) return;
    this.#feed = new Feed({
      viewer: this.#viewer,
      form,
      catalogs,
      ...(isContinued ? { after: context.record.seen } : {}),
      isAgain: context.record.seen > 0 || context.record.isUnread === true,
      ended: (reason) => this.end(reason === 'closed' ? 'completed' : 'failed', ENDS[reason]),
    });
    await this.#feed.start(port, this.#session);
  }

  async #follow(delivered: Seq, inWords: InWords): Promise<void> {
    const { port } = this.#options;
    for await (const entry of await port.entries(this.#session, this.#seen, this.#over)) {
      const wire = (await this.#feed?.messagesOf(entry)) ?? [];
      if (this.#end !== undefined) return;
      this.#take(entry, inWords.showable(wire, await port.view(this.#session)), inWords);
      if (entry.from.role === 'agent' && entry.seq > delivered) await this.#heard(entry);
      if (this.#end !== undefined) return;
    }
    this.end('failed', ENDS.stopping);
  }

  #take({ body, seq }: Entry, messages: readonly Json[], inWords: InWords): void {
    const texts = inWords.take(body.filter(isOp));
    if (texts.length + messages.length > 0) this.#options.publish({ texts, messages });
    this.#seen = seq;
    this.#messages += messages.length;
    this.#length += messages.length === 0 ? 0 : JSON.stringify(messages).length;
    const { turnMessages, turnLength } = this.#options.limits;
    if (this.#messages > turnMessages || this.#length > turnLength)
      this.end('failed', 'The agent sent more than fits into one turn; the rest comes with the next message.');
  }

  /** What the agent said since the client spoke may end the turn. */
  async #heard({ body }: Entry): Promise<void> {
    const { context } = this.#options;
    const turn = body.filter(isOp).findLast((op) => op.op === 'turn');
    if (turn !== undefined && context.record.hasTurns !== true) await context.update({ hasTurns: true });
    if (turn === undefined || turn.state === 'working') return this.#deadlines.heard(turn !== undefined);
    this.end(turn.state === 'done' ? 'completed' : turn.state);
  }

  #reasons(otherwise: string): string {
    const reasons = this.#issues.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    return reasons.slice(0, 5).join(' ') || otherwise;
  }

  #result(state: TurnState, reason?: string): TurnEnd {
    const why = reason === undefined ? {} : { reason };
    return { state, ...why, issues: this.#issues, seen: this.#seen };
  }
}
