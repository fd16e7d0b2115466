// The events of a run as frames of its stream, one behind the other. A snapshot can be megabytes: it is written in slices, and
// what comes behind it waits. Where nothing more may be shown, what waits is not sent.

import { type JsonObject, jsonTextSteps, type Steps, takeAll } from '@vitrine/core/internal';
import { dataFrame, Slices, type SseStream } from '@vitrine/face-kit';
import { protoFrameSteps } from './proto-events.ts';

const LONG: ReadonlySet<unknown> = new Set(['ACTIVITY_SNAPSHOT', 'MESSAGES_SNAPSHOT']);

export class EventWriter {
  readonly #stream: Pick<SseStream, 'write'>;
  readonly #isProto: boolean;
  /** Of all that is written: several events that fit a slice each do not fit one together. */
  readonly #slices = new Slices();
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isBarred = false;

  constructor(stream: Pick<SseStream, 'write'>, isProto: boolean) {
    this.#stream = stream;
    this.#isProto = isProto;
  }

  /** Many at once go out as one piece: what the stream does for each is dearer than writing it. */
  readonly write = (...events: readonly JsonObject[]): void => {
    if (this.#waiting === 0 && !events.some(({ type }) => LONG.has(type))) {
      const told = events.filter((event) => this.#mayTell(event));
      if (told.length > 0) this.#stream.write(joined(told.map((event) => takeAll(this.#frameSteps(event)))));
      return;
    }
    for (const event of events) this.#writeLater(event);
  };

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
  }

  /** Resolves when the stream has all that was written. */
  settled(): Promise<void> {
    return this.#last;
  }

  #send(event: JsonObject, frame: string | Uint8Array): void {
    if (this.#mayTell(event)) this.#stream.write(frame);
  }

  #mayTell({ type }: JsonObject): boolean {
    return !this.#isBarred || type === 'RUN_ERROR';
  }

  *#frameSteps(event: JsonObject): Steps<string | Uint8Array> {
    return this.#isProto ? yield* protoFrameSteps(event) : dataFrame(yield* jsonTextSteps(event));
  }
}

/** Frames of one kind. */
function joined(frames: readonly (string | Uint8Array)[]): string | Uint8Array {
  const [first = ''] = frames;
  if (frames.length === 1) return first;
  return typeof first === 'string' ? frames.join('') : Buffer.concat(frames as readonly Uint8Array[]);
}
