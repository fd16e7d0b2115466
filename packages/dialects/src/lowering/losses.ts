// What could not be said in the target's words. Each thing is told once for as long as its surface is open.

import { type ComponentId, defined, type SurfaceId } from '@vitrine/core/internal';
import type { Loss } from '../dialect.ts';

export class Losses {
  readonly list: Loss[] = [];
  readonly #reported: Set<string>;

  /** `told` outlives the list: it belongs to whoever remembers the reader. */
  constructor(reported: Set<string>) {
    this.#reported = reported;
  }

  tell(what: string, surface?: SurfaceId, component?: ComponentId): void {
    const key = JSON.stringify([surface ?? null, component ?? null, what]);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.list.push({
      what,
      ...defined({ surface, component }),
    });
  }

  /** The surface is closed: one of the same name is another one. */
  forget(surface: SurfaceId): void {
    const prefix = `[${JSON.stringify(surface)},`;
    for (const key of this.#reported) if (key.startsWith(prefix)) this.#reported.delete(key);
  }
}
