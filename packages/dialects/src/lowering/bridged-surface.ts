// A surface that the reader has as another one (plain-surface.ts), which is made anew after every entry; what differs from
// what was sent before is told by the lowering, as for every surface.

import { type ComponentId, type Json, oneStep, type Steps, type Surface } from '@vitrine/core/internal';
import { LoweredSurface } from './lowered-surface.ts';
import type { Changes, Scene, SentSurface } from './sent-surface.ts';
import type { Target } from './target.ts';

export class BridgedSurface implements SentSurface {
  readonly #lowered: LoweredSurface;
  readonly #make: (scene: Scene) => Surface | undefined;
  #ids: ReadonlySet<ComponentId> = new Set();

  /** Without `make` the surface of the scene is made anew by whoever gives it. */
  constructor(target: Target, catalog: string, make: (scene: Scene) => Surface | undefined = ({ surface }) => surface) {
    this.#lowered = new LoweredSurface(target, catalog);
    this.#make = make;
  }

  /** The surface of the scene is the one that the reader gets. */
  *open(scene: Scene): Steps<readonly Json[]> {
    yield;
    this.#ids = idsIn(scene.surface);
    return yield* this.#lowered.open(scene);
  }

  *update(scene: Scene, { data }: Pick<Changes, 'data'>): Steps<readonly Json[] | undefined> {
    const surface = this.#make(scene);
    if (surface === undefined) return undefined;
    yield;
    const put = idsIn(surface);
    this.#lowered.forget(new Set([...this.#ids].filter((id) => !put.has(id))));
    this.#ids = put;
    return yield* this.#lowered.update({ ...scene, surface }, { put, data });
  }

  reveal(): Steps<undefined> {
    return oneStep(() => undefined);
  }
}

function idsIn(surface: Surface): Set<ComponentId> {
  return new Set([...surface.components()].map(({ id }) => id));
}
