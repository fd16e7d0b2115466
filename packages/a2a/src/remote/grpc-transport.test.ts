// A remote agent that speaks nothing but gRPC, from the real services of both SDKs.

import type { JsonObject } from '@vitrine/core';
import { NamedHosts, RemoteError } from '@vitrine/face-kit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeSession } from '../../test/fake-session.ts';
import { type ServedGrpc, type ServeGrpcOptions, serveGrpcAgent } from '../../test/grpc-server.ts';
import type { Script } from '../../test/remote-server.ts';
import { FORMS, type FormId, formById } from '../forms.ts';
import type { A2aVersion } from '../parts.ts';
import { bridgeTo, type RemoteBridge } from './bridge.ts';
import { grpcAddress } from './grpc-address.ts';
import { connectAgent, type RemoteAgentOptions } from './remote-agent.ts';

async function serve(script: Script, options: Partial<ServeGrpcOptions> = {}): Promise<ServedGrpc> {
  const agent = await serveGrpcAgent({ version: '1.0', forms: ['v0.9'], script, ...options });
  onTestFinished(() => agent.close());
  return agent;
}

interface Rig {
  readonly agent: ServedGrpc;
  readonly session: FakeSession;
  readonly bridge: RemoteBridge;
  readonly reports: string[];
}

async function open(
  script: Script,
  { connect, ...options }: Partial<ServeGrpcOptions> & { connect?: RemoteAgentOptions } = {},
): Promise<Rig> {
  const agent = await serve(script, options);
  const remote = await connectAgent(agent.url, { allowPrivate: ['127.0.0.1'], ...connect });
  const session = new FakeSession();
  const reports: string[] = [];
  const bridge = await bridgeTo(remote, session, {
    report: (problem) => reports.push(problem),
    wait: () => agent.up(),
  });
  onTestFinished(() => bridge.stop());
  return { agent, session, bridge, reports };
}

function surfaceIn(id: FormId): readonly JsonObject[] {
  const { dialect, catalog } = formById(id);
  if (dialect === 'a2ui-0.8')
    return [
      {
        surfaceUpdate: {
          surfaceId: 's',
          components: [{ id: 'root', component: { Text: { text: { literalString: 'Table for two' } } } }],
        },
      },
      { beginRendering: { surfaceId: 's', root: 'root' } },
    ];
  const version = dialect === 'a2ui-1.0' ? 'v1.0' : 'v0.9';
  return [
    { version, createSurface: { surfaceId: 's', catalogId: catalog } },
    { version, updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: 'Two' }] } },
  ];
}

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const WAYS: readonly (readonly [A2aVersion, FormId, boolean])[] = FORMS.flatMap(({ id }) => [
  ['1.0', id, true] as const,
  ['1.0', id, false] as const,
  ['0.3', id, true] as const,
  ['0.3', id, false] as const,
]);

describe('an agent that speaks gRPC alone', () => {
  it.each(WAYS)('[XG10] A2A %s, %s (streaming: %s): shows, talks and hears', async (version, form, streaming) => {
    const { agent, session, bridge, reports } = await open(
      (_asked, say) => say({ texts: ['Here it is.'], messages: surfaceIn(form), state: 'completed' }),
      { version, forms: [form], streaming, connect: { tracer: { current: () => TRACE } } },
    );
    await session.say('A table, please');
    await bridge.settled();
    expect(reports).toEqual([]);
    expect(session.surfaces).toEqual(['s']);
    expect(session.talk).toContain('agent: Here it is.');
    expect(session.turns.at(-1)).toBe('done');
    const { message, headers } = agent.asked.at(-1) as (typeof agent.asked)[number];
    expect(JSON.stringify(message.parts)).toContain('A table, please');
    expect(message.extensions).toEqual([formById(form).uri]);
    const { uri } = formById(form);
    expect([headers['a2a-extensions'], headers['x-a2a-extensions']]).toEqual([uri, uri]);
    expect(headers.traceparent).toBe(TRACE);
  });
});

const done: Script = (_asked, say) => say({ texts: ['Yes.'], state: 'completed' });

describe('where gRPC leads', () => {
  it('[XG11] an address is read as cards write it, over TLS unless the operator named it', () => {
    const named = new NamedHosts(['127.0.0.1', 'agent.example']);
    const at = (text: string) => grpcAddress(text, named)?.href;
    expect(at('127.0.0.1:5000')).toBe('http://127.0.0.1:5000/');
    expect(at('agent.example:443')).toBe('https://agent.example/');
    expect(at('other.example:50051')).toBe('https://other.example:50051/');
    expect(at('[::1]:50051')).toBe('https://[::1]:50051/');
    expect(at('https://agent.example/a2a')).toBe('https://agent.example/');
    expect(at('grpcs://agent.example:8443')).toBe('https://agent.example:8443/');
    expect(at('grpc://agent.example:81')).toBe('http://agent.example:81/');
    for (const wrong of ['', 'agent.example', 'unix:/tmp/x', 'dns:///a:1', 'ftp://a', 'a@b:1', 'x:99999999'])
      expect(at(wrong), wrong).toBeUndefined();
  });

  it('[XG11] a private address that nobody named is not asked, whatever the card writes', async () => {
    for (const place of [(own: string) => own, (own: string) => `http://${own}`, (own: string) => `grpc://${own}`]) {
      const agent = await serve(done, { place });
      const only = new URL(agent.url).host;
      await expect(connectAgent(agent.url, { allowPrivate: [only] })).rejects.toMatchObject({ reason: 'address' });
      expect(agent.calls).toEqual([]);
    }
    const nowhere = await serve(done, { place: () => 'unix:/run/agent.sock' });
    await expect(connectAgent(nowhere.url, { allowPrivate: ['127.0.0.1'] })).rejects.toThrow(RemoteError);
  });

  it('[XG11] a name is judged before each call, and only judged addresses are connected to', async () => {
    const agent = await serve(done, { place: (own) => `https://agent.example:${own.split(':')[1]}` });
    let address = '127.0.0.1';
    const remote = await connectAgent(agent.url, {
      allowPrivate: ['127.0.0.1'],
      resolve: (name) => Promise.resolve([{ address: name === '127.0.0.1' ? name : address, family: 4 }]),
    });
    onTestFinished(() => remote.close());
    // The name itself is not named, and 127.0.0.1 is: that very address may be asked.
    const ask = async () => {
      for await (const _ of remote.send({ messageId: 'm', texts: ['x'] }, AbortSignal.timeout(5000))) break;
    };
    address = '10.0.0.1';
    await expect(ask()).rejects.toMatchObject({ reason: 'address' });
    address = '169.254.169.254';
    await expect(ask()).rejects.toMatchObject({ reason: 'address' });
    expect(agent.calls).toEqual([]);
  });

  it('[XG11] the address is the judged one and the authority is the name, past any proxy', async () => {
    vi.stubEnv('grpc_proxy', 'http://127.0.0.1:1');
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1');
    onTestFinished(() => vi.unstubAllEnvs() && undefined);
    const place = (own: string) => `http://agent.example:${own.split(':')[1]}`;
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const { agent, session, bridge } = await open(done, {
      place,
      connect: { allowPrivate: ['127.0.0.1', 'agent.example'], resolve },
    });
    await session.say('x');
    await bridge.settled();
    expect(session.talk).toContain('agent: Yes.');
    expect(agent.calls.map(({ host }) => host)).toContain(`agent.example:${agent.address.split(':')[1]}`);
  });

  it('[XG11] a credential goes to the host that was given and to no other', async () => {
    const headersWith = async (place: (own: string) => string) => {
      const { agent, session, bridge } = await open(done, {
        place,
        connect: { authorization: 'Bearer mine', allowPrivate: ['127.0.0.1', 'localhost'] },
      });
      await session.say('x');
      await bridge.settled();
      return agent.asked.at(-1)?.headers.authorization;
    };
    expect(await headersWith((own) => own)).toBe('Bearer mine');
    expect(await headersWith((own) => own.replace('127.0.0.1', 'localhost'))).toBeUndefined();
  });
});

describe('how gRPC breaks', () => {
  it('[XG12] a stream that breaks is taken up again, and nothing is shown or lost twice', async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { agent, session, bridge } = await open(async (_asked, say) => {
      say({ texts: ['first'], messages: surfaceIn('v0.9') });
      await gate;
      say({ texts: ['second'], state: 'completed' });
    });
    await session.say('go');
    await expect.poll(() => session.talk).toEqual(['agent: first']);
    await agent.cut();
    await expect.poll(() => agent.calls.map(({ method }) => method)).toContain('SubscribeToTask');
    go();
    await bridge.settled();
    expect(session.talk).toEqual(['agent: first', 'agent: second']);
    expect(agent.asked).toHaveLength(1);
    expect(session.turns.at(-1)).toBe('done');
  });

  it('[XG12] one that is not there is tried again a few times; one that says no is believed', async () => {
    const { agent, session, reports } = await open(done, {
      connect: { allowPrivate: ['127.0.0.1'], limits: { attempts: 2 } },
    });
    await agent.close();
    await session.say('anybody?');
    expect(session.turns.at(-1)).toBe('failed');
    expect(reports).toEqual([expect.stringContaining('cannot be reached (UNAVAILABLE)')]);
  });

  it('[XG12] an answer is bounded: a message, a whole stream, and silence', async () => {
    const big: Script = (_asked, say) => say({ texts: ['x'.repeat(9000)], state: 'completed' });
    const mute: Script = () => new Promise(() => undefined);
    const reason = async (script: Script, limits: NonNullable<RemoteAgentOptions['limits']>) => {
      const agent = await serve(script);
      const remote = await connectAgent(agent.url, { allowPrivate: ['127.0.0.1'], limits });
      onTestFinished(() => remote.close());
      try {
        const heard = remote.send({ messageId: 'm', texts: ['x'] }, new AbortController().signal);
        for await (const _ of heard);
      } catch (error) {
        return (error as RemoteError).reason;
      }
      return 'none';
    };
    expect(await reason(big, { answerBytes: 5000 })).toBe('limit');
    expect(await reason(big, { streamBytes: 5000 })).toBe('limit');
    expect(await reason(mute, { quietMs: 50 })).toBe('silence');
    expect(await reason(done, {})).toBe('none');
  });
});
