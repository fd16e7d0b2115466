// How many connections of one viewer may be served from the log at a time. Reading a long history costs far more than
// asking for it, and one page never needs many.

import { HostError } from '../host-error.ts';

export class CatchUps {
  readonly #perViewer: number;
  readonly #underWay = new Map<string, number>();

  constructor(perViewer: number) {
    this.#perViewer = perViewer;
  }

  /**
   * Refuses with VITRINE_BUSY.
   * @returns to be called when the viewer has caught up or is gone; a second call does nothing
   */
  begin(session: string, viewer: string): () => void {
    const name = JSON.stringify([session, viewer]);
    const count = this.#underWay.get(name) ?? 0;
    if (count >= this.#perViewer)
      throw new HostError('VITRINE_BUSY', 'Too many connections of this viewer are catching up; wait for one of them.');
    this.#underWay.set(name, count + 1);
    let isUnderWay = true;
    return () => {
      if (isUnderWay) this.#end(name);
      isUnderWay = false;
    };
  }

  #end(name: string): void {
    const left = (this.#underWay.get(name) ?? 1) - 1;
    if (left > 0) this.#underWay.set(name, left);
    else this.#underWay.delete(name);
  }
}
