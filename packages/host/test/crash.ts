// A host that is killed again and again while agents write to it and a viewer looks on. What was acknowledged is kept
// beside it and compared with what the log has in the end.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Json, Replica } from '@vitrine/core';
import { vitrine } from '@vitrine/dialects';
import { WebSocket } from 'ws';
import { catalogs, openSurface, setData } from './sessions.ts';

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  /** What it warned of while it started. */
  readonly warnings: readonly string[];
}

export async function startHost(folder: string): Promise<Running> {
  const script = fileURLToPath(new URL('./children/serve.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The host ended with ${code} before it said where it is.`);
  });
  const line = once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  const [text] = (await Promise.race([line, ended])) as [string];
  ended.catch(() => undefined);
  return { child, ...(JSON.parse(text) as Pick<Running, 'url' | 'key' | 'warnings'>) };
}

export async function kill({ child }: Running): Promise<void> {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.kill('SIGKILL');
  await gone;
}

/** One agent's calls: each is repeated with its key until it is acknowledged. */
export class Writer {
  readonly session: string;
  /** What was acknowledged: the number of each call, and the seq that it was told. */
  readonly acknowledged: { readonly call: number; readonly seq: number }[] = [];
  #call = 0;

  constructor(session: string) {
    this.session = session;
  }

  /** Writes until the host no longer answers. A call that was under way then is repeated first in the next run. */
  async run({ url, key }: Running, onAcknowledged: () => void): Promise<void> {
    for (;;) {
      const call = this.#call;
      const messages = [setData(`/n/${call % 50}`, call), setData('/last', call)];
      const response = await fetch(`${url}/sessions/${this.session}/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `call-${call}`,
        },
        body: JSON.stringify(messages),
      }).catch(() => undefined);
      const answer = (await response?.json().catch(() => undefined)) as { accepted?: number; seq?: number } | undefined;
      if (answer?.seq === undefined) return;
      if (answer.accepted !== 2) throw new Error(`Call ${call} was answered ${JSON.stringify(answer)}.`);
      this.acknowledged.push({ call, seq: answer.seq });
      this.#call++;
      onAcknowledged();
    }
  }
}

/** A viewer that comes back to where it was, over every restart. */
export class Looker {
  replica = new Replica({ catalogs });
  seq: number | undefined;
  #socket: WebSocket | undefined;

  look(url: string, session: string, token: string): void {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/sessions/${session}/socket`, ['vitrine.1', token]);
    this.#socket = socket;
    socket.on('open', () => {
      const after = this.seq === undefined ? {} : { after: this.seq };
      socket.send(JSON.stringify({ hello: { role: 'viewer', dialect: 'vitrine', ...after } }));
    });
    socket.on('error', () => undefined);
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as { [key: string]: Json }));
  }

  close(): void {
    this.#socket?.terminate();
  }

  #take(frame: { readonly [key: string]: Json }): void {
    if (frame.reset === true) this.replica = new Replica({ catalogs });
    if (frame.message !== undefined) {
      const decoded = vitrine.decode(frame.message, this.replica, 'agent');
      if (!decoded.ok) throw new Error(`A viewer was sent what it cannot read: ${JSON.stringify(frame)}`);
      this.replica.apply(decoded.value);
    }
    if (typeof frame.seq === 'number') this.seq = frame.seq;
  }
}

export async function call(running: Running, path: string, body?: Json): Promise<{ readonly [key: string]: Json }> {
  const response = await fetch(running.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { [key: string]: Json };
}

export async function openSession(running: Running): Promise<string> {
  const { session } = await call(running, '/sessions', {});
  await call(running, `/sessions/${session}/messages`, [openSurface()]);
  return String(session);
}
