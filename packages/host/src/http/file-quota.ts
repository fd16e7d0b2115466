// The room that the files of each session have together. They are stored one after the other: several that come at
// once would all find the same room.

import { KeyQueue } from '@vitrine/face-kit';
import { HostError } from '../host-error.ts';
import type { FileRow, LiveSession } from '../live.ts';

export class FileQuota {
  readonly #limit: number;
  readonly #lines = new KeyQueue<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Refuses with VITRINE_BODY_SIZE. */
  store(session: LiveSession, file: Parameters<LiveSession['addFile']>[0]): Promise<FileRow> {
    return this.#lines.run(session.id, () => this.#store(session, file));
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
