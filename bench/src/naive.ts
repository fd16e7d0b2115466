// The floor worth comparing with: a Map of components, a document, observers by exact pointer. No checks of any kind.

import type { Json } from '@vitrine/core';

type Payload = { readonly [key: string]: Json };
type Naive = {
  components: Map<string, Payload>;
  data: { [key: string]: Json };
  observers: Map<string, (() => void)[]>;
};

export function createNaive(): {
  feed(lines: readonly string[]): void;
  observe(pointer: string, run: () => void): void;
} {
  const surfaces = new Map<string, Naive>();
  let last: Naive | undefined;
  return {
    feed(lines) {
      for (const line of lines) {
        const message = JSON.parse(line) as { readonly [kind: string]: Payload };
        for (const kind in message)
          if (kind !== 'version') last = apply(surfaces, kind, message[kind] as Payload) ?? last;
      }
    },
    observe(pointer, run) {
      const list = last?.observers.get(pointer) ?? [];
      list.push(run);
      last?.observers.set(pointer, list);
    },
  };
}

function apply(surfaces: Map<string, Naive>, kind: string, payload: Payload): Naive | undefined {
  const id = payload.surfaceId as string;
  if (kind === 'createSurface') surfaces.set(id, { components: new Map(), data: {}, observers: new Map() });
  const surface = surfaces.get(id);
  if (surface === undefined) return undefined;
  if (kind === 'updateComponents')
    for (const component of payload.components as Payload[]) surface.components.set(component.id as string, component);
  else if (kind === 'updateDataModel') write(surface, payload.path as string, payload.value as Json);
  else if (kind === 'deleteSurface') surfaces.delete(id);
  return surface;
}

function write(surface: Naive, pointer: string, value: Json): void {
  const segments = pointer.split('/').slice(1);
  let container = surface.data;
  for (const segment of segments.slice(0, -1)) {
    container[segment] ??= {};
    container = container[segment] as { [key: string]: Json };
  }
  container[segments.at(-1) as string] = value;
  for (const run of surface.observers.get(pointer) ?? []) run();
}
