// What stays open, over HTTP and over gRPC: seats, credentials that end, readers that do not read.

import type { StreamResponse } from '@a2a-js/sdk';
import type { JsonObject } from '@vitrine/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asking, bearer, request, sdkClient } from '../test/grpc-clients.ts';
import { done, newId, type ScriptAgent, Stage, type StageOptions, say, words } from '../test/stage.ts';
import { A2aAudience, AudienceReader } from './call.ts';

interface Scene {
  readonly stage: Stage;
  readonly agent: ScriptAgent;
  readonly key: string;
}

async function open(options: StageOptions = {}): Promise<Scene> {
  const stage = await Stage.open({ defaultAgent: 'slow', grpc: { host: '127.0.0.1', port: 0 }, ...options });
  onTestFinished(() => stage.clear());
  const agent = await stage.agent('slow', ({ event }) => (event === 'say' ? [done('working')] : undefined));
  return { stage, agent, key: await agent.credential() };
}

/** A stream, and what ends it from this side. */
interface Opened {
  readonly first: unknown;
  /** All that can still be read. Rejects where it was cut off. */
  rest(): Promise<string>;
  leave(): Promise<unknown>;
}

async function overHttp({ stage, key }: Scene, message: JsonObject = words('x')): Promise<Opened> {
  const headers = { 'a2a-version': '1.0', authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ message: { messageId: newId(), role: 'ROLE_USER', ...message } });
  const url = `${stage.url}/a2a/slow/message:stream`;
  const response = await stage.host.fetch(new Request(url, { method: 'POST', headers, body }), {
    address: '127.0.0.1',
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const reader = (response.body as ReadableStream).pipeThrough(new TextDecoderStream()).getReader();
  const first = (await reader.read()).value;
  const rest = async () => {
    let text = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    return text;
  };
  return { first, rest, leave: () => reader.cancel() };
}

async function overGrpc({ stage, key }: Scene, message: JsonObject = words('x')): Promise<Opened> {
  const client = await sdkClient(`${stage.url}/a2a/slow`, bearer(key));
  const left = new AbortController();
  const events = client.sendMessageStream(request(message), { ...asking([]), signal: left.signal });
  const first = (await events.next()).value;
  const rest = async () => {
    const all: StreamResponse[] = [];
    for await (const event of events) all.push(event);
    return JSON.stringify(all);
  };
  const leave = async () => left.abort();
  return { first, rest, leave };
}

const ways = [
  ['HTTP', overHttp],
  ['gRPC', overGrpc],
] as const;

describe.each(ways)('a stream over %s', (_name, openStream) => {
  it('[XS32] says why, and ends within a second, when its credential, its agent or its time ends', async () => {
    const clock = { now: Date.now() };
    const scene = await open({ now: () => clock.now });
    const { stage, agent } = scene;
    const endings = {
      removed: async () => {
        const { body } = await stage.call('GET', '/a2a/slow/credentials', { key: agent.key });
        const all = body.credentials as unknown as readonly { readonly id: string; readonly name: string }[];
        const { id } = all.findLast(({ name }) => name === 'client') ?? {};
        await stage.call('DELETE', `/a2a/slow/credentials/${id}`, { key: agent.key });
      },
      expired: async () => {
        clock.now += 91 * 86_400_000;
      },
      revoked: () => stage.host.credentials.revokeAgent('slow'),
    };
    for (const [name, end] of Object.entries(endings)) {
      const opened = await openStream({ ...scene, key: await agent.credential() });
      const other = await openStream({ ...scene, key: await agent.credential('other') });
      await end();
      const began = performance.now();
      expect(await opened.rest(), name).toContain(name === 'expired' ? 'time of the credential' : 'taken back');
      expect(performance.now() - began, name).toBeLessThan(1000);
      await other.leave();
    }
  });

  it('[XS32] takes a seat among the connections before anything is done, and gives it back', async () => {
    const scene = await open({ connections: { perClient: 3 } });
    // The agent itself waits for events, and has one.
    const streams = [await openStream(scene), await openStream(scene)];
    const heard = scene.agent.events.length;
    for (let i = 0; i < 3; i++) await expect(openStream(scene, words('too many'))).rejects.toThrow('VITRINE_BUSY');
    await streams[0]?.leave();
    await expect
      .poll(() =>
        openStream(scene, words('again')).then(
          () => 'open',
          () => 'busy',
        ),
      )
      .toBe('open');
    expect(scene.agent.events.slice(heard).map(({ event }) => event.text)).not.toContain('too many');
  });

  it('[XS32] that nobody reads is held up to its limit; when it is read again all of it comes', async () => {
    const scene = await open();
    const { agent } = scene;
    const texts = Array.from({ length: 40 }, (_, i) => `${i}:${'x'.repeat(50_000)};`);
    const unread = async (text: string): Promise<Opened> => {
      const opened = await openStream(scene, words(text));
      await expect.poll(() => agent.events.at(-1)?.event.text).toBe(text);
      const { session = '' } = agent.events.at(-1) ?? {};
      for (const one of texts) await agent.send(session, [say(one)]);
      await agent.send(session, [done()]);
      return opened;
    };
    const late = await unread('read late');
    const text = await late.rest();
    expect(texts.every((one) => text.includes(one))).toBe(true);
    const cut = await unread('never read');
    await scene.stage.host.credentials.revokeAgent('slow');
    await new Promise((resolve) => setTimeout(resolve, 600));
    const held = await cut.rest().catch((error: Error) => error.message);
    expect(held.length).toBeLessThan(600_000);
  });
});

describe('thousands of opens', () => {
  it('[XS32] are refused beyond the seats that there are, and leave nothing behind', async () => {
    const scene = await open({ connections: { perClient: 20 } });
    const opened = await Promise.allSettled(Array.from({ length: 2000 }, () => overHttp(scene)));
    const streams = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(streams.length).toBeGreaterThan(0);
    expect(streams.length).toBeLessThanOrEqual(20);
    const refused = opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused.every((reason) => /^Error: (503 .*VITRINE_BUSY|429 .*VITRINE_RATE)/.test(reason))).toBe(true);
    for (const stream of streams) await stream.leave();
  });
});

describe('an audience', () => {
  it('[XS32] has caught up when each of its readers has taken what it was handed, or has left', async () => {
    const audience = new A2aAudience();
    const [quick, slow] = [new AudienceReader(audience), new AudienceReader(audience)];
    async function* items() {
      yield* [1, 2];
    }
    const ofQuick = quick.read(items());
    const ofSlow = slow.read(items());
    await Promise.all([ofQuick.next(), ofSlow.next()]);
    let isCaughtUp = false;
    const caughtUp = audience.caughtUp().then(() => {
      isCaughtUp = true;
    });
    await ofQuick.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isCaughtUp).toBe(false);
    slow.leave();
    await caughtUp;
  });
});
