// A host in a process of its own, or the plain broadcast that it is compared with. Told what to do by its parent.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHost, type Host } from '@vitrine/host';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Counted, countedSince } from './cpu.ts';
import { answerParent } from './process.ts';
import { surfaceOf } from './traffic.ts';

const UNLIMITED = { perSecond: 1e9, burst: 1e9 };

export interface Opened {
  readonly port: number;
  readonly key: string;
}

interface HostOrder {
  readonly folder: string;
  readonly recentBytes?: number;
}

let host: Host | undefined;
let start: Counted = countedSince();

answerParent({
  /** The real one, on a log in this folder. */
  host: async ({ folder, recentBytes }: HostOrder): Promise<Opened> => {
    const paces = { agent: UNLIMITED, session: UNLIMITED, viewer: UNLIMITED, connect: UNLIMITED };
    const rates = { agent: UNLIMITED, session: UNLIMITED, viewer: UNLIMITED, address: UNLIMITED };
    host = await createHost({
      folder,
      ...(recentBytes === undefined ? {} : { recentBytes }),
      connections: { perClient: 10_000, total: 10_000 },
      sockets: { limits: paces },
      http: { rates },
    });
    const { key } = await host.credentials.addAgent('bench');
    const { port } = await host.listen({
      host: '127.0.0.1',
      port: 0,
      limits: { perAddress: 11_000 },
    });
    return { port, key };
  },

  /** Sessions that show so many components, and a viewer's token for each. */
  sessions: async ({ count, components }: { readonly count: number; readonly components: number }) => {
    if (host === undefined) throw new Error('There is no host yet.');
    const opened: { session: string; token: string }[] = [];
    for (let i = 0; i < count; i++) {
      const { session } = await host.sessions.open({ agent: 'bench', trust: 'trusted' });
      const answer = await (await host.sessions.get(session)).ingestMessages({
        text: { value: surfaceOf(components) },
      });
      if (answer.accepted !== 1) throw new Error(JSON.stringify(answer.issues));
      opened.push({ session, token: (await host.credentials.mintViewer(session)).token });
    }
    return opened;
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
    start = countedSince();
  },

  /** CPU seconds since `begin`, all threads. */
  cpu: () => countedSince(start).seconds,

  /** Bytes of memory that the process holds, once what is dead was collected. */
  memory: async () => {
    await collect();
    return process.memoryUsage.rss();
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
