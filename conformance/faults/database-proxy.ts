// The way from one node to its database, on which we sit: it can be cut, made slow, or swallow what is sent in either
// direction while both sides believe that the connection lives.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type Direction = 'to database' | 'to node';

interface Link {
  readonly node: Socket;
  readonly database: Socket;
}

export class DatabaseProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  /** What goes this way is thrown away. */
  readonly #swallowed = new Set<Direction>();
  #delayMs = 0;
  #port = 0;

  constructor(databasePort: number) {
    this.#server = createServer({ allowHalfOpen: true }, (node) => this.#link(node, databasePort));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  /** Every chunk waits so long, each way, in its order. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** From now on nothing arrives there, and nobody is told. What was swallowed is gone: heal it with `cut`. */
  swallow(...directions: readonly Direction[]): void {
    for (const direction of directions) this.#swallowed.add(direction);
  }

  /** Resets every connection that there is; new ones pass as they should. */
  cut(): void {
    this.#swallowed.clear();
    for (const { node, database } of this.#links) {
      node.resetAndDestroy();
      database.resetAndDestroy();
    }
    this.#links.clear();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #link(node: Socket, databasePort: number): void {
    const database = connect({ host: '127.0.0.1', port: databasePort, allowHalfOpen: true });
    const link = { node, database };
    this.#links.add(link);
    const end = (): void => {
      this.#links.delete(link);
      node.destroy();
      database.destroy();
    };
    for (const socket of [node, database]) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    this.#carry(node, database, 'to database');
    this.#carry(database, node, 'to node');
  }

  #carry(from: Socket, to: Socket, direction: Direction): void {
    let line = Promise.resolve();
    const afterDelay = (act: () => void): void => {
      const ms = this.#delayMs;
      line = line.then(async () => {
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
        act();
      });
    };
    from.on('data', (bytes) => {
      if (this.#swallowed.has(direction)) return;
      if (!to.writable) return;
      // Behind what still waits, even where the delay is over.
      afterDelay(() => void (to.writable && to.write(bytes)));
    });
    from.on('end', () => {
      if (!this.#swallowed.has(direction)) afterDelay(() => to.end());
    });
  }
}
