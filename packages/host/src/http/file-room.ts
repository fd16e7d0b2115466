// The room that the files of each session have together. They are stored one after the other: several that come at
// once would all find the same room.

import { HostError } from '../host-error.ts';
import type { FileRow, LiveSession } from '../live.ts';

export class FileRoom {
  readonly #limit: number;
  /** What is being stored last, by session. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Refuses with VITRINE_BODY_SIZE. */
  store(session: LiveSession, file: Parameters<LiveSession['addFile']>[0]): Promise<FileRow> {
    const { id } = session;
    const stored = (this.#last.get(id) ?? Promise.resolve()).then(() => this.#store(session, file));
    const settled = stored
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(id) === settled) this.#last.delete(id);
      });
    this.#last.set(id, settled);
    return stored;
  }

  async #store(session: LiveSession, file: Parameters<LiveSession['addFile']>[0]): Promise<FileRow> {
    const limit = this.#limit;
    if ((await session.fileBytes()) + file.bytes.length > limit)
      throw new HostError('VITRINE_BODY_SIZE', `The files of this session may take ${limit} bytes together.`, {
        limit,
      });
    return session.addFile(file);
  }
}
