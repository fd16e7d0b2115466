// A stream of events of A2A as the body of an answer. Whoever leaves early ends nothing: the task goes on, and its events
// are drained so that they are there for whoever asks for it again.

const text = new TextEncoder();
/** Events that wait for a reader before the next is asked for. */
const AHEAD = 16;
/** A comment so often: proxies close what is silent, and one who is gone without a word is noticed. */
export const PULSE_MS = 15_000;
const PULSE = text.encode(':\n\n');

export interface StreamOptions {
  /** An error of the stream, as its last event. */
  readonly failed: (error: unknown) => object;
  /** The reader has left before the end. */
  readonly gone: () => void;
}

export function eventStream(
  first: IteratorResult<object>,
  events: AsyncIterator<object>,
  { failed, gone }: StreamOptions,
): ReadableStream<Uint8Array> {
  let isOpen = true;
  let wake: () => void = () => undefined;
  let pulse: NodeJS.Timeout | undefined;
  const drain = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const send = (event: object) => isOpen && controller.enqueue(text.encode(`data: ${JSON.stringify(event)}\n\n`));
    try {
      for (let next = first; next.done !== true; next = await events.next()) {
        send(next.value);
        if (isOpen && (controller.desiredSize ?? 0) <= 0) await new Promise<void>((resolve) => (wake = resolve));
      }
    } catch (error) {
      send(failed(error));
    }
    clearInterval(pulse);
    if (isOpen) controller.close();
  };
  return new ReadableStream(
    {
      start: (controller) => {
        pulse = setInterval(() => (controller.desiredSize ?? 0) > 0 && controller.enqueue(PULSE), PULSE_MS).unref();
        void drain(controller);
      },
      pull: () => wake(),
      cancel: () => {
        isOpen = false;
        clearInterval(pulse);
        gone();
        wake();
      },
    },
    new CountQueuingStrategy({ highWaterMark: AHEAD }),
  );
}
