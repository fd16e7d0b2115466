// A host with the AgentChains face in a process of its own, or the plain server that it is compared with: the same
// agents and viewers, one frame for each message, nothing kept.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentchainsFace } from '@vitrine/agentchains';
import { createHost } from '@vitrine/host';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Counted, countedSince } from '../host/cpu.ts';
import { answerParent } from '../host/process.ts';

const UNLIMITED = { perSecond: 1e9, burst: 1e9 };

export interface Crowd {
  readonly agents: number;
  /** Of each agent, with a viewer each. */
  readonly sessions: number;
}

export interface Opened {
  readonly port: number;
  /** For each agent its key, and a token for each of its viewers. */
  readonly agents: readonly { readonly key: string; readonly tokens: readonly string[] }[];
}

let start: Counted = countedSince();

answerParent({
  host: async ({ folder, agents, sessions }: Crowd & { readonly folder: string }): Promise<Opened> => {
    const paces = { agent: UNLIMITED, session: UNLIMITED, viewer: UNLIMITED, connect: UNLIMITED };
    const host = await createHost({ folder, sockets: { limits: paces }, faces: [agentchainsFace] });
    const { port, url } = await host.listen({ host: '127.0.0.1', port: 0 });
    const opened: { key: string; tokens: string[] }[] = [];
    for (let i = 0; i < agents; i++) {
      const { key } = await host.credentials.addAgent(`bench-${i}`);
      const tokens: string[] = [];
      for (let j = 0; j < sessions; j++) {
        const request = new Request(`${url}/api/v4/stream-token`, { headers: { authorization: `Bearer ${key}` } });
        const answer = (await (await host.fetch(request, { address: '127.0.0.1' })).json()) as { token: string };
        tokens.push(answer.token);
      }
      opened.push({ key, tokens });
    }
    return { port, agents: opened };
  },

  /** Viewers come to `/ws/v4/a2ui?token=NAME`; an agent names the viewer that a message is for. */
  plain: async ({ agents, sessions }: Crowd): Promise<Opened> => {
    const server = createServer();
    const sockets = new WebSocketServer({ server, perMessageDeflate: false });
    const viewers = new Map<string, WebSocket>();
    sockets.on('connection', (socket: WebSocket, { url = '' }: IncomingMessage) => {
      const [, name] = url.split('?token=');
      if (name !== undefined) {
        viewers.set(name, socket);
        socket.once('message', () =>
          socket.send(JSON.stringify({ jsonrpc: '2.0', id: '1', result: { session_id: name } })),
        );
        return;
      }
      socket.on('message', (data) => {
        const { message, session } = JSON.parse(String(data)) as {
          readonly message?: object;
          readonly session?: string;
        };
        if (message === undefined) return;
        viewers.get(session ?? '')?.send(JSON.stringify(message));
        socket.send('{"ack":0}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const names = (agent: number) => Array.from({ length: sessions }, (_, i) => `viewer-${agent}-${i}`);
    const opened = Array.from({ length: agents }, (_, i) => ({ key: '', tokens: names(i) }));
    return { port: (server.address() as AddressInfo).port, agents: opened };
  },

  begin: () => {
    start = countedSince();
  },

  /** CPU seconds since `begin`, all threads. */
  cpu: () => countedSince(start).seconds,
});
