// A host with the face of AgentChains, and people whose clients speak its protocol.

import { agentchainsFace } from '@vitrine/agentchains';
import { onTestFinished } from 'vitest';
import { Client } from '../../agentchains/test/stage.ts';
import { openRealHost, type RealHost } from './real-host.ts';

export { callHost, type HostProcess, Process, startHost } from '../../agentchains/test/processes.ts';
export type { Client } from '../../agentchains/test/stage.ts';

export function openAgentchainsHost(): Promise<RealHost> {
  return openRealHost({ faces: [agentchainsFace] });
}

export async function streamToken({ url, key }: Pick<RealHost, 'url' | 'key'>): Promise<string> {
  const response = await fetch(`${url}/api/v4/stream-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"token_type":"stream_a2ui"}',
  });
  return ((await response.json()) as { readonly token: string }).token;
}

/** A person of this agent, connected and not yet in a session. */
export async function comeAlong(host: Pick<RealHost, 'url' | 'key'>, token?: string): Promise<Client> {
  const address = `${host.url.replace(/^http/, 'ws')}/ws/v4/a2ui?token=${token ?? (await streamToken(host))}`;
  const client = new Client(address);
  onTestFinished(() => client.terminate());
  await client.opened;
  return client;
}
