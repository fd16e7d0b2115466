// What a connection of a viewer looks like to a session, and what a session hands to it. A transport (SSE, WebSocket)
// implements Outlet; sessions know nothing of sockets. What is the same for many viewers is encoded once and framed once.

import type { Json, PortOutlet, Seq } from '@vitrine/core/internal';
import type { Loss } from '@vitrine/dialects';

/** One entry as one class of viewers receives it: the JSON text of each message, possibly none. */
export interface SentEntry {
  readonly seq: Seq;
  readonly wire: readonly string[];
  /** The messages themselves, where somebody of the class takes them so. */
  readonly messages?: readonly Json[];
  /** The viewer whose event this is: it is told so instead. */
  readonly author?: string;
  /** What the author called it. */
  readonly key?: string;
  /** What could not be said to this class of viewers; absent: nothing. */
  readonly losses?: readonly Loss[];
}

/** Some entries in order. Frames are made once for each form that is asked for, and shared. */
export class Batch {
  readonly items: readonly SentEntry[];
  readonly #forms = new Map<string, Uint8Array>();

  constructor(items: readonly SentEntry[]) {
    this.items = items;
  }

  form(name: string, make: (items: readonly SentEntry[]) => Uint8Array): Uint8Array {
    let form = this.#forms.get(name);
    if (form === undefined) {
      form = make(this.items);
      this.#forms.set(name, form);
    }
    return form;
  }
}

export interface Outlet {
  /** Whose client it is; entries of this author come as acknowledgements. */
  readonly viewer: string;
  /** It takes messages as they are, not as texts. */
  readonly isDecoded?: true;
  /** Forget everything: what follows begins anew. */
  reset(): void;
  /** The state as messages; the viewer then stands at `seq`. */
  join(wire: readonly string[], seq: Seq, losses?: readonly Loss[], messages?: readonly Json[]): void;
  /** False: full. Nothing more is sent until the outlet calls `resume` of its attachment; the batch itself was taken. */
  send(batch: Batch): boolean;
  /** All there was when it attached has been sent. */
  ready(seq: Seq): void;
  /** Nothing more comes. With a code of HOST_CODES where it ends for a reason. */
  end(reason: 'closed' | 'stopping' | 'revoked', seq: Seq): void;
}

/** A viewer's place in a session. */
export interface Attachment {
  /** The outlet is empty again: what it missed is sent, from memory or from the log. */
  resume(): void;
  detach(): void;
}

/** An outlet that takes messages as they are. What was kept as text before it came is parsed for it. */
export class DecodedOutlet implements Outlet {
  readonly isDecoded = true;
  readonly #outlet: PortOutlet<Json>;

  constructor(outlet: PortOutlet<Json>) {
    this.#outlet = outlet;
  }

  get viewer(): string {
    return this.#outlet.viewer;
  }

  reset(): void {
    this.#outlet.reset();
  }

  join(wire: readonly string[], seq: Seq, losses?: readonly Loss[], messages = wire.map(parsed)): void {
    this.#outlet.join(messages, seq, losses);
  }

  send(batch: Batch): boolean {
    const items = batch.items.map(({ messages, ...sent }) => ({ ...sent, wire: messages ?? sent.wire.map(parsed) }));
    return this.#outlet.send({ items, form: (name, make) => batch.form(`decoded ${name}`, () => make(items)) });
  }

  ready(seq: Seq): void {
    this.#outlet.ready(seq);
  }

  end(reason: 'closed' | 'stopping' | 'revoked', seq: Seq): void {
    this.#outlet.end(reason, seq);
  }
}

/** Our own text. */
function parsed(text: string): Json {
  return JSON.parse(text) as Json;
}
