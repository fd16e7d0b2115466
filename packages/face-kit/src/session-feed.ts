// What a session sends to one viewer in the words of its dialect, kept until somebody asks for what belongs to an entry: for a
// face that tells entries and messages side by side.

import type { FacePorts, Json, PortAttachment, PortBatch, PortOutlet, PortPlace, Seq } from '@vitrine/core/internal';

export interface SessionFeedOptions {
  readonly viewer: string;
  readonly place: PortPlace;
  readonly ended: (reason: 'closed' | 'stopping' | 'revoked') => void;
}

/** Entries that wait to be asked for before the session is told to wait. */
const MAX_WAITING = 100;

export class SessionFeed implements PortOutlet<Json> {
  readonly viewer: string;
  /** Up to here the state is sent as a whole. */
  begun: Seq = -1;
  readonly #options: SessionFeedOptions;
  #attachment: PortAttachment | undefined;
  #items: { readonly seq: Seq; readonly wire: readonly Json[] }[] = [];
  #at: Seq = -1;
  #isOver = false;
  #isFull = false;
  #reached: (() => void) | undefined;

  constructor(options: SessionFeedOptions) {
    this.viewer = options.viewer;
    this.#options = options;
  }

  async start({ sessions }: Pick<FacePorts, 'sessions'>, session: string): Promise<void> {
    this.#attachment = await sessions.follow(session, this, this.#options.place);
    if (this.#isOver) this.#attachment.detach();
  }

  /** The messages of this entry, and of all before it that nobody asked for, once they are there. */
  async upTo(seq: Seq): Promise<readonly Json[]> {
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

  /** What there is when the feed has begun, and up to where. */
  async begin(): Promise<{ readonly messages: readonly Json[]; readonly seq: Seq }> {
    const early = await this.upTo(0);
    const seq = Math.max(0, this.#at);
    return { messages: [...early, ...(await this.upTo(seq))], seq };
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
    this.#items.push({ seq, wire });
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

  /** Everything up to here has come. */
  ready(seq: Seq): void {
    this.#at = Math.max(this.#at, seq);
    this.#reached?.();
  }
}
