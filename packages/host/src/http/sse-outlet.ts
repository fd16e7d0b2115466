// A viewer on an SSE stream, as its session sees it.

import { eventFrame, type SseStream } from '@vitrine/face-kit';
import type { AttachOptions, LiveSession } from '../live.ts';
import type { Attachment, Batch, Outlet } from '../outlet.ts';
import { batchFrames, type EmptyEntry, entryFrames } from './sse-frames.ts';

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
  #attachment: Attachment | undefined;

  constructor({ viewer, stream, empty, onReady }: SseOutletOptions) {
    this.viewer = viewer;
    this.#stream = stream;
    this.#empty = empty;
    this.#onReady = onReady;
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
    this.#stream.write(entryFrames(wire, seq, this.#empty));
  }

  send(batch: Batch): boolean {
    // Also to its author: which of a viewer's streams belongs to the page that sent it is not known here.
    const frames = batch.form(`sse ${this.#empty}`, (items) => batchFrames(items, this.#empty));
    if (this.#stream.write(frames)) return true;
    this.#stream.whenDrained(() => {
      if (!this.#stream.signal.aborted) this.#attachment?.resume();
    });
    return false;
  }

  ready(seq: number): void {
    this.#stream.write(eventFrame('ready', JSON.stringify({ seq })));
    this.#onReady?.();
  }

  end(reason: 'closed' | 'stopping' | 'revoked', seq: number): void {
    if (reason === 'closed') this.#stream.write(eventFrame('closed', JSON.stringify({ seq })));
    this.#stream.end();
  }
}
