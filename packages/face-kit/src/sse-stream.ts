// One SSE answer as a channel that is pushed into: it says when it is full and when it is empty again, keeps the
// connection alive while nothing happens, and is over once, whoever ends it. What goes in is left to its user.

const ENCODER = new TextEncoder();
const ALIVE = ENCODER.encode(':\n\n');

export interface SseStreamOptions {
  readonly queueBytes: number;
  /** Absent: nothing is sent while nothing happens, as in formats that know no comment. */
  readonly keepAliveMs?: number;
  /** What was written, in bytes. */
  readonly onBytes?: (bytes: number) => void;
}

export class SseStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: SseStreamOptions;
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isSilent = true;
  #isFull = false;
  #drained: (() => void) | undefined;

  constructor(options: SseStreamOptions) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pulled(),
        cancel: () => this.#finish(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: options.queueBytes }),
    );
    if (options.keepAliveMs !== undefined)
      this.#timer = setInterval(() => this.#keepAlive(), options.keepAliveMs).unref();
  }

  /** Aborted when the stream is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** False: full. What was given is taken all the same; more should wait until it is drained. */
  write(frames: string | Uint8Array): boolean {
    if (this.signal.aborted) return true;
    const bytes = typeof frames === 'string' ? ENCODER.encode(frames) : frames;
    if (bytes.length === 0) return !this.#isFull;
    this.#isSilent = false;
    this.#controller?.enqueue(bytes);
    this.#options.onBytes?.(bytes.length);
    this.#isFull = this.#room() <= 0;
    return !this.#isFull;
  }

  /** Called once, when all that was written has been taken, or the stream is over. */
  whenDrained(then: () => void): void {
    if (this.#isFull && !this.signal.aborted) this.#drained = then;
    else then();
  }

  end(): void {
    if (this.signal.aborted) return;
    this.#controller?.close();
    this.#finish();
  }

  #room(): number {
    return this.#controller?.desiredSize ?? 0;
  }

  // Asked for with each chunk that is taken as long as there is room; a queue that is still half full would be full
  // again at once.
  #pulled(): void {
    if (!this.#isFull || this.#room() < this.#options.queueBytes) return;
    this.#isFull = false;
    this.#tellDrained();
  }

  #tellDrained(): void {
    const drained = this.#drained;
    this.#drained = undefined;
    drained?.();
  }

  #keepAlive(): void {
    if (this.#isSilent && !this.#isFull) this.#controller?.enqueue(ALIVE);
    this.#isSilent = true;
  }

  #finish(): void {
    clearInterval(this.#timer);
    this.#over.abort();
    this.#tellDrained();
  }
}

/** Sends what comes, as fast as it is taken. Whoever comes with the stream's signal ends when the stream does. */
export async function pump<T>(stream: SseStream, items: AsyncIterable<T>, frame: (item: T) => string): Promise<void> {
  for await (const item of items) {
    if (stream.signal.aborted) return;
    if (!stream.write(frame(item))) await new Promise<void>((resolve) => stream.whenDrained(resolve));
  }
  stream.end();
}

/** Data is JSON in one line, so that it never holds a line break that would end its field. */
export function dataFrame(data: string, id?: number | string): string {
  return id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

export function eventFrame(event: string, data = '', id?: number | string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}
