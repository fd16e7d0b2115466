import type { Entry, Json } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09, vitrine } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { KeepingOutlet, openBench, openSurface, setData } from '../../test/sessions.ts';
import type { SessionInMemory } from './live-session.ts';
import { STATE_VERSION } from './stored-state.ts';

const say = (session: SessionInMemory, ...messages: Json[]) => session.ingestMessages({ text: { value: messages } });

describe('messages of an agent', () => {
  it('[SE1] become entries, each whole; a bad one does not stop the next', async () => {
    const session = await (await openBench()).open();
    const answer = await say(session, openSurface(), { vitrine: 1, body: [{ op: 'nonsense' }] }, setData('/a', 1));
    expect(answer).toMatchObject({ accepted: 2, seq: 2, issues: [{ severity: 'error' }] });
    expect((await session.snapshot()).surfaces.s).toMatchObject({ data: { a: 1 } });
  });

  it('[SE1] say their dialect with the first that is accepted', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.ingestMessages({
      text: '{"version":"v0.9","createSurface":{"surfaceId":"x","catalogId":"nowhere"}}',
    });
    expect(session.row.dialect).toBeUndefined();
    await say(session, openSurface());
    expect(session.row.dialect).toBe('vitrine');
    expect((await bench.log.session(session.id))?.dialect).toBe('vitrine');
  });

  it('[SE1] that are only words and turns leave the dialect open, unless it is named', async () => {
    const bench = await openBench();
    const greeting = {
      vitrine: 1,
      body: [
        { op: 'say', text: 'Hello' },
        { op: 'turn', state: 'input' },
      ],
    };
    const session = await bench.open();
    await say(session, greeting);
    expect(session.row.dialect).toBeUndefined();
    const shown = { version: 'v0.9', createSurface: { surfaceId: 'x', catalogId: basic09.id } };
    await say(session, shown);
    expect(session.row.dialect).toBe('a2ui-0.9');
    const named = await bench.open();
    await named.ingestMessages({ text: { value: greeting }, dialect: vitrine });
    expect(named.row.dialect).toBe('vitrine');
  });

  it('[SE1] that JSON could not say again are refused, and the session goes on', async () => {
    const session = await (await openBench()).open();
    await say(session, openSurface());
    const text = JSON.stringify([setData('/a', 1), setData('/b', 'HERE')]).replace('"HERE"', '1e400');
    expect(await session.ingestMessages({ text })).toMatchObject({
      accepted: 1,
      issues: [{ code: 'VITRINE_JSON_NUMBER' }],
    });
    expect(await say(session, setData('/c', 1))).toMatchObject({ accepted: 1 });
  });

  it('[SE2] that are refused are told in the answer and are entries that the agent receives', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, { vitrine: 1, body: [{ op: 'nonsense' }] });
    const events = [];
    for await (const { event } of bench.sessions.deliveries({ agent: 'dev', live: false })) events.push(event);
    expect(events).toMatchObject([{ vitrine: 1, body: [{ event: 'issue', issue: { severity: 'error' } }] }]);
  });

  it('[SE3] with a key are answered once, whether repeated at once, later or after a restart', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface());
    const call = { text: { value: setData('/n', 1) }, key: 'once' };
    const [first, second] = await Promise.all([session.ingestMessages(call), session.ingestMessages(call)]);
    expect(second).toEqual(first);
    const { seqs: _seqs, ...told } = first;
    expect(await session.ingestMessages(call)).toEqual(told);
    const again = await (await bench.restart()).get(session.id);
    expect(await again.ingestMessages(call)).toEqual(told);
    expect(await bench.log.head(session.id)).toBe(2);
  });
});

describe('viewers', () => {
  it('[SE4] receive the state, then what comes, each entry once and in order', async () => {
    const session = await (await openBench()).open();
    await say(session, openSurface());
    const outlet = new KeepingOutlet();
    session.attach(outlet, { dialect: vitrine });
    expect(outlet.calls).toEqual(['join 1', 'ready 1']);
    for (let i = 2; i <= 40; i++) await say(session, setData('/n', i));
    await expect.poll(() => outlet.seq).toBe(40);
    expect(outlet.seqs).toEqual(Array.from({ length: 39 }, (_, i) => i + 2));
    expect(outlet.replica.snapshot()).toEqual(session.fold.snapshot());
  });

  it('[SE5] that join while something is under way begin behind it, and are told of nothing that is not durable', async () => {
    const session = await (await openBench()).open();
    const told = say(session, openSurface());
    const outlet = new KeepingOutlet();
    session.attach(outlet, { dialect: vitrine });
    expect(outlet.calls).toEqual([]);
    await told;
    expect(outlet.calls).toEqual(['join 1', 'ready 1']);
    await say(session, setData('/n', 1));
    await expect.poll(() => outlet.seqs).toEqual([2]);
  });

  it('[SE6] that come back are sent what they missed, from memory or from the log, with the same result', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface());
    for (let i = 2; i <= 30; i++) await say(session, setData(`/n${i % 7}`, i));
    const fresh = await (await bench.restart()).get(session.id);
    const whole = session.fold.snapshot();
    for (const [live, after] of [
      [session, 12],
      [fresh, 12],
      [fresh, 30],
    ] as const) {
      const outlet = new KeepingOutlet();
      await catchUpTo(outlet, session, after);
      live.attach(outlet, { dialect: vitrine, after });
      await expect.poll(() => outlet.calls.at(-1)).toBe('ready 30');
      expect(outlet.seqs).toEqual(Array.from({ length: 30 - after }, (_, i) => after + 1 + i));
      expect(outlet.replica.snapshot()).toEqual(whole);
    }
  });

  it('[SE7] that name a seq which the session never had begin anew', async () => {
    const session = await (await openBench()).open();
    await say(session, openSurface());
    const outlet = new KeepingOutlet();
    session.attach(outlet, { dialect: vitrine, after: 9 });
    expect(outlet.calls).toEqual(['reset', 'join 1', 'ready 1']);
  });

  it('[SE8] that are slow are left until they are empty, slow nobody, and lose nothing', async () => {
    const session = await (await openBench()).open();
    await say(session, openSurface());
    const [slow, quick] = [new KeepingOutlet('slow'), new KeepingOutlet('quick')];
    slow.room = 1;
    const seat = session.attach(slow, { dialect: vitrine });
    session.attach(quick, { dialect: vitrine });
    const answers = Array.from({ length: 2999 }, (_, i) =>
      session.ingestMessages({ text: { value: setData('/n', i + 2) } }),
    );
    await Promise.all(answers);
    await expect.poll(() => quick.seq).toBe(3000);
    expect(slow.seq).toBeLessThan(3000);
    while (slow.seq < 3000) {
      const before = slow.seq;
      slow.room = 3;
      seat.resume();
      await expect.poll(() => slow.seq).toBeGreaterThan(before);
    }
    expect(slow.replica.snapshot()).toEqual(session.fold.snapshot());
  });

  it.each(['join', 'ready', 'send', 'end'] as const)(
    '[SE44] whose connection fails in %s lose their seat; the commit holds and the others are told',
    async (broken) => {
      const session = await (await openBench()).open();
      await say(session, openSurface());
      const outlet = new KeepingOutlet();
      outlet[broken] = () => {
        throw new Error('a broken pipe');
      };
      const other = new KeepingOutlet();
      session.attach(outlet, { dialect: vitrine });
      session.attach(other, { dialect: vitrine });
      expect(await say(session, setData('/n', 1))).toMatchObject({ accepted: 1, seq: 2 });
      await session.end('closed');
      expect(other.calls).toEqual(['join 1', 'ready 1', 'closed 2']);
      expect(other.seqs).toEqual([2]);
      expect(session.isIdle).toBe(true);
      expect(session.failure).toBe(undefined);
    },
  );

  it('[SE9] of other dialects receive the same in their words', async () => {
    const session = await (await openBench()).open();
    const outlet = new KeepingOutlet();
    session.attach(outlet, { dialect: a2ui09 });
    await say(session, openSurface());
    await expect.poll(() => outlet.messages.length).toBeGreaterThan(0);
    expect(JSON.stringify(outlet.messages)).toContain('"createSurface"');
    expect(JSON.stringify(outlet.messages)).toContain('Hello');
  });

  it('[SE41] learn with the agent that what was asked in a session that is closed is over', async () => {
    const bench = await openBench();
    const session = await bench.open();
    const asked = ['a/b', 'c'].map((ask) => ({ op: 'ask', ask, want: { kind: 'confirm' }, prompt: 'Sure?' }));
    await session.ingestMessages({ text: { value: { vitrine: 1, body: asked } as unknown as Json } });
    await Promise.all([bench.sessions.close(session.id), bench.sessions.close(session.id)]);
    expect([...session.view.asks.keys()]).toEqual([]);
    const entries: Entry[] = [];
    for await (const entry of bench.log.read(session.id, 1)) entries.push(entry);
    expect(entries.map(({ from, body }) => [from.role, ...body])).toEqual(
      ['a/b', 'c'].map((ask) => [
        'host',
        { op: 'lapse', ask, reason: 'closed' },
        {
          event: 'issue',
          issue: expect.objectContaining({ code: 'VITRINE_ASK_LAPSED', at: `/asks/${ask.replace('/', '~1')}` }),
        },
      ]),
    );
  });

  it('[SE10] are told when the session is closed, and nothing is taken afterwards', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface());
    const outlet = new KeepingOutlet();
    session.attach(outlet, { dialect: vitrine });
    await bench.sessions.close(session.id);
    expect(outlet.calls.at(-1)).toBe('closed 1');
    await expect(say(session, setData('/a', 1))).rejects.toMatchObject({ code: 'VITRINE_LOG_SESSION_CLOSED' });
    const late = new KeepingOutlet();
    session.attach(late, { dialect: vitrine });
    expect(late.calls).toEqual(['join 1', 'ready 1', 'closed 1']);
    const again = await (await bench.restart()).get(session.id);
    const history = new KeepingOutlet();
    again.attach(history, { dialect: vitrine, history: true });
    await expect.poll(() => history.calls).toEqual(['ready 1', 'closed 1']);
    expect(history.seqs).toEqual([1]);
  });
});

describe('a session', () => {
  it('[SE11] loaded from a snapshot and the entries behind it is the one that was left', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface(), openSurface('2'), openSurface('1'));
    for (let i = 0; i < 450; i++) void session.ingestMessages({ text: { value: setData(`/list/${i % 9}`, { i }) } });
    await session.settled();
    await say(session, { vitrine: 1, body: [{ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Sure?' }] });
    await say(session, { vitrine: 1, body: [{ op: 'say', text: 'Well?' }] });
    expect(await bench.log.snapshot(session.id, STATE_VERSION)).toBeDefined();
    const again = await (await bench.restart()).get(session.id);
    expect(JSON.stringify(again.fold.snapshot())).toBe(JSON.stringify(session.fold.snapshot()));
    expect([...again.view.surfaces.keys()]).toEqual(['s', '2', '1']);
    expect(again.view.talk).toEqual([{ by: 'agent', text: 'Well?' }]);
  });

  it('[SE12] can be looked at as it was at any seq, and at none that it has not reached', async () => {
    const session = await (await openBench()).open();
    await say(session, openSurface(), setData('/n', 1), setData('/n', 2));
    expect(await session.snapshot(2)).toMatchObject({ seq: 2, surfaces: { s: { data: { n: 1 } } } });
    await expect(session.snapshot(4)).rejects.toMatchObject({ code: 'VITRINE_LOG_SEQ' });
  });

  it('[SE13] whose commit fails ends, tells nobody of it, and goes on from the log when it is asked for again', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await say(session, openSurface());
    const outlet = new KeepingOutlet();
    session.attach(outlet, { dialect: vitrine });
    await bench.log.commit({ session: session.id, entries: [] });
    await bench.log.commit({
      session: session.id,
      entries: [
        {
          at: '2026-01-01T00:00:00.000Z',
          from: { role: 'agent', id: 'dev', dialect: 'vitrine' },
          trust: 'trusted',
          body: [{ op: 'say', text: 'from elsewhere' }],
        },
      ],
    });
    await expect(say(session, setData('/n', 1))).rejects.toMatchObject({ code: 'VITRINE_LOG_FAILED' });
    expect(outlet.calls.at(-1)).toBe('stopping 1');
    const again = await bench.sessions.get(session.id);
    expect(again.seq).toBe(2);
    expect(await say(again, setData('/n', 1))).toMatchObject({ accepted: 1, seq: 3 });
  });
});

async function catchUpTo(outlet: KeepingOutlet, session: SessionInMemory, after: number): Promise<void> {
  for await (const entry of session.context.log.read(session.id, 0)) {
    outlet.replica.apply(entry);
    if (entry.seq === after) return;
  }
}
