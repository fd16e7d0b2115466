// Hearing a bus: what it remembers, where that is asked for, then what it emits, each signal once. A bus may hand out
// anything: what is no signal is told by whoever hears it.

import type { SignalBusLike, SignalLike } from './types.ts';

export function listen(
  bus: SignalBusLike,
  { replay = false }: { readonly replay?: boolean },
  hear: (signal: SignalLike) => void,
): () => void {
  const seen = new Set<string>();
  for (const signal of replay ? remembered(bus) : []) {
    const id = idOf(signal);
    if (id !== undefined) seen.add(id);
    hear(signal);
  }
  return bus.subscribe(['**'], (signal) => {
    const id = idOf(signal);
    if (id === undefined || !seen.delete(id)) hear(signal);
  });
}

/** Nothing where the bus remembers nothing or fails. */
function remembered(bus: SignalBusLike): readonly SignalLike[] {
  try {
    return [...(bus.history?.() ?? [])];
  } catch {
    return [];
  }
}

function idOf(signal: SignalLike | null | undefined): string | undefined {
  try {
    return typeof signal?.id === 'string' ? signal.id : undefined;
  } catch {
    return undefined;
  }
}
