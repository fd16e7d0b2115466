// Answers that stay open, streams and polls that wait: they end when what their caller came with is taken back.

import type { FacePorts, PortGrant } from '@vitrine/core';

interface Waiting {
  readonly grant: PortGrant;
  readonly end: () => void;
}

export class Endings {
  readonly #port: FacePorts;
  readonly #open = new Set<Waiting>();
  readonly stop: () => void;

  constructor(port: FacePorts) {
    this.#port = port;
    this.stop = port.identity.onRevoked(() => {
      for (const waiting of this.#open) if (!port.identity.holds(waiting.grant)) waiting.end();
    });
  }

  /** Calls `end` when the grant ends, unless what it returned was called before. */
  watch(grant: PortGrant, end: () => void): () => void {
    const waiting = { grant, end };
    this.#open.add(waiting);
    // It may have been taken back since it was looked at, when nobody knew yet whom to tell.
    if (!this.#port.identity.holds(grant)) queueMicrotask(end);
    return () => this.#open.delete(waiting);
  }
}
