// A host with an embedded log on a free port of loopback that can be stopped and started again on the same folder and port.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectViewer, type ViewerConnection } from '@vitrine/client';
import { Catalogs } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { createHost } from '@vitrine/host';
import { onTestFinished } from 'vitest';
import { type AgentConnection, type AgentOptions, type AgentSession, connectAgent } from '../src/index.ts';

export interface RealHost {
  agent(): AgentConnection;
  /** Without a port between them. */
  agentInside(): AgentConnection;
  viewer(session: AgentSession): Promise<ViewerConnection>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function openRealHost(): Promise<RealHost> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-agent-'));
  let host = await createHost({ folder });
  const { url, port } = await host.listen({ host: '127.0.0.1', port: 0 });
  const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
  onTestFinished(async () => {
    await host.stop(0);
    await rm(folder, { recursive: true, force: true });
  });
  const connected = (more: Partial<AgentOptions> = {}): AgentConnection => {
    const agent = connectAgent({ url, key, random: () => 0, ...more });
    onTestFinished(() => agent.close());
    return agent;
  };
  return {
    agent: () => connected(),
    agentInside: () =>
      connected({
        url: 'http://127.0.0.1',
        transport: 'sse',
        fetch: (address, init) => host.fetch(new Request(address, init), { address: '127.0.0.1' }),
      }),
    async viewer(session) {
      const { token } = await session.newViewer();
      const catalogs = new Catalogs([basic09]);
      const viewer = connectViewer({ url, session: session.id, token, catalogs, random: () => 0 });
      onTestFinished(() => viewer.close());
      await until(() => viewer.state === 'live');
      return viewer;
    },
    stop: () => host.stop(0),
    async start() {
      host = await createHost({ folder });
      await host.listen({ host: '127.0.0.1', port });
    },
  };
}

/** Resolves when `holds` does, which is looked at whenever something may have changed. */
export async function until(holds: () => boolean, what = String(holds)): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`It never came to this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
