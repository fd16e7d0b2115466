// gRPC is read when a port is opened and not before.

import type { JsonObject } from '@vitrine/core';
import { expect, it, vi } from 'vitest';

vi.mock('@grpc/grpc-js', () => {
  throw new Error('gRPC was loaded');
});

it('[XG8] a host without the port never loads gRPC', async () => {
  const { Stage } = await import('../../test/stage.ts');
  const stage = await Stage.open();
  expect((await stage.call('GET', '/a2a')).status).toBe(200);
  await stage.clear();
  await expect(Stage.open({ grpc: { host: '127.0.0.1', port: 0 } })).rejects.toThrow();
});

it('[XG10] an agent that speaks JSON-RPC beside gRPC is talked to without it', async () => {
  const { serveRemoteAgent } = await import('../../test/remote-server.ts');
  const { connectAgent } = await import('../remote/remote-agent.ts');
  const agent = await serveRemoteAgent({
    ...{ version: '1.0', forms: ['v0.9'], script: (_asked, say) => say({ texts: ['Yes.'], state: 'completed' }) },
    card: (card) => {
      const grpc = { url: '127.0.0.1:1', protocolBinding: 'GRPC', protocolVersion: '1.0', tenant: '' };
      return { supportedInterfaces: [grpc, ...(card.supportedInterfaces as readonly JsonObject[])] };
    },
  });
  const remote = await connectAgent(agent.url, { allowPrivate: ['127.0.0.1'] });
  const heard = remote.send({ messageId: 'm', texts: ['x'] }, AbortSignal.timeout(5000));
  const said: string[] = [];
  for await (const one of heard) said.push(...one.messages.flatMap(({ texts }) => texts));
  expect(said).toEqual(['Yes.']);
  remote.close();
  await agent.close();
});
