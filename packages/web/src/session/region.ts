// Parts of the chrome that depend on the view: each is drawn again in the next frame after something it read changed.

import { Watcher } from '@vitrine/core/page';
import { cancelPaint, type Painter, requestPaint } from '../frames.ts';

export class Regions implements Painter {
  readonly #all: Region[] = [];
  #due = new Set<Region>();
  #painted: (() => void)[] = [];

  /** Draws now, inside the next frame, and again after each change of what it read. */
  add(draw: () => void): Region {
    const region = new Region(this, draw);
    this.#all.push(region);
    region.schedule();
    return region;
  }

  enqueue(region: Region): void {
    this.#due.add(region);
    requestPaint(this);
  }

  paint(): boolean {
    const due = this.#due;
    this.#due = new Set();
    for (const region of due) region.execute();
    if (this.#due.size > 0) return true;
    for (const done of this.#painted.splice(0)) done();
    return false;
  }

  flush(): void {
    cancelPaint(this);
    while (this.#due.size > 0) this.paint();
  }

  get idle(): Promise<void> {
    if (this.#due.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#painted.push(resolve));
  }

  /** Draws everything anew. */
  schedule(): void {
    for (const region of this.#all) region.schedule();
  }

  dispose(): void {
    cancelPaint(this);
    this.#due.clear();
    for (const region of this.#all) region.dispose();
    for (const done of this.#painted.splice(0)) done();
  }
}

export class Region extends Watcher {
  readonly #regions: Regions;
  readonly #draw: () => void;

  constructor(regions: Regions, draw: () => void) {
    super();
    this.#regions = regions;
    this.#draw = draw;
  }

  override enqueue(): void {
    this.#regions.enqueue(this);
  }

  override run(): void {
    this.#draw();
  }
}
