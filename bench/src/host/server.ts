// A host in a process of its own, or the plain broadcast that it is compared with. Told what to do by its parent.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHost, type Host, type HostOptions, type SharedLog } from '@vitrine/host';
import { openPostgresLog } from '@vitrine/log-postgres';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Counted, countedSince } from './cpu.ts';
import { answerParent } from './process.ts';
import { recordingTracer } from './recording-tracer.ts';
import { surfaceOf } from './traffic.ts';

const UNLIMITED = { perSecond: 1e9, burst: 1e9 };
const MAX_SOCKETS = 12_000;
/** Sessions that are opened at once. */
const OPENING = 125;

export interface Opened {
  readonly port: number;
  readonly key: string;
}

export interface Memory {
  readonly rss: number;
  readonly heap: number;
}

interface HostOrder {
  readonly folder: string;
  readonly recentBytes?: number;
  readonly otlp?: string;
}

export interface NodeOrder {
  /** Of the database. */
  readonly url: string;
  /** That sign and that seal, as all nodes have them. */
  readonly keys: readonly [string, string];
  readonly isFirst: boolean;
}

let host: Host | undefined;
let counted: Counted = countedSince();

/** @param where its log stands */
async function start(
  where: Pick<HostOptions, 'folder' | 'shared' | 'keys' | 'recentBytes' | 'tracer'>,
): Promise<number> {
  const paces = { agent: UNLIMITED, session: UNLIMITED, viewer: UNLIMITED, connect: UNLIMITED };
  const rates = { agent: UNLIMITED, session: UNLIMITED, viewer: UNLIMITED, address: UNLIMITED };
  host = await createHost({
    ...where,
    connections: { perClient: MAX_SOCKETS, total: MAX_SOCKETS },
    sockets: { limits: paces },
    http: { rates },
  });
  const { port } = await host.listen({ host: '127.0.0.1', port: 0, limits: { perAddress: MAX_SOCKETS } });
  return port;
}

answerParent({
  /** The real one, on a log in this folder. */
  host: async ({ otlp, ...order }: HostOrder): Promise<Opened> => {
    const tracing = otlp === undefined ? {} : { tracer: recordingTracer(otlp) };
    const port = await start({ ...order, ...tracing });
    const { key } = (await host?.credentials.addAgent('bench')) ?? { key: '' };
    return { port, key };
  },

  /** One of several on a database. The first of them makes the agent's key. */
  node: async ({ url, keys, isFirst }: NodeOrder): Promise<Opened> => {
    const open: SharedLog['open'] = async (of) => openPostgresLog(url, of);
    const [token, seal] = keys.map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
    const port = await start({ shared: { open }, keys: { token, seal } });
    const { key = '' } = isFirst ? ((await host?.credentials.addAgent('bench')) ?? {}) : {};
    return { port, key };
  },

  /** Sessions that show so many components, and a viewer's token for each. */
  sessions: async ({ count, components }: { readonly count: number; readonly components: number }) => {
    const known = host;
    if (known === undefined) throw new Error('There is no host yet.');
    const open = async (): Promise<{ session: string; token: string }> => {
      const { session } = await known.sessions.open({ agent: 'bench', trust: 'trusted' });
      const answer = await (await known.sessions.get(session)).ingestMessages({
        text: { value: surfaceOf(components) },
      });
      if (answer.accepted !== 1) throw new Error(JSON.stringify(answer.issues));
      return { session, token: (await known.credentials.mintViewer(session)).token };
    };
    const opened: { session: string; token: string }[] = [];
    while (opened.length < count) {
      const some = Array.from({ length: Math.min(OPENING, count - opened.length) }, open);
      opened.push(...(await Promise.all(some)));
    }
    return opened;
  },

  /** Tokens of so many viewers of a session. */
  tokens: async ({ session, count }: { readonly session: string; readonly count: number }) => {
    const minting = Array.from({ length: count }, () => host?.credentials.mintViewer(session));
    return (await Promise.all(minting)).map((minted) => minted?.token ?? '');
  },

  /** One frame for each message and each socket, as the package `ws` does it; whoever sends is told that it was sent. */
  plain: async (): Promise<Opened> => {
    const server = createServer();
    const sockets = new WebSocketServer({ server, perMessageDeflate: false });
    sockets.on('connection', (socket: WebSocket) => {
      socket.on('message', (data, isBinary) => {
        const text = String(data);
        if (text.startsWith('{"hello"')) return;
        for (const other of sockets.clients) if (other !== socket) other.send(data, { binary: isBinary });
        socket.send('{"ack":0}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, key: '' };
  },

  begin: () => {
    counted = countedSince();
  },

  /** CPU seconds since `begin`, all threads. */
  cpu: () => countedSince(counted).seconds,

  /** Bytes that the process holds, once what is dead was collected: resident, and of its objects and buffers. */
  memory: async (): Promise<Memory> => {
    await collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heap: heapUsed + external };
  },

  /** Bytes of the heap then, and those that sessions keep by their own count. */
  kept: async () => {
    await collect();
    const recent = /^vitrine_recent_bytes (\d+)$/m.exec((await host?.metrics.text()) ?? '')?.[1];
    return { heap: process.memoryUsage().heapUsed, recent: Number(recent) };
  },

  stop: async () => {
    await host?.stop(100);
  },
});

async function collect(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
