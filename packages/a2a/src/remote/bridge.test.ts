import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemoryTaskStore } from '@a2a-js/sdk/server';
import type { Json, JsonObject } from '@vitrine/core';
import type { RemoteMemory } from '@vitrine/face-kit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FakeSession } from '../../test/fake-session.ts';
import { type Script, type ServedAgent, type ServeOptions, serveRemoteAgent } from '../../test/remote-server.ts';
import { FORMS, type FormId, formById } from '../forms.ts';
import type { A2aVersion } from '../parts.ts';
import { bridgeTo, type RemoteBridge, type RemoteBridgeOptions } from './bridge.ts';
import { connectAgent } from './remote-agent.ts';
import type { RemoteLimits } from './remote-limits.ts';

interface Rig {
  readonly agent: ServedAgent;
  readonly session: FakeSession;
  readonly bridge: RemoteBridge;
  readonly reports: string[];
}

interface RigOptions extends Partial<ServeOptions> {
  readonly limits?: Partial<RemoteLimits>;
  readonly memory?: RemoteMemory;
  readonly session?: FakeSession;
  readonly wait?: RemoteBridgeOptions['wait'];
  readonly later?: RemoteBridgeOptions['setTimer'];
}

async function open(script: Script, options: RigOptions = {}): Promise<Rig> {
  const {
    version = '1.0',
    forms = ['v0.9'],
    limits,
    memory,
    session = new FakeSession(),
    wait,
    later,
    ...rest
  } = options;
  const agent = await serveRemoteAgent({ version, forms, script, ...rest });
  const reports: string[] = [];
  const remote = await connectAgent(agent.url, {
    allowPrivate: ['127.0.0.1'],
    ...(limits === undefined ? {} : { limits }),
  });
  const bridge = await bridgeTo(remote, session, {
    report: (problem) => reports.push(problem),
    wait: wait ?? (() => Promise.resolve()),
    ...(memory === undefined ? {} : { memory }),
    ...(later === undefined ? {} : { setTimer: later }),
  });
  onTestFinished(async () => {
    await bridge.stop();
    await agent.close();
  });
  return { agent, session, bridge, reports };
}

/** A surface with a field and a button, in each dialect. */
function surfaceIn(id: FormId, surfaceId = 's'): readonly JsonObject[] {
  const { dialect, catalog } = formById(id);
  if (dialect === 'a2ui-0.8')
    return [
      {
        surfaceUpdate: {
          surfaceId,
          components: [{ id: 'root', component: { Text: { text: { literalString: 'Table for two' } } } }],
        },
      },
      { beginRendering: { surfaceId, root: 'root' } },
    ];
  const version = dialect === 'a2ui-1.0' ? 'v1.0' : 'v0.9';
  return [
    { version, createSurface: { surfaceId, catalogId: catalog, sendDataModel: true } },
    {
      version,
      updateComponents: { surfaceId, components: [{ id: 'root', component: 'Text', text: 'Table for two' }] },
    },
    { version, updateDataModel: { surfaceId, path: '/guests', value: 2 } },
  ];
}

/** What a person did, as the host tells it to the agent of a session. */
function pressed(id: FormId): JsonObject {
  const { dialect, version } = formById(id);
  const place = { name: 'book', surfaceId: 's', sourceComponentId: 'root', timestamp: '2026-03-04T05:06:07Z' };
  const act = { ...place, context: {} };
  return dialect === 'a2ui-0.8' ? { userAction: act } : { version, action: act };
}

const WAYS: readonly (readonly [A2aVersion, FormId, boolean])[] = FORMS.flatMap(({ id }) => [
  ['1.0', id, true] as const,
  ['1.0', id, false] as const,
  ['0.3', id, true] as const,
  ['0.3', id, false] as const,
]);

function kept(): RemoteMemory & { value: Json | undefined } {
  return {
    value: undefined,
    read() {
      return Promise.resolve(this.value);
    },
    write(value) {
      this.value = value;
      return Promise.resolve();
    },
  };
}

describe('a remote agent in a session', () => {
  it.each(WAYS)(
    '[XC1] over A2A %s in the form %s (streaming: %s) shows its surface, talks and hears',
    async (version, form, streaming) => {
      const { agent, session, bridge, reports } = await open(
        (_asked, say) => say({ texts: ['Here it is.'], messages: surfaceIn(form), state: 'completed' }),
        { version, forms: [form], streaming },
      );
      await session.say('A table, please');
      await bridge.settled();
      expect(session.surfaces).toEqual(['s']);
      expect(session.talk).toContain('agent: Here it is.');
      expect(session.turns.at(-1)).toBe('done');
      expect(reports).toEqual([]);
      const { message, headers } = agent.asked.at(-1) as (typeof agent.asked)[number];
      const { uri } = formById(form);
      expect(JSON.stringify(message.parts)).toContain('A table, please');
      expect(message.extensions).toEqual([uri]);
      expect([headers['a2a-extensions'], headers['x-a2a-extensions']]).toEqual([uri, uri]);
    },
  );

  it('[XC2] an action goes to it as it is, in its form, in the context that it named', async () => {
    const { agent, session, bridge } = await open((_asked, say) =>
      say({ messages: surfaceIn('v0.9'), state: 'completed' }),
    );
    await session.say('hello');
    await bridge.settled();
    const action = pressed('v0.9');
    await session.deliver(action);
    await bridge.settled();
    const [first, second] = agent.asked;
    expect(second?.message.parts).toMatchObject([{ data: [action] }]);
    expect(second?.message.contextId).toBe(first?.contextId);
    expect(second?.message.referenceTaskIds).toEqual([first?.taskId]);
  });

  it.each(FORMS)(
    '[XC14] $id: what satisfies the schema of the form is sent, anything else stays here and is told',
    async ({ id }) => {
      const { agent, session, bridge, reports } = await open((_asked, say) => say({ state: 'completed' }), {
        forms: [id],
      });
      const [key = ''] = Object.keys(pressed(id)).filter((name) => name !== 'version');
      const { context: _, ...incomplete } = pressed(id)[key] as JsonObject;
      await session.deliver({ ...pressed(id), [key]: incomplete });
      await session.deliver({ surfaceUpdate: {} });
      await bridge.settled();
      const parts = () => agent.asked.map(({ message }) => JSON.stringify(message.parts)).join();
      expect(parts()).not.toContain('book');
      expect(reports).toEqual([
        expect.stringMatching(new RegExp(`VITRINE_MESSAGE_SHAPE at "/${key}": .*was not sent.*'context'`)),
        expect.stringContaining('was not sent'),
      ]);
      await session.deliver(pressed(id));
      await bridge.settled();
      expect(parts()).toContain('book');
      expect(reports).toHaveLength(2);
    },
  );

  it('[XC3] every message tells what can be shown, and the data of surfaces that ask for it, of this agent alone', async () => {
    const { agent, session, bridge } = await open((_asked, say) =>
      say({ messages: surfaceIn('v0.9'), state: 'completed' }),
    );
    await session.say('one');
    await bridge.settled();
    await session.say('two');
    await bridge.settled();
    expect(agent.asked[1]?.message.referenceTaskIds).toEqual([agent.asked[0]?.taskId]);
    const [first, second] = agent.asked.map(({ message }) => message.metadata as JsonObject);
    expect(first).toMatchObject({
      a2uiClientCapabilities: {
        'v0.9': { supportedCatalogIds: [formById('v0.9').catalog, 'urn:vitrine:catalog:vitrine:0.9'] },
      },
    });
    expect(first).not.toHaveProperty('a2uiClientDataModel');
    expect(second).toMatchObject({ a2uiClientDataModel: { version: 'v0.9', surfaces: { s: { guests: 2 } } } });
    const beside = { a2uiClientDataModel: { version: 'v0.9', surfaces: { s: { guests: 3 } } }, secret: 1 };
    await session.deliver(pressed('v0.9'), beside);
    await bridge.settled();
    expect(agent.asked[2]?.message.metadata).toMatchObject({ a2uiClientDataModel: beside.a2uiClientDataModel });
    expect(agent.asked[2]?.message.metadata).not.toHaveProperty('secret');
  });

  it('[XC4] of several forms the newest is spoken; where the card names none, only the newest is offered, in metadata', async () => {
    const several = await open((_asked, say) => say({ state: 'completed' }), {
      forms: ['original', 'v0.8', 'v0.9', 'v0.9.1'],
    });
    await several.session.say('hi');
    expect(several.agent.asked[0]?.message.extensions).toEqual([formById('v0.9.1').uri]);
    const none = await open((_asked, say) => say({ texts: ['Only words.'], state: 'completed' }), { forms: [] });
    await none.session.say('hi');
    await none.bridge.settled();
    expect(none.agent.asked[0]?.message).not.toHaveProperty('extensions');
    expect(none.agent.asked[0]?.headers).not.toHaveProperty('x-a2a-extensions');
    expect(none.agent.asked[0]?.message.metadata).toMatchObject({ a2uiRendererCapabilities: { 'v1.0': {} } });
    expect(none.session.talk).toEqual(['agent: Only words.']);
  });

  it('[XC5] the original form says its catalog once, before the first prompt', async () => {
    const { agent, session, bridge } = await open((_asked, say) => say({ state: 'completed' }), {
      forms: ['original'],
    });
    await session.say('one');
    await bridge.settled();
    await session.say('two');
    await bridge.settled();
    const said = agent.asked.map(({ message }) => JSON.stringify(message.parts));
    expect(said).toHaveLength(3);
    expect(said[0]).toContain('clientUiCapabilities');
    expect(said.slice(1).join()).not.toContain('clientUiCapabilities');
    expect(new Set(agent.asked.map(({ contextId }) => contextId)).size).toBe(1);
  });

  it('[XC6] a stream that breaks is taken up again, and nothing is shown or lost twice', async () => {
    let go: (value?: unknown) => void = () => undefined;
    const gate = new Promise((resolve) => {
      go = resolve;
    });
    const { agent, session, bridge } = await open(async (_asked, say) => {
      say({ texts: ['first'], messages: surfaceIn('v0.9') });
      await gate;
      say({ texts: ['second'], state: 'completed' });
    });
    await session.say('go');
    await expect.poll(() => session.talk).toEqual(['agent: first']);
    agent.cut();
    await expect.poll(() => agent.calls).toContain('SubscribeToTask');
    go();
    await bridge.settled();
    expect(session.talk).toEqual(['agent: first', 'agent: second']);
    expect(agent.asked).toHaveLength(1);
    expect(session.turns.at(-1)).toBe('done');
  });

  it('[XC7] after a restart of this side the context is the same and the task is followed to its end', async () => {
    const [memory, session, store] = [kept(), new FakeSession(), new InMemoryTaskStore()];
    let go: (value?: unknown) => void = () => undefined;
    const gate = new Promise((resolve) => {
      go = resolve;
    });
    const { agent, bridge } = await open(
      async (_asked, say) => {
        say({ texts: ['first'] });
        await gate;
        say({ texts: ['second'], state: 'completed' });
      },
      { memory, session, store },
    );
    await session.say('go');
    await expect.poll(() => session.talk).toEqual(['agent: first']);
    await bridge.stop();
    const remote = await connectAgent(agent.url, { allowPrivate: ['127.0.0.1'] });
    const again = await bridgeTo(remote, session, { memory });
    go();
    await again.settled();
    expect(session.talk).toEqual(['agent: first', 'agent: second']);
    await session.say('more');
    await again.settled();
    expect(new Set(agent.asked.map(({ contextId }) => contextId)).size).toBe(1);
    await again.stop();
  });

  it('[XC8] words for a task that waits for them go to that task', async () => {
    const { agent, session, bridge } = await open((asked, say) =>
      say({
        texts: ['?'],
        state: JSON.stringify(asked.message.parts).includes('four') ? 'completed' : 'input-required',
      }),
    );
    await session.say('a table');
    await bridge.settled();
    expect(session.turns.at(-1)).toBe('input');
    await session.say('for four');
    await bridge.settled();
    const [first, second] = agent.asked;
    expect(second?.message.taskId).toBe(first?.taskId);
    expect(session.turns.at(-1)).toBe('done');
  });

  it('[XC8] words for a task that the agent has forgotten begin another one', async () => {
    const script: Script = (_asked, say) => say({ texts: ['Who comes?'], state: 'input-required' });
    const { agent, session, bridge } = await open(script);
    await session.say('a table');
    await bridge.settled();
    await agent.close();
    const port = Number(new URL(agent.url).port);
    const anew = await serveRemoteAgent({ version: '1.0', forms: ['v0.9'], script, port });
    onTestFinished(() => anew.close());
    await session.say('Ada');
    await bridge.settled();
    expect(anew.asked.map(({ message }) => message.parts)).toMatchObject([[{ text: 'Ada' }]]);
    expect(session.turns.at(-1)).toBe('input');
  });
});

/** By itself: the SDK's server would end before we do. */
const server = createServer();
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function endlessCard({ address }: typeof server): object {
  const { port } = address.call(server) as AddressInfo;
  const place = { url: `http://127.0.0.1:${port}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' };
  return { name: 'Endless', capabilities: { streaming: true }, skills: [], supportedInterfaces: [place] };
}

function endlessUpdate(n: number): string {
  const message = { messageId: `m${n}`, role: 'ROLE_AGENT', parts: [{ text: `line ${n}` }] };
  const status = { state: 'TASK_STATE_WORKING', message };
  const result = { statusUpdate: { taskId: 't', contextId: 'c', status } };
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`;
}

describe('a remote agent that misbehaves', () => {
  it('[XC9] a bad part costs itself, and the rest is shown', async () => {
    const data = [5, ...surfaceIn('v0.9').slice(0, 1), null, ...surfaceIn('v0.9').slice(1)];
    const { session, bridge, reports } = await open((_asked, say) =>
      say({
        parts: [{ data, metadata: { mimeType: 'application/json+a2ui' } }, { url: 'x' }],
        texts: ['ok'],
        state: 'completed',
      }),
    );
    await session.say('go');
    await bridge.settled();
    expect(session.surfaces).toEqual(['s']);
    expect(session.talk).toEqual(['agent: ok']);
    expect(reports).toHaveLength(2);
  });

  it('[XC10] a card that lies about its forms shows nothing of another one, is told so, and not for ever', async () => {
    const { agent, session, bridge, reports } = await open((_asked, say) =>
      say({ messages: surfaceIn('v0.8'), texts: ['there'], state: 'completed' }),
    );
    await session.say('go');
    await bridge.settled();
    expect(session.surfaces).toEqual([]);
    expect(session.talk[0]).toBe('agent: there');
    expect(reports.length).toBeGreaterThan(0);
    // What it was asked, and three errors.
    expect(agent.asked).toHaveLength(4);
    expect(JSON.stringify(agent.asked[1]?.message.parts)).toContain('error');
  });

  it('[XC11] an agent that floods is heard up to the limit and told to stop', async () => {
    const { agent, session, bridge, reports } = await open(
      async (_asked, say) => {
        say({ messages: surfaceIn('v0.9') });
        for (let i = 0; i < 400; i++) {
          say({ messages: [{ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/n', value: i } }] });
          if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
      },
      { limits: { updatesPerTask: 50 } },
    );
    await session.say('go');
    await bridge.settled();
    expect(session.accepted).toBeLessThanOrEqual(52);
    expect(reports).toEqual([expect.stringContaining('more than 50 updates')]);
    expect(session.turns.at(-1)).toBe('failed');
    await expect.poll(() => agent.calls).toContain('CancelTask');
  });

  it('[XC11] a stream without an end is closed at the limit, and read no faster than it is shown', async () => {
    const closed = new Promise<number>((resolve) => {
      server.on('request', (request, response) => {
        if (request.method === 'GET') return void response.end(JSON.stringify(endlessCard(server)));
        let sent = 0;
        const more = () => {
          while (!response.destroyed && response.write(endlessUpdate(++sent)));
        };
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .on('drain', more)
          .on('close', () => resolve(sent));
        request.resume().once('end', more);
      });
    });
    const session = new FakeSession();
    const reports: string[] = [];
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const remote = await connectAgent(url, { allowPrivate: ['127.0.0.1'], limits: { updatesPerTask: 300 } });
    const bridge = await bridgeTo(remote, session, { report: (problem) => reports.push(problem) });
    await session.say('go');
    await bridge.settled();
    expect(session.fold.talk.length).toBeLessThanOrEqual(200);
    expect(reports).toEqual([expect.stringContaining('more than 300 updates')]);
    // What fits into the buffers between, and not a million.
    expect(await closed).toBeLessThan(100_000);
    await bridge.stop();
  });

  it('[XC11] an agent that never ends is let go when its time is over, and the session takes the next words', async () => {
    const times: { readonly ms: number; readonly run: () => void }[] = [];
    const { agent, session, bridge, reports } = await open(
      async ({ message }, say) => {
        say({ texts: ['still here'] });
        if (!JSON.stringify(message.parts).includes('again')) await new Promise(() => undefined);
        say({ state: 'completed' });
      },
      {
        limits: { taskMs: 5000 },
        later: (ms, run) => {
          times.push({ ms, run });
          return () => undefined;
        },
      },
    );
    await session.say('go');
    await expect.poll(() => session.talk).toEqual(['agent: still here']);
    times.find(({ ms }) => ms === 5000)?.run();
    await bridge.settled();
    expect(reports).toEqual([expect.stringContaining('takes longer than 5000 ms')]);
    await expect.poll(() => agent.calls).toContain('CancelTask');
    await session.say('again');
    await bridge.settled();
    expect(session.turns.at(-1)).toBe('done');
    expect(agent.asked).toHaveLength(2);
  });

  it('[XC11] no more tasks are followed at once than the limit says', async () => {
    const { session, bridge, reports } = await open(
      async (_asked, say) => {
        say({ texts: ['working'] });
        await new Promise(() => undefined);
      },
      { limits: { tasks: 2 } },
    );
    for (const text of ['1', '2', '3']) await session.say(text);
    expect(reports).toEqual([expect.stringContaining('too much at once')]);
    await bridge.stop();
  });

  it('[XC11] a stream of more bytes than the limit is cut', async () => {
    const { session, bridge, reports } = await open(
      (_asked, say) => say({ texts: ['x'.repeat(50_000)], state: 'completed' }),
      { limits: { streamBytes: 20_000, resubscribes: 1 } },
    );
    await session.say('go');
    await bridge.settled();
    expect(reports).toEqual([expect.stringContaining('more than 20000 bytes')]);
    expect(session.talk).toEqual([]);
  });

  it('[XC12] an agent that does not answer is tried again a few times, then the person may try again', async () => {
    const { agent, session, reports } = await open((_asked, say) => say({ state: 'completed' }), {
      limits: { attempts: 3 },
    });
    await agent.close();
    await session.say('anybody?');
    expect(session.turns.at(-1)).toBe('failed');
    expect(reports).toEqual([expect.stringContaining('cannot be reached')]);
  });
});
