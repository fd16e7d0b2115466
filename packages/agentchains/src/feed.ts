// What a session sends to one socket: frames made once for all clients alike. A socket that does not read is sent
// nothing more until it does.

import type {
  FacePorts,
  PortAttachment,
  PortBatch,
  PortCapabilities,
  PortLoss,
  PortOutlet,
  TransportPort,
} from '@vitrine/core/port';

/** Where frames go. */
export interface FrameSink {
  /** False: full. */
  write(frames: Uint8Array): boolean;
  onceDrained(run: () => void): void;
}

export interface AgentchainsFeedOptions {
  readonly viewer: string;
  readonly wire: FrameSink;
  readonly capabilities: PortCapabilities;
  readonly frames: TransportPort['frames'];
  /** The client was not sent something as it is. */
  readonly lost: (losses: readonly PortLoss[]) => void;
  /** Something was said. */
  readonly onFrame: () => void;
  readonly ended: (reason: 'closed' | 'stopping' | 'revoked') => void;
}

export class AgentchainsFeed implements PortOutlet {
  readonly viewer: string;
  readonly #options: AgentchainsFeedOptions;
  #attachment: PortAttachment | undefined;
  #isFull = false;
  #hasLeft = false;

  constructor(options: AgentchainsFeedOptions) {
    this.viewer = options.viewer;
    this.#options = options;
  }

  async start(port: FacePorts, session: string): Promise<void> {
    const attachment = await port.sessions.attach(session, this, {
      dialect: 'agentchains',
      ...this.#options.capabilities,
    });
    if (this.#hasLeft) attachment.detach();
    else this.#attachment = attachment;
  }

  leave(): void {
    this.#hasLeft = true;
    this.#attachment?.detach();
    this.#attachment = undefined;
  }

  reset(): void {}

  join(wire: readonly string[], _seq: number, losses: readonly PortLoss[] = []): void {
    if (losses.length > 0) this.#options.lost(losses);
    if (wire.length > 0) this.#write(this.#options.frames(wire));
  }

  send(batch: PortBatch): boolean {
    const { onFrame, lost, frames: frame } = this.#options;
    onFrame();
    // Of what a person did there is nothing to show: the agent has it.
    for (const { losses, author } of batch.items) if (losses !== undefined && author === undefined) lost(losses);
    const frames = batch.form('agentchains', (items) => frame(items.flatMap(({ wire }) => wire)));
    return frames.byteLength === 0 || this.#write(frames);
  }

  ready(): void {}

  end(reason: 'closed' | 'stopping' | 'revoked'): void {
    if (!this.#hasLeft) this.#options.ended(reason);
  }

  #write(frames: Uint8Array): boolean {
    const { wire } = this.#options;
    if (this.#hasLeft || wire.write(frames)) return true;
    if (!this.#isFull) {
      this.#isFull = true;
      wire.onceDrained(() => {
        this.#isFull = false;
        this.#attachment?.resume();
      });
    }
    return false;
  }
}
