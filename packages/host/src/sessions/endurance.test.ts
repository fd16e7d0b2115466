// What a host meets when it runs for long and is not treated kindly.

import type { Entry, Json } from '@vitrine/core';
import { a2ui09, vitrine } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { KeepingOutlet, openBench, openSurface, setData } from '../../test/sessions.ts';
import type { Batch } from '../outlet.ts';
import { createSecrets } from '../redact.ts';
import type { SessionInMemory } from './live-session.ts';

const say = (session: SessionInMemory, ...messages: Json[]) => session.ingestMessages({ text: { value: messages } });
const ask = {
  vitrine: 1,
  body: [{ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Sure?' }],
} as unknown as Json;
const answer = { vitrine: 1, body: [{ event: 'answer', ask: 'q', value: true }] } as unknown as Json;

/** Somebody else wrote to the session: the next commit of this process fails. */
async function disturb(session: SessionInMemory): Promise<void> {
  const from = { role: 'agent', id: 'dev', dialect: 'vitrine' } as const;
  const body = [{ op: 'say', text: 'elsewhere' }] as const;
  await session.context.log.commit({
    session: session.id,
    entries: [{ at: '2026-01-01T00:00:00.000Z', from, trust: 'trusted', body }],
  });
}

describe('many sessions', () => {
  it('[SE31] beyond those that are kept in memory are served as well', async () => {
    const bench = await openBench();
    for (let i = 0; i < 520; i++) {
      const session = await bench.open();
      const outlet = new KeepingOutlet();
      session.attach(outlet, { dialect: vitrine });
      expect(await say(session, openSurface())).toMatchObject({ accepted: 1 });
    }
    const late = await bench.open();
    expect(await say(late, openSurface())).toMatchObject({ accepted: 1 });
  });
});

describe('a session that failed', () => {
  it('[SE32] is loaded once, by whoever of many comes first, and nobody gets at the old one', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface());
    await disturb(session);
    await expect(say(session, setData('/n', 1))).rejects.toMatchObject({ code: 'VITRINE_LOG_FAILED' });
    expect(() => session.attach(new KeepingOutlet(), { dialect: vitrine })).toThrow();
    const loaded = await Promise.all(Array.from({ length: 10 }, () => bench.sessions.get(session.id)));
    expect(new Set(loaded).size).toBe(1);
  });
});

describe('an ask', () => {
  it('[SE27] may be asked again once it was answered, and be answered again', async () => {
    const bench = await openBench();
    const session = await bench.open();
    for (let round = 0; round < 3; round++) {
      expect(await say(session, ask)).toMatchObject({ accepted: 1 });
      expect(await session.ingestEvents({ text: { value: answer }, viewer: 'v' })).toMatchObject({ accepted: 1 });
    }
    expect(bench.failures).toEqual([]);
  });
});

describe('a key', () => {
  it('[SE3] that is used again after its day is a new call, and harms nobody', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface());
    const call = { text: { value: setData('/n', 1) }, key: 'k' };
    expect(await session.ingestMessages(call)).toMatchObject({ seq: 2 });
    bench.clock.now += 25 * 60 * 60 * 1000;
    const again = await (await bench.restart()).get(session.id);
    expect(await again.ingestMessages(call)).toMatchObject({ accepted: 1, seq: 3 });
    expect(bench.failures).toEqual([]);
  });
});

describe('a confirmation', () => {
  it('[SE33] of what has not happened is refused, and the cursor stays where it was', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.join({ viewer: 'v' });
    for (const upTo of [2, 1_000_000]) {
      const wrong = bench.sessions.confirm({ agent: 'dev', session: session.id, upTo });
      await expect(wrong).rejects.toMatchObject({ code: 'VITRINE_LOG_SEQ' });
    }
    await expect(bench.sessions.confirm({ agent: 'dev', upTo: 999_999 })).rejects.toMatchObject({
      code: 'VITRINE_LOG_SEQ',
    });
    const seen = [];
    for await (const { next } of bench.sessions.deliveries({ agent: 'dev', live: false })) seen.push(next);
    expect(seen).toHaveLength(1);
    await bench.sessions.confirm({ agent: 'dev', upTo: seen[0] as number });
    expect(await bench.sessions.confirmed({ agent: 'dev' })).toBe(seen[0]);
  });
});

describe('a session that is closed under load', () => {
  it('[SE10] refuses what comes too late as closed, and tells its viewers that it is closed', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface());
    const outlet = new KeepingOutlet();
    session.attach(outlet, { dialect: vitrine });
    const before = say(session, setData('/n', 1));
    const closing = bench.sessions.close(session.id);
    await Promise.resolve();
    await Promise.resolve();
    const late = say(session, setData('/n', 2)).then(
      () => 'taken',
      (error: { code: string }) => error.code,
    );
    await before;
    await closing;
    expect(['taken', 'VITRINE_LOG_SESSION_CLOSED']).toContain(await late);
    await expect(say(session, setData('/n', 3))).rejects.toMatchObject({ code: 'VITRINE_LOG_SESSION_CLOSED' });
    expect(outlet.calls.at(-1)).toMatch(/^closed/);
    expect(bench.failures).toEqual([]);
  });
});

describe('viewers', () => {
  it('[SE30] that only say what they can show are not there', async () => {
    const bench = await openBench();
    const session = await bench.open();
    const said = { a2uiClientCapabilities: { supportedCatalogIds: ['x'] } };
    await session.ingestEvents({ text: { value: said }, viewer: 'v' });
    expect([session.viewers, session.isIdle]).toEqual([0, true]);
    await session.join({ viewer: 'v' });
    expect(session.presence.of('v')).toMatchObject({ catalogs: ['x'] });
  });

  it('[SE34] of many kinds are bounded, and those that are gone cost nothing for long', async () => {
    const session = await (await openBench()).open();
    for (let i = 0; i < 200; i++) {
      const options = { dialect: a2ui09, capabilities: { catalogs: [`c${i}`] } };
      session.attach(new KeepingOutlet(), options).detach();
    }
    const stay = (i: number) => () =>
      session.attach(new KeepingOutlet(), { dialect: a2ui09, capabilities: { catalogs: [`s${i}`] } });
    for (let i = 0; i < 60; i++) stay(i)();
    expect(() => Array.from({ length: 10 }, (_, i) => stay(100 + i)())).toThrow();
  });

  it('[SE8] that catch up are sent pieces that are small in bytes too', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface());
    for (let i = 0; i < 40; i++) await say(session, setData('/big', 'x'.repeat(60_000) + i));
    const again = await (await bench.restart()).get(session.id);
    const sizes: number[] = [];
    class Measuring extends KeepingOutlet {
      override send(batch: Batch): boolean {
        sizes.push(batch.items.reduce((sum, { wire }) => sum + wire.join('').length, 0));
        return super.send(batch);
      }
    }
    const outlet = new Measuring();
    again.attach(outlet, { dialect: a2ui09, after: 1 });
    await expect.poll(() => outlet.seq).toBe(41);
    expect(Math.max(...sizes)).toBeLessThan(260_000);
  });

  it('[SE21] cannot speak as the host', async () => {
    const bench = await openBench();
    const session = await bench.open();
    const issue = { code: 'VITRINE_ASK_LAPSED', severity: 'warning', fault: 'host', message: 'x', at: '/asks/q' };
    const forged = { vitrine: 1, body: [{ event: 'issue', issue }] } as unknown as Json;
    await session.ingestEvents({ text: { value: forged }, viewer: 'v' });
    const events = [];
    for await (const { event } of bench.sessions.deliveries({ agent: 'dev', live: false })) events.push(event);
    expect(events).toMatchObject([{ body: [{ issue: { code: 'VITRINE_VIEWER_ERROR', fault: 'viewer' } }] }]);
  });

  it('[SE21] cannot put more into one message than can be delivered at once', async () => {
    const session = await (await openBench()).open();
    const body = Array.from({ length: 600 }, () => ({ event: 'say', text: 'x' }));
    const value = { vitrine: 1, body } as unknown as Json;
    expect(await session.ingestEvents({ text: { value }, viewer: 'v' })).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_LIMIT_ENTRIES' }],
    });
  });
});

describe('answers of an agent’s call', () => {
  it('[SE1] tell the seq of each message, and of none that was refused', async () => {
    const session = await (await openBench()).open();
    const bad = { vitrine: 1, body: [{ op: 'nonsense' }] } as unknown as Json;
    const { seqs, seq } = await say(session, openSurface(), bad, setData('/a', 1), setData('/a', 2));
    expect([seqs, seq]).toEqual([[1, undefined, 2, 3], 3]);
  });
});

describe('secrets of the operator', () => {
  it('[SE35] are hidden in numbers, and what a face keeps stays readable', async () => {
    const secrets = createSecrets([{ id: 'pin', value: '482913' }]);
    const bench = await openBench({ redact: secrets.redact, hidesAnything: true });
    const session = await bench.open();
    await say(session, openSurface(), setData('/n', { bytes: 1482913, small: 7 }));
    expect((await session.snapshot()).surfaces.s?.data).toEqual({ n: { bytes: '1[REDACTED:pin]', small: 7 } });
    const ext = { face: { kept: 1, payload: { bytes: 48291375 } } };
    const written = session.write((draft) =>
      session.add(draft, { body: [], ext }, { role: 'host', id: 'host', dialect: 'vitrine' }),
    );
    await written.durable;
    const over = new AbortController();
    let last: Entry['ext'];
    for await (const entry of session.entries(session.seq - 1, over.signal)) {
      last = entry.ext;
      over.abort();
    }
    expect(last).toEqual({ face: { kept: 1, payload: { bytes: '[REDACTED:pin]75' } } });
  });

  it('[SE35] are hidden in titles, and in texts that come in pieces', async () => {
    const bench = await openBench({ redact: createSecrets(['hunter2hunter2']).redact, hidesAnything: true });
    const { session: id } = await bench.sessions.open({ agent: 'dev', trust: 'trusted', title: 'of hunter2hunter2' });
    const session = await bench.sessions.get(id);
    const append = (value: string) =>
      ({ vitrine: 1, body: [{ op: 'append', surface: 's', path: '/t', value }] }) as Json;
    await say(session, openSurface(), setData('/t', ''), append('it is hunter2'), append('hunter2, yes'));
    expect(session.row.title).toBe('of [REDACTED:secret-1]');
    expect((await session.snapshot()).surfaces.s?.data).toEqual({ t: 'it is [REDACTED:secret-1], yes' });
  });
});
