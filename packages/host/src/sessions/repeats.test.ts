import type { Json } from '@vitrine/core';
import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { describe, expect, it } from 'vitest';
import { openBench, openSurface, setData } from '../../test/sessions.ts';
import type { Answer } from '../live.ts';
import type { SessionInMemory } from './live-session.ts';
import { saidText } from './said-text.ts';

const typed = (value: Json): Json => ({
  vitrine: 1,
  body: [{ event: 'input', surface: 's', path: '/name', value }],
});
const FORM: Json = {
  vitrine: 1,
  body: [
    {
      op: 'open',
      surface: 's',
      catalog: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
      data: { name: '' },
      components: [{ id: 'root', type: 'TextField', props: { label: 'Name', value: { path: '/name' } } }],
    },
  ],
};
const NOWHERE: Json = { vitrine: 1, body: [{ event: 'input', surface: 'none', path: '/name', value: 1 }] };
const reused = (accepted: number, seq: number) => ({
  code: 'VITRINE_KEY_REUSED',
  status: 422,
  details: { accepted, seq },
});

const say = (session: SessionInMemory, value: Json, key = 'k'): Promise<Answer> =>
  session.takeMessages({ text: { value }, key });
const act = (session: SessionInMemory, value: Json, key = 'k'): Promise<Answer> =>
  session.takeEvents({ text: { value }, viewer: 'v', key });

describe('a key that comes again with another body', () => {
  it.each([
    ['of an agent', say, openSurface(), openSurface('t'), 1],
    ['of a viewer', act, typed('Ada'), typed('Bo'), 2],
    ['of a viewer whose list has grown', act, [typed('Ada')], [typed('Ada'), typed('Bo')], 2],
  ])('[SE48] %s is refused: at the same time, later and after a restart', async (_, call, first, other, seq) => {
    const bench = await openBench();
    const session = await bench.open();
    if (seq === 2) await session.takeMessages({ text: { value: FORM } });
    const [answer, refusal] = await Promise.allSettled([call(session, first), call(session, other)]);
    expect(answer).toMatchObject({ status: 'fulfilled', value: { accepted: 1, seq } });
    expect(refusal).toMatchObject({ status: 'rejected', reason: reused(1, seq) });
    await expect(call(session, other)).rejects.toMatchObject(reused(1, seq));
    const again = await (await bench.restart()).get(session.id);
    await expect(call(again, other)).rejects.toMatchObject(reused(1, seq));
    expect(await call(again, first)).toMatchObject({ accepted: 1, seq });
    expect(await bench.log.head(session.id)).toBe(seq);
  });

  it('[SE48] is another call where nothing was taken under it, and is bound from then on', async () => {
    const bench = await openBench();
    const session = await bench.open();
    for (const call of [say, act]) {
      const [bad, good] = call === say ? [setData('/a', 1, 'none'), FORM] : [NOWHERE, typed('Ada')];
      const [refused, taken] = await Promise.all([call(session, bad), call(session, good)]);
      expect([refused.accepted, taken.accepted]).toEqual([0, 1]);
      expect(await call(session, good)).toMatchObject({ accepted: 1, seq: taken.seq });
      await expect(call(session, bad)).rejects.toMatchObject(reused(1, taken.seq));
    }
  });

  it('[SE48] after a call of a viewer of which a part was taken is refused, whichever part that was', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.takeMessages({ text: { value: FORM } });
    const first = await act(session, [NOWHERE, typed('Ada')]);
    expect(first).toMatchObject({ accepted: 1, seq: 2, issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }] });
    const again = await (await bench.restart()).get(session.id);
    await expect(act(again, typed('Bo'))).rejects.toMatchObject(reused(1, 2));
    expect(await act(again, [NOWHERE, typed('Ada')])).toEqual(first);
  });
});

describe('a repeat', () => {
  it('[SE48] is one in other blanks, another order of members and by another road', async () => {
    const bench = await openBench();
    const session = await bench.open();
    const first = await session.takeMessages({ text: { value: [FORM] }, key: 'k' });
    const { vitrine, body } = FORM as { vitrine: Json; body: Json };
    for (const value of [{ body, vitrine }, [{ body, vitrine }]])
      expect(await session.takeMessages({ text: JSON.stringify(value, null, 2), key: 'k' })).toMatchObject({
        accepted: 1,
        seq: first.seq,
      });
    const writes = [{ surface: 's', path: '/name', value: 'Ada' }];
    const posted = { text: JSON.stringify({ ...(typed('x') as object), basis: 1, writes: [] }), viewer: 'v', key: 'k' };
    const framed = { text: { value: typed('x') }, viewer: 'v', key: 'k', basis: 1, writes: [] };
    expect(await session.takeEvents(framed)).toMatchObject({ accepted: 1, seq: 2 });
    expect(await session.takeEvents(posted)).toMatchObject({ accepted: 1, seq: 2 });
    for (const other of [
      { ...framed, basis: 2 },
      { ...framed, writes },
    ])
      await expect(session.takeEvents(other)).rejects.toMatchObject(reused(1, 2));
  });

  it('[SE48] of a call that broke off goes on where it broke off', async () => {
    const log = await openSqliteLog(':memory:');
    let room = 2;
    const failing = new Proxy(log, {
      get: (target, name) => {
        const value = target[name as keyof SessionLog] as (...input: unknown[]) => unknown;
        if (name === 'commit' && room-- <= 0) return () => Promise.reject(new Error('full'));
        return value.bind(target);
      },
    });
    const bench = await openBench({ log: failing });
    const session = await bench.open();
    await session.takeMessages({ text: { value: FORM } });
    const list = [typed('a'), typed('b'), typed('c')];
    await expect(act(session, list)).rejects.toMatchObject({ code: 'VITRINE_LOG_FAILED' });
    expect(await log.head(session.id)).toBe(2);
    room = 9;
    const again = await bench.sessions.get(session.id);
    await expect(act(again, typed('d'))).rejects.toMatchObject(reused(1, 2));
    expect(await act(again, list)).toMatchObject({ accepted: 3, seq: 4 });
    expect(await act(again, list)).toMatchObject({ accepted: 3, seq: 4 });
    expect(again.view.surfaces.get('s')?.data.get('/name')).toBe('c');
    expect(await log.head(session.id)).toBe(4);
  });

  it('[SE48] of what was kept before bodies were is answered as it was', async () => {
    const bench = await openBench();
    const session = await bench.open();
    const value = { accepted: 1, seq: 7, issues: [] };
    for (const key of ['agent/k', 'viewer/v/k#0'])
      await bench.log.writeRecords([{ kind: 'reply', key: `${session.id}/${key}`, session: session.id, value }]);
    expect(await say(session, FORM)).toEqual(value);
    expect(await act(session, typed('Ada'))).toEqual(value);
    expect(await bench.log.head(session.id)).toBe(0);
  });
});

it('[SE48] What a call says is one text, however deep it is nested and whatever is no JSON', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(saidText({ text: deep })).toBe(saidText({ text: { value: JSON.parse(deep) as Json } }));
  expect(saidText({ text: '{"a": 1}\n{' })).toBe('{"a": 1}\n{');
  expect(saidText({ text: '{"__proto__": 1, "b": "\\u0061"}' })).toBe(saidText({ text: '{"b":"a","__proto__":1}' }));
  const others = [
    '1',
    '"1"',
    '11',
    '[1,1]',
    '{"a":1}',
    '{"a":"1"}',
    '{"a":1,"b":2}',
    '{"a":[1],"b":2}',
    '1e400',
    'null',
    '""',
  ];
  const more = [
    '["a","b"]',
    '["a,b"]',
    '[["a"],"b"]',
    '{"a":"1,b"}',
    '{"a":1,"12:b":2}',
    '{"a":112,"b":2}',
    'true',
    '"true"',
  ];
  expect(new Set([...others, ...more].map((text) => saidText({ text }))).size).toBe(others.length + more.length);
});
