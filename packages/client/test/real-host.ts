// A host with an embedded log on a free port of loopback that can be stopped and started again on the same folder and
// port, and sockets that a test can cut.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalogs } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { createHost, type Host, type HostOptions } from '@vitrine/host';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { SocketLike, SocketMaker } from '../src/index.ts';

export interface RealHost {
  readonly url: string;
  readonly key: string;
  readonly host: Host;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function openRealHost(options: Omit<HostOptions, 'folder'> = {}): Promise<RealHost> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
  let host = await createHost({ folder, ...options });
  const { url, port } = await host.listen({ host: '127.0.0.1', port: 0 });
  const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
  onTestFinished(async () => {
    await host.stop(0);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url,
    key,
    get host() {
      return host;
    },
    stop: () => host.stop(0),
    async start() {
      host = await createHost({ folder, ...options });
      await host.listen({ host: '127.0.0.1', port });
    },
  };
}

/** Sockets of a client, in a test's hand. */
export class Wires {
  readonly open = new Set<WebSocket>();
  made = 0;
  /** Every frame comes as often as this. */
  copies = 1;
  /** None can be made. */
  isBarred = false;

  readonly maker: SocketMaker = (url, protocols) => {
    if (this.isBarred) throw new Error('No WebSocket can be had.');
    this.made++;
    const socket = new WebSocket(url, [...protocols]);
    this.open.add(socket);
    socket.on('close', () => this.open.delete(socket));
    return this.#copying(socket);
  };

  /** As a cable that is pulled. */
  cut(): void {
    for (const socket of this.open) socket.terminate();
  }

  #copying(socket: WebSocket): SocketLike {
    const like = socket as unknown as SocketLike;
    const wires = this;
    return new Proxy(like, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
      set(target, name, value: (event: unknown) => void) {
        const copied = (event: unknown): void => {
          for (let i = 0; i < wires.copies; i++) value(event);
        };
        return Reflect.set(target, name, name === 'onmessage' ? copied : value);
      },
    });
  }
}

export const catalogs = new Catalogs([basic09, basic10]);

/** Resolves when `holds` does, which is looked at whenever something may have changed. */
export async function until(holds: () => boolean, what = String(holds)): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`It never came to this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
