// An async iterable that ends when a signal is aborted, even where its source never answers again.

const STOPPED = Symbol('stopped');

export async function* stoppable<T>(
  open: () => Promise<AsyncIterable<T>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  if (signal === undefined) {
    const source = await open();
    assertStream(source);
    return yield* source;
  }
  const { stopped, release } = whenAborted(signal);
  let iterator: AsyncIterator<T> | Iterator<T> | undefined;
  let isDone = false;
  try {
    const source = await Promise.race([open(), stopped]);
    if (source === STOPPED) return;
    iterator = iterate(source);
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped]);
      if (next === STOPPED) return;
      isDone = next.done === true;
      if (isDone) return;
      yield next.value;
    }
  } catch (error) {
    // A client that is aborted throws too, and it may be heard first.
    if (!signal.aborted) throw error;
  } finally {
    release();
    // Not awaited: a source that hangs would hang this as well. What it says on its way out concerns nobody.
    if (!isDone) void Promise.resolve(iterator?.return?.()).catch(() => undefined);
  }
}

/** A client that gives nothing to read has failed; that is not the same as an answer without words. */
function iterate<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  assertStream(source);
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}

function assertStream(source: unknown): void {
  const isStream =
    typeof source === 'object' && source !== null && (Symbol.asyncIterator in source || Symbol.iterator in source);
  if (!isStream)
    throw new TypeError(`The model gave ${source === null ? 'null' : typeof source}, and no stream of text.`);
}

function whenAborted(signal: AbortSignal): { readonly stopped: Promise<typeof STOPPED>; readonly release: () => void } {
  let release = (): void => undefined;
  const stopped = new Promise<typeof STOPPED>((resolve) => {
    const stop = (): void => resolve(STOPPED);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    release = () => signal.removeEventListener('abort', stop);
  });
  return { stopped, release };
}
