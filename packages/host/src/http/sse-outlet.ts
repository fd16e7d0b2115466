// A viewer on an SSE stream, as its session sees it.

import { dataFrame, eventFrame, type SseStream } from '@vitrine/face-kit';
import { BEGINNING_PIECE, Beginning } from '../beginning.ts';
import type { AttachOptions, LiveSession } from '../live.ts';
import type { Attachment, Batch, Outlet, SentEntry } from '../outlet.ts';

const ENCODER = new TextEncoder();

/**
 * Entries of a session as SSE. How an entry that shows nothing moves the id: by an event of its own, which our client
 * counts on, or by no event at all, where readers of other make expect messages and nothing else. An EventSource
 * remembers the id either way.
 */
type EmptyEntry = 'event' | 'id';

/** The id stands on the last message alone: a client that resumes behind it has seen the whole entry. */
export function entryFrames(wire: readonly string[], seq: number, empty: EmptyEntry): string {
  if (wire.length === 0) return empty === 'event' ? eventFrame('seq', String(seq), seq) : `id: ${seq}\n\n`;
  return wire.map((message, i) => dataFrame(message, i === wire.length - 1 ? seq : undefined)).join('');
}

/** The same as texts of about a length: a frame on a stream may be cut anywhere but within a character. */
export function* entryPieces(wire: readonly string[], seq: number, empty: EmptyEntry): Iterable<string> {
  let piece = '';
  for (let i = 0; i < Math.max(1, wire.length); i++) {
    const isLast = i >= wire.length - 1;
    piece += isLast ? entryFrames(wire.slice(i), seq, empty) : dataFrame(wire[i] as string);
    let from = 0;
    while (piece.length - from > BEGINNING_PIECE) {
      const isWithin = piece.codePointAt(from + BEGINNING_PIECE - 1) !== piece.charCodeAt(from + BEGINNING_PIECE - 1);
      const to = from + BEGINNING_PIECE - (isWithin ? 1 : 0);
      yield piece.slice(from, to);
      from = to;
    }
    piece = piece.slice(from);
  }
  yield piece;
}

function batchFrames(items: readonly SentEntry[], empty: EmptyEntry): Uint8Array {
  return ENCODER.encode(items.map(({ wire, seq }) => entryFrames(wire, seq, empty)).join(''));
}

export interface SseOutletOptions {
  readonly viewer: string;
  readonly stream: SseStream;
  readonly empty: EmptyEntry;
  /** All that was has been sent. */
  readonly onReady?: () => void;
}

export class SseOutlet implements Outlet {
  readonly viewer: string;
  readonly #stream: SseStream;
  readonly #empty: EmptyEntry;
  readonly #onReady: (() => void) | undefined;
  readonly #beginning: Beginning<string>;
  #attachment: Attachment | undefined;

  constructor({ viewer, stream, empty, onReady }: SseOutletOptions) {
    this.viewer = viewer;
    this.#stream = stream;
    this.#empty = empty;
    this.#onReady = onReady;
    this.#beginning = new Beginning({
      write: (text) => stream.write(text),
      onceDrained: (then) => stream.whenDrained(then),
      isOver: () => stream.signal.aborted,
    });
  }

  /** The session may send before it has handed over the attachment. */
  attachTo(session: LiveSession, options: AttachOptions): void {
    const attachment = session.attach(this, options);
    this.#attachment = attachment;
    const { signal } = this.#stream;
    if (signal.aborted) attachment.detach();
    else signal.addEventListener('abort', () => attachment.detach(), { once: true });
  }

  reset(): void {
    this.#stream.write(eventFrame('reset'));
  }

  join(wire: readonly string[], seq: number): void {
    this.#beginning.send(entryPieces(wire, seq, this.#empty));
  }

  send(batch: Batch): boolean {
    const sendLater = (): void => {
      if (this.send(batch)) this.#attachment?.resume();
    };
    if (this.#beginning.defers(sendLater)) return false;
    // Also to its author: which of a viewer's streams belongs to the page that sent it is not known here.
    const frames = batch.form(`sse ${this.#empty}`, (items) => batchFrames(items, this.#empty));
    if (this.#stream.write(frames)) return true;
    this.#stream.whenDrained(() => {
      if (!this.#stream.signal.aborted) this.#attachment?.resume();
    });
    return false;
  }

  ready(seq: number): void {
    if (this.#beginning.defers(() => this.ready(seq))) return;
    this.#stream.write(eventFrame('ready', JSON.stringify({ seq })));
    this.#onReady?.();
  }

  end(reason: 'closed' | 'stopping' | 'revoked', seq: number): void {
    // Whoever is still being told of a session that is closed gets the rest of it.
    if (reason === 'closed' && this.#beginning.defers(() => this.end(reason, seq))) return;
    if (reason === 'closed') this.#stream.write(eventFrame('closed', JSON.stringify({ seq })));
    this.#stream.end();
  }
}
