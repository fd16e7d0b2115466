import { DEFAULT_LIMITS, type Json, type JsonObject, takeAll } from '@vitrine/core/internal';
import { DIALECTS, readDocument } from '@vitrine/dialects';
import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBench, openSurface, setData } from '../../test/sessions.ts';
import type { IngestAnswer } from '../live.ts';
import { createSecrets } from '../redact.ts';
import type { TextPieces } from '../seal.ts';
import { callText, contentOf } from './call-text.ts';
import type { SessionInMemory } from './live-session.ts';

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

const say = (session: SessionInMemory, value: Json, key = 'k'): Promise<IngestAnswer> =>
  session.ingestMessages({ text: { value }, key });
const act = (session: SessionInMemory, value: Json, key = 'k'): Promise<IngestAnswer> =>
  session.ingestEvents({ text: { value }, viewer: 'v', key });

describe('a key that comes again with another body', () => {
  it.each([
    ['of an agent', say, openSurface(), openSurface('t'), 1],
    ['of a viewer', act, typed('Ada'), typed('Bo'), 2],
    ['of a viewer whose list has grown', act, [typed('Ada')], [typed('Ada'), typed('Bo')], 2],
  ])('[SE48] %s is refused: at the same time, later and after a restart', async (_, call, first, other, seq) => {
    const bench = await openBench();
    const session = await bench.open();
    if (seq === 2) await session.ingestMessages({ text: { value: FORM } });
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
    await session.ingestMessages({ text: { value: FORM } });
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
    const first = await session.ingestMessages({ text: { value: [FORM] }, key: 'k' });
    const { vitrine, body } = FORM as { vitrine: Json; body: Json };
    for (const value of [{ body, vitrine }, [{ body, vitrine }]])
      expect(await session.ingestMessages({ text: JSON.stringify(value, null, 2), key: 'k' })).toMatchObject({
        accepted: 1,
        seq: first.seq,
      });
    const writes = [{ surface: 's', path: '/name', value: 'Ada' }];
    const posted = { text: JSON.stringify({ ...(typed('x') as object), basis: 1, writes: [] }), viewer: 'v', key: 'k' };
    const framed = { text: { value: typed('x') }, viewer: 'v', key: 'k', basis: 1, writes: [] };
    expect(await session.ingestEvents(framed)).toMatchObject({ accepted: 1, seq: 2 });
    expect(await session.ingestEvents(posted)).toMatchObject({ accepted: 1, seq: 2 });
    for (const other of [
      { ...framed, basis: 2 },
      { ...framed, writes },
    ])
      await expect(session.ingestEvents(other)).rejects.toMatchObject(reused(1, 2));
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
    await session.ingestMessages({ text: { value: FORM } });
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

  it('[SE48] of a list of which the last part was refused is answered as the first, and nothing is done late', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.ingestMessages({ text: { value: FORM } });
    const other = {
      ...(typed('Bo') as JsonObject),
      body: [{ event: 'input', surface: 't', path: '/name', value: 'Bo' }],
    };
    const first = await act(session, [typed('Ada'), other]);
    expect(first).toMatchObject({ accepted: 1, seq: 2, issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }] });
    const opened = JSON.parse(JSON.stringify(FORM).replace('"surface":"s"', '"surface":"t"')) as Json;
    expect(await session.ingestMessages({ text: { value: opened } })).toMatchObject({ accepted: 1, seq: 3 });
    const again = await (await bench.restart()).get(session.id);
    expect(await act(again, [typed('Ada'), other])).toEqual(first);
    expect(await bench.log.head(session.id)).toBe(3);
  });

  it('[SE48] of capabilities alone is one too', async () => {
    const bench = await openBench();
    const session = await bench.open();
    const able = (id: string): Json => ({ a2uiClientCapabilities: { supportedCatalogIds: [id] } });
    const first = await act(session, able('a'));
    expect(first).toMatchObject({ accepted: 1 });
    const again = await (await bench.restart()).get(session.id);
    expect(await act(again, able('a'))).toEqual(first);
    await expect(act(again, able('b'))).rejects.toMatchObject(reused(1, first.seq));
  });

  it('[SE48] is one for a day, though nobody has cleared away what was kept', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.ingestMessages({ text: { value: FORM }, key: 'k' });
    bench.clock.now += 24 * 60 * 60 * 1000 - 1;
    expect(await say(session, FORM)).toMatchObject({ accepted: 1, seq: 1 });
    bench.clock.now += 1;
    expect(await say(session, setData('/name', 'Ada'))).toMatchObject({ accepted: 1, seq: 2 });
  });

  it('[SE48] under another sealing key is taken for one', async () => {
    const mark = (key: string) => (text: TextPieces) => {
      let said = '';
      text((piece) => (said += piece));
      return `${key}.${said}`;
    };
    const log = await openSqliteLog(':memory:');
    const session = await (await openBench({ log, mark: mark('old') })).open();
    const first = await say(session, FORM);
    const again = await (await openBench({ log, mark: mark('new') })).sessions.get(session.id);
    expect(await say(again, FORM)).toMatchObject({ accepted: 1, seq: first.seq });
    expect(await log.head(session.id)).toBe(1);
  });

  it('[SE48] is of one viewer, however those are called', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.ingestMessages({ text: { value: FORM } });
    const call = (viewer: string, key: string, value: Json) => session.ingestEvents({ text: { value }, viewer, key });
    expect(await call('team', 'ann/1', typed('a'))).toMatchObject({ accepted: 1, seq: 2 });
    expect(await call('team/ann', '1', typed('b'))).toMatchObject({ accepted: 1, seq: 3 });
  });
});

describe('what is kept of a keyed call', () => {
  const SECRET = 'hunter2-of-the-host';
  const hidden = (value: Json): Json => ({
    vitrine: 1,
    body: [{ event: 'input', surface: SECRET, path: '/name', value }],
  });

  it('[SE48] names no secret that the host was told', async () => {
    const { redact } = createSecrets([SECRET]);
    const bench = await openBench({ redact, hidesAnything: true });
    const session = await bench.open();
    await session.ingestMessages({ text: { value: FORM } });
    const refused = await act(session, [hidden(1), typed('Ada'), hidden(2)]);
    expect(JSON.stringify(refused.issues)).toContain(SECRET);
    const said = await say(session, [{ vitrine: 1, body: [], [SECRET]: 1 }, setData('/name', 'Bo')]);
    expect(JSON.stringify(said.issues)).toContain(SECRET);
    const records = [];
    for await (const record of bench.log.records('reply')) records.push(record);
    expect(records).toHaveLength(2);
    expect(JSON.stringify(records)).not.toContain(SECRET);
  });

  it('[SE48] is written in the measure of what was sent, and says the issues once', async () => {
    const log = await openSqliteLog(':memory:');
    let written = 0;
    const counting = new Proxy(log, {
      get: (target, name) => {
        const value = target[name as keyof SessionLog] as (...input: unknown[]) => unknown;
        return (...input: unknown[]) => {
          if (name === 'commit') written += JSON.stringify((input[0] as { records: Json }).records).length;
          return value.apply(target, input);
        };
      },
    });
    const bench = await openBench({ log: counting });
    const session = await bench.open();
    await session.ingestMessages({ text: { value: FORM } });
    const list = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? NOWHERE : typed('Ada')));
    expect(await act(session, list)).toMatchObject({ accepted: 50, issues: { length: 50 } });
    expect(written).toBeLessThan(4 * JSON.stringify(list).length);
  });

  it('[SE48] has at most 100 issues of a viewer, errors first, as its answer', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.ingestMessages({ text: { value: FORM } });
    const more = Object.fromEntries(Array.from({ length: 59 }, (_, at) => [`m${at}`, 1]));
    const bad = { version: 'v0.9', ...more };
    const list = [bad, bad, bad, typed('Ada')];
    const first = await act(session, list);
    expect(first.issues).toHaveLength(100);
    expect(first.issues.filter(({ severity }) => severity === 'error')).toHaveLength(3);
    expect(first.issues.at(-1)?.message).toMatch(/\(\d+ further issues not listed\.\)$/);
    expect(await act(await (await bench.restart()).get(session.id), list)).toEqual(first);
  });
});

it('[SE48] A body with a key is read once, and not at all where it is too long for one document', async () => {
  const bench = await openBench({ limits: { ...DEFAULT_LIMITS, lineLength: 1000 } });
  const session = await bench.open();
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const readings = (text: string) => parse.mock.calls.filter(([one]) => one === text).length;
  const [shown, deed] = [JSON.stringify([FORM]), JSON.stringify([typed('Ada')])];
  expect(await session.ingestMessages({ text: shown, key: 'k' })).toMatchObject({ accepted: 1 });
  expect(await session.ingestEvents({ text: deed, viewer: 'v', key: 'k' })).toMatchObject({ accepted: 1 });
  const long = JSON.stringify([setData('/name', 'x'.repeat(1000))]);
  expect(await session.ingestMessages({ text: long, key: 'l' })).toMatchObject({ accepted: 0 });
  expect([shown, deed, long].map(readings)).toEqual([1, 1, 0]);
});

it('[SE48] What a call says is one text, however deep it is nested and whatever is no JSON', () => {
  const told = (text: string): string => {
    const document = takeAll(
      readDocument(text, { limits: { ...DEFAULT_LIMITS, lineLength: 1_000_000 }, dialects: DIALECTS }),
    );
    return takeAll(callText({ text: contentOf(document, text) })).join('');
  };
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(told(deep)).toBe(`"${deep.length}:${deep}`);
  expect(told('{"a": 1}\n{')).toBe('"10:{"a": 1}\n{');
  expect(told('{"__proto__": 1, "b": "\\u0061"}')).toBe(told('{"b":"a","__proto__":1}'));
  const long = JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ b: at, a: 'x' })));
  const turned = long.replaceAll(/"b":(\d+),"a":"x"/g, '"a": "x", "b": $1');
  expect(told(long) === told(turned)).toBe(true);
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
  expect(new Set([...others, ...more].map(told)).size).toBe(others.length + more.length);
});
