// A whole host in this process: no port, no folder, the log in memory. Agents and viewers are connected to it by the same
// client and the same calls as to any host, so that admission, credentials, deadlines and deliveries are the real ones.

import {
  type AgentConnection,
  type AgentOptions,
  type AgentSession,
  connectAgent,
  connectViewer,
  type Fetch,
  type ViewerConnection,
  type ViewerOptions,
} from '@vitrine/client';
import { createHost, type Host, type HostOptions, knownCatalogs } from '@vitrine/host';

export type LocalHostOptions = Omit<HostOptions, 'folder' | 'log' | 'host' | 'names'>;

export interface LocalHost {
  readonly host: Host;
  /** Any call of docs/protocol.md. */
  readonly fetch: Fetch;
  /** An agent. Another one goes on where the last has confirmed. */
  connectAgent(options?: Partial<AgentOptions>): AgentConnection;
  /** One more person who looks at a session of an agent here; resolves when the state is shown. */
  connectViewer(session: AgentSession, options?: Partial<ViewerOptions>): Promise<ViewerConnection>;
  /** Closes every connection that was made here and stops the host; all that it stored is gone. */
  close(): Promise<void>;
}

const ADDRESS = 'http://127.0.0.1';
const CLIENT = { address: '127.0.0.1' };

export async function createLocalHost(options: LocalHostOptions = {}): Promise<LocalHost> {
  const host = await createHost(options);
  const { key } = await host.credentials.addAgent('local');
  const fetch: Fetch = (address, init) => host.fetch(new Request(address, init), CLIENT);
  const shared = { url: ADDRESS, fetch, transport: 'sse' } as const;
  const catalogs = knownCatalogs(options.catalogs);
  const connections = new Set<AgentConnection | ViewerConnection>();
  return {
    host,
    fetch,
    connectAgent(more) {
      const agent = connectAgent({ ...shared, key, ...more });
      connections.add(agent);
      return agent;
    },
    async connectViewer(session, more) {
      const { token } = await session.newViewer();
      const viewer = connectViewer({ ...shared, session: session.id, token, catalogs, ...more });
      connections.add(viewer);
      await whenLive(viewer);
      return viewer;
    },
    async close() {
      for (const connection of connections) connection.close();
      await host.stop(0);
    },
  };
}

/** Resolves when a viewer shows the entry with this seq, which every call of an agent's session gives. */
export function whenShown(viewer: ViewerConnection, seq: number): Promise<void> {
  return when(viewer, 'entry', () => viewer.seq >= seq);
}

function whenLive(viewer: ViewerConnection): Promise<void> {
  return when(viewer, 'state', () => viewer.state === 'live');
}

function when(viewer: ViewerConnection, name: 'entry' | 'state', holds: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const isOver = viewer.state === 'closed' || viewer.state === 'refused';
      if (!holds() && !isOver) return;
      for (const off of subscriptions) off();
      if (holds()) resolve();
      else reject(new Error(`The viewer's connection is ${viewer.state}.`));
    };
    const subscriptions = [viewer.on(name, look), viewer.on('state', look)];
    look();
  });
}
