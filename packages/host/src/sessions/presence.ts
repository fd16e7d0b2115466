// Who looks at a session: each viewer that said hello, by its id. The agent is told when one comes and when one is gone
// for good; a page that is reloaded has not gone.

import type { Seq } from '@vitrine/core';
import type { ViewerHello } from '../live.ts';
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
  #stopped = false;

  constructor(session: WritableSession) {
    this.#session = session;
  }

  get size(): number {
    return this.#present.size;
  }

  of(viewer: string): ViewerHello | undefined {
    return this.#present.get(viewer)?.hello;
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
    // What was said before and not taken back still holds.
    const hello = { ...known?.hello, ...said };
    clearTimeout(known?.leaving);
    if (known !== undefined) known.leaving = undefined;
    if (known !== undefined && JSON.stringify(known.hello) === JSON.stringify(hello)) return;
    if (known === undefined && this.#present.size >= MOST) return;
    this.#present.set(hello.viewer, { hello, leaving: undefined });
    if (this.#session.row.closedAt !== undefined) return;
    const { viewer, catalogs = [], locale, zone } = hello;
    await this.#tell({
      event: 'join',
      viewer,
      catalogs,
      ...(locale === undefined ? {} : { locale }),
      ...(zone === undefined ? {} : { zone }),
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
    const { durable } = this.#session.write((draft) =>
      this.#session.add(draft, entryOf(event), { role: 'host', id: 'host', dialect: 'vitrine' }),
    );
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
      }
    | { readonly event: 'leave'; readonly viewer: string },
) {
  return { body: [event] };
}
