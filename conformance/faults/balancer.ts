// What stands before the nodes: one address for all clients. A connection goes to the next node that is ready; one that
// refuses it is passed over. What is open stays where it is, as plain balancers do.

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** As the balancer sees a node. */
export interface Backend {
  /** Absent: it does not run. */
  readonly url: string | undefined;
}

const LOOK_EVERY_MS = 250;
const MAX_LOOK_MS = 1000;
const CONNECT_MS = 1000;

export class Balancer {
  readonly #backends: readonly Backend[];
  readonly #server: Server;
  readonly #ready = new Set<Backend>();
  readonly #sockets = new Set<Socket>();
  #next = 0;
  #looking: NodeJS.Timeout | undefined;
  #port = 0;

  constructor(backends: readonly Backend[]) {
    this.#backends = backends;
    this.#server = createServer((client) => void this.#serve(client));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    await this.#look();
    this.#looking = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #look(): Promise<void> {
    await Promise.all(
      this.#backends.map(async (backend) => {
        if (await isReady(backend.url)) this.#ready.add(backend);
        else this.#ready.delete(backend);
      }),
    );
  }

  async #serve(client: Socket): Promise<void> {
    this.#sockets.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => this.#sockets.delete(client));
    const node = await this.#connect();
    if (node === undefined || client.destroyed) {
      client.destroy();
      node?.destroy();
      return;
    }
    node.on('error', () => node.destroy());
    node.on('close', () => client.destroy());
    client.on('close', () => node.destroy());
    client.setNoDelay(true);
    node.setNoDelay(true);
    client.pipe(node).pipe(client);
  }

  /** Those that are ready come first; where none is, any that runs. */
  async #connect(): Promise<Socket | undefined> {
    const turn = this.#next++;
    const inTurn = this.#backends.map((_, at) => this.#backends[(at + turn) % this.#backends.length] as Backend);
    const order = [...inTurn.filter((one) => this.#ready.has(one)), ...inTurn.filter((one) => !this.#ready.has(one))];
    for (const { url } of order) {
      const socket = url === undefined ? undefined : await tryConnect(url);
      if (socket !== undefined) return socket;
    }
    return undefined;
  }
}

async function isReady(url: string | undefined): Promise<boolean> {
  if (url === undefined) return false;
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(MAX_LOOK_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

function tryConnect(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const late = setTimeout(() => failed(), CONNECT_MS);
    const failed = (): void => {
      clearTimeout(late);
      socket.destroy();
      resolve(undefined);
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}
