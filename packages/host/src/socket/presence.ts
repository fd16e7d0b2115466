// How many connections each viewer of a session has open, by whatever transport: the session hears of every hello, and
// of the last connection that goes.

import type { JoinRequest, LiveSession } from '../live.ts';

export class Presence {
  readonly #open = new WeakMap<LiveSession, Map<string, number>>();

  /** Resolves when the agent will be told. */
  arrive(session: LiveSession, hello: JoinRequest): Promise<void> {
    let viewers = this.#open.get(session);
    if (viewers === undefined) {
      viewers = new Map();
      this.#open.set(session, viewers);
    }
    viewers.set(hello.viewer, (viewers.get(hello.viewer) ?? 0) + 1);
    return session.join(hello);
  }

  async depart(session: LiveSession, viewer: string): Promise<void> {
    const viewers = this.#open.get(session);
    const left = (viewers?.get(viewer) ?? 0) - 1;
    if (left > 0) viewers?.set(viewer, left);
    else if (viewers?.delete(viewer) === true) await session.leave(viewer);
  }
}
