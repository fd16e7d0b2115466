// A line between a client and a server, of real sockets: what comes back can be held, and all of it can be cut.

import { connect, createServer, type Server, type Socket } from 'node:net';

type Side = 'client' | 'server';

export class BreakingLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** All that either side has sent so far. */
  readonly #sent: { [side in Side]: string } = { client: '', server: '' };
  readonly #watching = new Set<() => void>();
  #isHeld = false;

  constructor(target: URL) {
    this.#server = createServer((client) => this.#join(client, connect(Number(target.port), target.hostname)));
  }

  /** To the port of an address. */
  static async to(url: string): Promise<BreakingLine> {
    const line = new BreakingLine(new URL(url));
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    const { port } = this.#server.address() as { readonly port: number };
    return `http://127.0.0.1:${port}`;
  }

  /** From now on nothing of the server reaches the client. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Every connection breaks, what was held is lost; the next ones carry everything. */
  cut(): void {
    this.#isHeld = false;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** How often a side has sent a text. */
  count(side: Side, text: string): number {
    return this.#sent[side].split(text).length - 1;
  }

  /** Resolves when a side has sent a text so many times. */
  async has(side: Side, text: string, times = 1): Promise<void> {
    while (this.count(side, text) < times)
      await new Promise<void>((resolve) => {
        const tell = (): void => {
          this.#watching.delete(tell);
          resolve();
        };
        this.#watching.add(tell);
      });
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, server: Socket): void {
    this.#carry(client, server, 'client');
    this.#carry(server, client, 'server');
  }

  #carry(from: Socket, to: Socket, side: Side): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      this.#sent[side] += bytes.toString('latin1');
      if (side === 'client' || !this.#isHeld) to.write(bytes);
      for (const tell of [...this.#watching]) tell();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
