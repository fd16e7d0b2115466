// A host with the face of AG-UI in a process of its own, or the plain server that it is compared with, which hands the same frames to
// everybody and keeps nothing.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agUiFaceWith } from '@vitrine/ag-ui';
import { createHost, type Host } from '@vitrine/host';
import { type Counted, countedSince } from '../host/cpu.ts';
import { answerParent } from '../host/process.ts';

let host: Host | undefined;
let start: Counted = countedSince();
const listeners = new Set<ServerResponse>();

function known(): Host {
  if (host === undefined) throw new Error('There is no host yet.');
  return host;
}

/** As an agent writes it. */
function wordsOf(count: number, from: number, mark: string): string {
  const texts = Array.from({ length: count }, (_, i) =>
    i === count - 1 ? mark : `Update ${from + i}: ${'word '.repeat(20)}`,
  );
  return texts.map((text) => JSON.stringify({ vitrine: 1, body: [{ op: 'say', text }] })).join('\n');
}

answerParent({
  host: async ({ folder }: { readonly folder: string }) => {
    const limits = { threadsPerMinute: 1e9 };
    host = await createHost({ folder, faces: [agUiFaceWith({ isOpen: true, defaultAgent: 'bench', limits })] });
    const { port } = await host.listen({ host: '127.0.0.1', port: 0 });
    await host.credentials.addAgent('bench');
    return port;
  },

  plain: async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  },

  /** A session, and tokens for its viewers. */
  session: async ({ viewers }: { readonly viewers: number }) => {
    const { session } = await known().sessions.open({ agent: 'bench', trust: 'trusted' });
    const tokens: string[] = [];
    for (let i = 0; i < viewers; i++) tokens.push((await known().credentials.mintViewer(session)).token);
    return { session, tokens };
  },

  /** Each list is one document; the next is written when the one before is stored, as an agent does. */
  tell: async (order: { sessions: readonly string[]; batches: number; batch: number; mark: string }) => {
    for (let n = 0; n < order.batches; n++) {
      const mark = n === order.batches - 1 ? order.mark : 'more';
      for (const session of order.sessions) {
        const live = await known().sessions.get(session);
        await live.ingestMessages({ text: wordsOf(order.batch, n * order.batch, mark) });
      }
    }
  },

  /** The same bytes, one frame after the other. */
  broadcast: async (order: { frames: readonly string[]; batch: number }) => {
    for (let at = 0; at < order.frames.length; at += order.batch) {
      for (const frame of order.frames.slice(at, at + order.batch))
        for (const response of listeners) response.write(frame);
      await new Promise((resolve) => setImmediate(resolve));
    }
  },

  begin: () => {
    start = countedSince();
  },

  /** CPU seconds since `begin`, all threads. */
  cpu: () => countedSince(start).seconds,
});
