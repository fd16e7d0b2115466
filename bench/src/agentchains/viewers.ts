// Clients of AgentChains in one process: each says init, then counts what it is sent.

import { WebSocket } from 'ws';
import { answerParent } from '../host/process.ts';

export interface ViewersOptions {
  readonly port: number;
  readonly tokens: readonly string[];
}

const INIT = '{"jsonrpc":"2.0","method":"a2ui.init","id":"1","params":{}}';

let messages = 0;

/** The session that it is in. */
function enter(port: number, token: string): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/v4/a2ui?token=${token}`, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.once('open', () => socket.send(INIT));
    socket.once('error', reject);
    socket.once('message', (data) => {
      const { result } = JSON.parse(String(data)) as { readonly result?: { readonly session_id: string } };
      if (result === undefined) return reject(new Error(String(data)));
      socket.on('message', () => {
        messages++;
      });
      resolve(result.session_id);
    });
  });
}

answerParent({
  open: async ({ port, tokens }: ViewersOptions): Promise<readonly string[]> => {
    const sessions: string[] = [];
    for (const token of tokens) sessions.push(await enter(port, token));
    return sessions;
  },
  count: () => messages,
});
