// The events of a run as frames of its stream, one behind the other. What is told in one turn of the process goes out as one piece:
// what a stream does for each piece is dearer than writing it. A snapshot can be megabytes: it is written in slices, and what comes
// behind it waits. Where nothing more may be shown, what waits is not sent.

import { type JsonObject, jsonTextSteps, type Steps, takeAll } from '@vitrine/core/internal';
import { dataFrame, Slices, type SseStream } from '@vitrine/face-kit';
import { protoFrameSteps } from './proto-events.ts';

const LONG: ReadonlySet<unknown> = new Set(['ACTIVITY_SNAPSHOT', 'MESSAGES_SNAPSHOT']);
/** Characters that do not wait for more. */
const PIECE = 64 * 1024;

type Frames = string | Uint8Array;

/** Short events that many clients are told: written once for all of those that read server-sent events. */
export class SharedEvents {
  readonly events: readonly JsonObject[];
  #text: string | undefined;

  constructor(events: readonly JsonObject[]) {
    this.events = events;
  }

  get text(): string {
    this.#text ??= this.events.map((event) => dataFrame(JSON.stringify(event))).join('');
    return this.#text;
  }
}

export class EventWriter {
  readonly #stream: Pick<SseStream, 'write' | 'whenDrained' | 'end'>;
  readonly #isProto: boolean;
  /** Of all that is written: several events that fit a slice each do not fit one together. */
  readonly #slices = new Slices();
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isBarred = false;
  #frames: Frames[] = [];
  #length = 0;
  #flushing: NodeJS.Immediate | undefined;
  #isFull = false;

  constructor(stream: Pick<SseStream, 'write' | 'whenDrained' | 'end'>, isProto: boolean) {
    this.#stream = stream;
    this.#isProto = isProto;
  }

  write(event: JsonObject): void {
    if (this.#waiting > 0 || LONG.has(event.type)) this.#writeLater(event);
    else this.#send(event, takeAll(this.#frameSteps(event)));
  }

  writeShared(shared: SharedEvents): void {
    const [first] = shared.events;
    if (first !== undefined && this.#waiting === 0 && !this.#isProto) this.#send(first, shared.text);
    else for (const event of shared.events) this.write(event);
  }

  #writeLater(event: JsonObject): void {
    this.#waiting++;
    this.#last = this.#last.then(async () => {
      if (this.#mayTell(event)) {
        const frame = await this.#slices.takeAll(this.#frameSteps(event));
        if (this.#slices.isOver) await this.#slices.next();
        this.#send(event, frame);
      }
      this.#waiting--;
    });
  }

  /** From now on nothing but the end of the run is told. */
  bar(): void {
    this.#isBarred = true;
    this.#frames = [];
    this.#length = 0;
  }

  /** Resolves when the client has taken what it was sent. Undefined: it takes more. */
  get drained(): Promise<void> | undefined {
    if (this.#waiting === 0 && !this.#isFull) return undefined;
    return this.#drain();
  }

  async #drain(): Promise<void> {
    await this.settled();
    await new Promise<void>((resolve) => this.#stream.whenDrained(resolve));
    this.#isFull = false;
  }

  /** When the stream has all that was written. */
  async settled(): Promise<void> {
    await this.#last;
    this.#flush();
  }

  async end(): Promise<void> {
    await this.settled();
    this.#stream.end();
  }

  #send(event: JsonObject, frames: Frames): void {
    if (!this.#mayTell(event)) return;
    this.#frames.push(frames);
    this.#length += frames.length;
    if (this.#length >= PIECE) this.#flush();
    else this.#flushing ??= setImmediate(() => this.#flush());
  }

  #flush(): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    const frames = this.#frames;
    this.#frames = [];
    this.#length = 0;
    if (frames.length > 0) this.#isFull = !this.#stream.write(joined(frames));
  }

  #mayTell({ type }: JsonObject): boolean {
    return !this.#isBarred || type === 'RUN_ERROR';
  }

  *#frameSteps(event: JsonObject): Steps<Frames> {
    return this.#isProto ? yield* protoFrameSteps(event) : dataFrame(yield* jsonTextSteps(event));
  }
}

/** Frames of one kind. */
function joined(frames: readonly Frames[]): Frames {
  const [first = ''] = frames;
  if (frames.length === 1) return first;
  return typeof first === 'string' ? frames.join('') : Buffer.concat(frames as readonly Uint8Array[]);
}
