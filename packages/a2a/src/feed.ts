// What a session sends to one client while a turn lasts, in the words of its form, kept until the turn asks for it.

import {
  defined,
  type Entry,
  type FacePorts,
  type Json,
  type PortAttachment,
  type PortBatch,
  type PortOutlet,
  type Seq,
} from '@vitrine/core/internal';
import type { ExtensionForm } from './forms.ts';
import { surfaceIn } from './words.ts';

export interface A2aFeedOptions {
  readonly viewer: string;
  readonly form: ExtensionForm;
  readonly catalogs: readonly string[];
  /** Behind this; absent: from the state as it stands. */
  readonly after?: Seq;
  /** It may still have what it was sent before: that is taken away first, because nothing may be opened twice. */
  readonly isAgain: boolean;
  readonly ended: (reason: 'closed' | 'stopping' | 'revoked') => void;
}

/** Entries that wait to be asked for before the session is told to wait. */
const MAX_WAITING = 100;

export class A2aFeed implements PortOutlet<Json> {
  readonly viewer: string;
  /** Up to here the state is sent as a whole. */
  begun: Seq = -1;
  readonly #options: A2aFeedOptions;
  #attachment: PortAttachment | undefined;
  #items: { readonly seq: Seq; readonly wire: readonly Json[] }[] = [];
  #at: Seq = -1;
  #isOver = false;
  #isFull = false;
  #reached: (() => void) | undefined;

  constructor(options: A2aFeedOptions) {
    this.viewer = options.viewer;
    this.#options = options;
  }

  async start(port: FacePorts, session: string): Promise<void> {
    const { form, catalogs, after } = this.#options;
    const place = { dialect: form.dialect, catalogs, ...defined({ after }) };
    this.#attachment = await port.sessions.follow(session, this, place);
    if (this.#isOver) this.#attachment.detach();
  }

  /** The messages of this entry, and of all before it that nobody asked for, once they are there. */
  async messagesOf({ seq, body }: Pick<Entry, 'seq' | 'body'>): Promise<readonly Json[]> {
    const messages = await this.#upTo(seq);
    if (!this.#options.isAgain || seq > this.begun) return messages;
    const closed = body.flatMap((part) => ('op' in part && part.op === 'close' ? [part.surface] : []));
    return [...this.deletionsOf(closed), ...messages];
  }

  async #upTo(seq: Seq): Promise<readonly Json[]> {
    while (this.#at < seq && !this.#isOver)
      await new Promise<void>((reached) => {
        this.#reached = reached;
      });
    const ready = this.#items.filter((item) => item.seq <= seq);
    this.#items = this.#items.filter((item) => item.seq > seq);
    if (this.#isFull && this.#items.length < MAX_WAITING) {
      this.#isFull = false;
      this.#attachment?.resume();
    }
    return ready.flatMap(({ wire }) => wire);
  }

  /** What there is when the feed has begun, and up to where, for a client that is sent nothing else. */
  async begin(): Promise<{ readonly messages: readonly Json[]; readonly seq: Seq }> {
    const early = await this.#upTo(0);
    const seq = Math.max(0, this.#at);
    return { messages: [...early, ...(await this.#upTo(seq))], seq };
  }

  leave(): void {
    this.#isOver = true;
    this.#attachment?.detach();
    this.#reached?.();
  }

  reset(): void {
    this.#items = [];
  }

  join(wire: readonly Json[], seq: Seq): void {
    const shown = wire.flatMap((message) => surfaceIn(message) ?? []);
    const before = this.#options.isAgain ? this.deletionsOf(shown) : [];
    this.#items.push({ seq, wire: [...before, ...wire] });
    this.begun = seq;
    this.ready(seq);
  }

  send({ items }: PortBatch<Json>): boolean {
    // What the client did itself, it shows already.
    for (const { seq, wire, author } of items) if (author !== this.viewer) this.#items.push({ seq, wire });
    this.ready(items.at(-1)?.seq ?? this.#at);
    this.#isFull = this.#items.length >= MAX_WAITING;
    return !this.#isFull;
  }

  end(reason: 'closed' | 'stopping' | 'revoked'): void {
    this.leave();
    this.#options.ended(reason);
  }

  deletionsOf(surfaces: readonly string[]): readonly Json[] {
    const { dialect, version } = this.#options.form;
    const named = dialect === 'a2ui-0.8' ? {} : { version };
    return [...new Set(surfaces)].map((surfaceId) => ({ ...named, deleteSurface: { surfaceId } }));
  }

  /** Everything up to here has come. */
  ready(seq: Seq): void {
    this.#at = Math.max(this.#at, seq);
    this.#reached?.();
  }
}
