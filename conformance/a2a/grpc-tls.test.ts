// gRPC over TLS, as server and as client of A2A: the certificate is the host's, and that of others is looked at.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bridgeTo, connectAgent } from '@vitrine/a2a';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { FakeSession } from '../../packages/a2a/test/fake-session.ts';
import { bookingAgent, Stage, words } from '../../packages/a2a/test/stage.ts';
import { makeCertificate } from '../../packages/host/test/certificate.ts';

// gRPC reads its roots when it is loaded, from where this variable says.
const folder = mkdtempSync(join(tmpdir(), 'a2a-'));
const known = makeCertificate();
writeFileSync(join(folder, 'roots.pem'), known.cert);
process.env.GRPC_DEFAULT_SSL_ROOTS_FILE_PATH = join(folder, 'roots.pem');
const { credentials } = await import('@grpc/grpc-js');
const { serveGrpcAgent } = await import('../../packages/a2a/test/grpc-server.ts');
const { grpcClient10 } = await import('../../packages/a2a/test/grpc-clients.ts');

afterAll(() => rmSync(folder, { recursive: true }));

interface Pem {
  readonly cert: string;
  readonly key: string;
}

async function talkTo(tls: Pem): Promise<{ readonly talk: readonly string[]; readonly reports: readonly string[] }> {
  const agent = await serveGrpcAgent({
    ...{ version: '1.0', forms: ['v0.9'], tls, place: (address) => `https://${address}` },
    script: (_asked, say) => say({ texts: ['Yes.'], state: 'completed' }),
  });
  onTestFinished(() => agent.close());
  const remote = await connectAgent(agent.url, { allowPrivate: ['127.0.0.1'], limits: { attempts: 1 } });
  const session = new FakeSession();
  const reports: string[] = [];
  const bridge = await bridgeTo(remote, session, { report: (one) => reports.push(one), wait: () => Promise.resolve() });
  onTestFinished(() => bridge.stop());
  await session.say('x');
  await bridge.settled();
  return { talk: session.talk, reports };
}

it('[XG13] an agent whose certificate is known is talked to over gRPC', async () => {
  expect(await talkTo(known)).toEqual({ talk: ['agent: Yes.'], reports: [] });
});

it('[XG13] an agent whose certificate is not known is not', async () => {
  const { talk, reports } = await talkTo(makeCertificate());
  expect(talk).not.toContain('agent: Yes.');
  expect(reports).toHaveLength(1);
});

it('[XG8] the port of gRPC has the certificate of the host, and speaks nothing readable then', async () => {
  const tls = { cert: Buffer.from(known.cert), key: Buffer.from(known.key) };
  const stage = await Stage.open({ grpc: { host: '127.0.0.1', port: 0, tls }, defaultAgent: 'tables' });
  onTestFinished(() => stage.clear());
  const key = await (await stage.agent('tables', bookingAgent)).credential();
  const card = `${stage.url}/a2a/tables`;
  const trusted = await grpcClient10(card, key, {}, credentials.createSsl());
  expect((await trusted.send(words('x'))).state).toBe('TASK_STATE_COMPLETED');
  await expect((await grpcClient10(card, key)).send(words('x'))).rejects.toThrow();
});
