// An async iterable that ends when a signal is aborted, even where its source never answers again.

export async function* stoppable<T>(
  open: () => Promise<AsyncIterable<T>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  if (signal === undefined) return yield* await open();
  const { stopped, release } = whenAborted(signal);
  let iterator: AsyncIterator<T> | undefined;
  let isDone = false;
  try {
    const source = await Promise.race([open(), stopped]);
    if (source === undefined) return;
    iterator = source[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped]);
      if (next === undefined) return;
      isDone = next.done === true;
      if (isDone) return;
      yield next.value;
    }
  } finally {
    release();
    // Not awaited: a source that hangs would hang this as well. What it says on its way out concerns nobody.
    if (!isDone) void Promise.resolve(iterator?.return?.()).catch(() => undefined);
  }
}

function whenAborted(signal: AbortSignal): { readonly stopped: Promise<undefined>; readonly release: () => void } {
  let release = (): void => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    release = () => signal.removeEventListener('abort', stop);
  });
  return { stopped, release };
}
