// Who looks at a session: each viewer that said hello, by its id. The agent is told when one comes and when one is gone
// for good; a page that is reloaded has not gone.

import { defined, type JsonObject, type Seq } from '@vitrine/core';
import type { ViewerHello } from '../live.ts';
import { HOST } from './context.ts';
import type { Attendance, WritableSession } from './writable.ts';

/** How long a viewer may be away before the agent is told. */
const GRACE_MS = 10_000;
/** More than these at once are shown the session, but not told to the agent one by one. */
const MOST = 1000;

interface Present {
  readonly hello: ViewerHello;
  leaving: NodeJS.Timeout | undefined;
}

export class Presence implements Attendance {
  readonly #session: WritableSession;
  readonly #present = new Map<string, Present>();
  /** What others said of themselves who have no connection now. */
  readonly #said = new Map<string, ViewerHello>();
  #stopped = false;

  constructor(session: WritableSession) {
    this.#session = session;
  }

  get size(): number {
    return this.#present.size;
  }

  of(viewer: string): ViewerHello | undefined {
    return this.#present.get(viewer)?.hello ?? this.#said.get(viewer);
  }

  canShow(catalog: string): boolean {
    let isSaid = false;
    for (const { hello } of this.#present.values()) {
      if (hello.catalogs === undefined) return true;
      if (hello.catalogs.includes(catalog)) return true;
      isSaid = true;
    }
    return !isSaid;
  }

  async greet(said: ViewerHello): Promise<void> {
    const known = this.#present.get(said.viewer);
    clearTimeout(known?.leaving);
    if (known !== undefined) known.leaving = undefined;
    else if (this.#present.size >= MOST) return;
    // What was said before and not taken back still holds.
    const hello = { ...this.of(said.viewer), ...said };
    const isNew = known === undefined || JSON.stringify(known.hello) !== JSON.stringify(hello);
    this.#said.delete(said.viewer);
    this.#present.set(said.viewer, { hello, leaving: undefined });
    if (isNew) await this.#tellJoin(hello);
  }

  async describe(said: ViewerHello): Promise<void> {
    const known = this.#present.get(said.viewer);
    const before = this.of(said.viewer);
    const hello = { ...before, ...said };
    if (JSON.stringify(before) === JSON.stringify(hello)) return;
    if (known !== undefined) this.#present.set(said.viewer, { ...known, hello });
    else {
      this.#said.delete(said.viewer);
      this.#said.set(said.viewer, hello);
      for (const oldest of this.#said.keys()) {
        if (this.#said.size <= MOST) break;
        this.#said.delete(oldest);
      }
    }
    await this.#tellJoin(hello);
  }

  async #tellJoin(hello: ViewerHello): Promise<void> {
    if (this.#session.row.closedAt !== undefined) return;
    const { viewer, catalogs = [], locale, zone, viewport } = hello;
    await this.#tell({
      event: 'join',
      viewer,
      catalogs,
      ...defined({ locale, zone, viewport }),
    });
  }

  async bid(viewer: string): Promise<void> {
    const known = this.#present.get(viewer);
    if (known === undefined || known.leaving !== undefined || this.#stopped) return;
    known.leaving = setTimeout(() => {
      this.#present.delete(viewer);
      if (this.#stopped || this.#session.row.closedAt !== undefined) return;
      this.#tell({ event: 'leave', viewer }).catch((error: unknown) =>
        this.#session.context.notes.failure('a viewer that left', error),
      );
    }, GRACE_MS);
    known.leaving.unref();
  }

  stop(): void {
    this.#stopped = true;
    for (const { leaving } of this.#present.values()) clearTimeout(leaving);
    this.#present.clear();
  }

  async #tell(event: Parameters<typeof entryOf>[0]): Promise<Seq> {
    const { whenEncoded } = this.#session;
    // Most often of what the same viewer joins with: it would have to be done at once.
    if (whenEncoded !== undefined) {
      await whenEncoded;
      if (this.#stopped || this.#session.row.closedAt !== undefined) return this.#session.seq;
    }
    const { durable } = this.#session.write((draft) => this.#session.add(draft, entryOf(event), HOST));
    await durable;
    return this.#session.seq;
  }
}

function entryOf(
  event:
    | {
        readonly event: 'join';
        readonly viewer: string;
        readonly catalogs: readonly string[];
        readonly locale?: string;
        readonly zone?: string;
        readonly viewport?: JsonObject;
      }
    | { readonly event: 'leave'; readonly viewer: string },
) {
  return { body: [event] };
}
