import type { DialectHandler, Json, PortEvents } from '@vitrine/core/internal';
import { dialectById } from '@vitrine/dialects';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBench } from '../../test/sessions.ts';

const open: Json = {
  version: 'v0.9',
  createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' },
};

function takerOf(dialect: string): DialectHandler & { readonly said: Json[]; readonly deeds: PortEvents[] } {
  const said: Json[] = [];
  const deeds: PortEvents[] = [];
  return {
    ...{ dialects: [dialect], said, deeds },
    handleMessage: async (_session, message) => {
      said.push(message);
      return { accepted: said.length === 2 ? 0 : 1, seq: said.length, issues: [] };
    },
    handleEvents: async (deed) => {
      deeds.push(deed);
      return deed.body.some(({ event }) => event === 'consent') ? { accepted: 1, seq: 7, issues: [] } : deed.body;
    },
  };
}

test('[SE37] messages of its dialect are given to a face, by name, by the session, or by their look', async () => {
  const taker = takerOf('a2ui-0.9');
  const bench = await openBench({ handlers: [taker] });
  const named = await bench.open({});
  const dialect = dialectById('a2ui-0.9');
  const ways = [
    { text: JSON.stringify(open) },
    { text: { value: open }, ...(dialect === undefined ? {} : { dialect }) },
  ];
  expect(await named.ingestMessages(ways[0] as { text: string })).toMatchObject({ accepted: 1, seq: 1 });
  expect(named.row.dialect).toBe('a2ui-0.9');
  expect(await named.ingestMessages(ways[1] as { text: string })).toMatchObject({ accepted: 0 });
  expect(await named.ingestMessages({ text: `${JSON.stringify(open)}\n{"any": 1}\n{` })).toMatchObject({
    accepted: 2,
    seqs: [3, 4, undefined],
    issues: [{ code: 'VITRINE_JSON_MALFORMED', line: 3 }],
  });
  expect(taker.said).toHaveLength(4);
  expect([...named.view.surfaces]).toEqual([]);
});

test('[SE37] of two dialects that come at once the first has the session, and leaves it when nothing of it is taken', async () => {
  const waiting: ((accepted: number) => void)[] = [];
  const envelope = { type: 'ui.a2ui-surface', schemaVersion: 2, payload: {} };
  // The face refuses what is no envelope.
  const say = (_session: string, message: Json) =>
    new Promise<{ accepted: number; seq: number; issues: [] }>((resolve) => {
      if (message === envelope) waiting.push((accepted) => resolve({ accepted, seq: 1, issues: [] }));
      else resolve({ accepted: 0, seq: 0, issues: [] });
    });
  const bench = await openBench({ handlers: [{ ...takerOf('openwop-2'), handleMessage: say }] });
  const dialect = dialectById('openwop-2') as NonNullable<ReturnType<typeof dialectById>>;
  for (const accepted of [1, 0]) {
    const session = await bench.open({});
    const first = session.ingestMessages({ text: { value: envelope }, dialect });
    expect(await session.ingestMessages({ text: { value: open } })).toMatchObject({ accepted: 0 });
    waiting.pop()?.(accepted);
    await first;
    expect(session.row.dialect).toBe(accepted === 1 ? 'openwop-2' : undefined);
    expect((await bench.log.session(session.id))?.dialect).toBe(session.row.dialect);
  }
  const other = await bench.open({});
  const shown = other.ingestMessages({ text: { value: open } });
  expect(await other.ingestMessages({ text: { value: envelope }, dialect })).toMatchObject({ accepted: 0 });
  expect(await shown).toMatchObject({ accepted: 1 });
});

test('[SE37] a repeat by its key is not given twice', async () => {
  const taker = takerOf('a2ui-0.9');
  const bench = await openBench({ handlers: [taker] });
  const session = await bench.open({ dialect: 'a2ui-0.9' });
  const first = await session.ingestMessages({ text: { value: open }, key: 'k' });
  const { seqs: _seqs, ...kept } = first;
  expect(await session.ingestMessages({ text: { value: open }, key: 'k' })).toEqual(kept);
  expect(taker.said).toHaveLength(1);
  const refused = await session.ingestMessages({ text: { value: open }, key: 'r' });
  expect(refused).toMatchObject({ accepted: 0 });
  expect(await session.ingestMessages({ text: { value: open }, key: 'r' })).toMatchObject({ accepted: 0 });
  expect(taker.said).toHaveLength(2);
});

test('[SE47] that a message is somebody else’s, who is not trusted, is said to the face', async () => {
  const trusts: unknown[] = [];
  const taker: DialectHandler = {
    ...takerOf('openwop-1'),
    handleMessage: async (_session, _message, _dialect, trust) => {
      trusts.push(trust);
      return { accepted: 1, seq: 1, issues: [] };
    },
  };
  const bench = await openBench({ handlers: [taker] });
  const session = await bench.open({ dialect: 'openwop-1' });
  await session.ingestMessages({ text: { value: {} } });
  await session.ingestMessages({ text: { value: {} }, trust: 'untrusted' });
  await session.ingestMessages({ text: { value: {} }, relayed: true });
  expect(trusts).toEqual([undefined, 'untrusted', 'untrusted']);
});

test('[SE47] a message that came by another protocol is not trusted by a face that was found while it came', async () => {
  const envelope = { type: 'ui.a2ui-surface', schemaVersion: 2, payload: {} };
  const dialect = dialectById('openwop-2') as NonNullable<ReturnType<typeof dialectById>>;
  const trusts: unknown[] = [];
  let arrived = (): void => undefined;
  const here = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const taker: DialectHandler = {
    ...takerOf('openwop-2'),
    handleMessage: async (_session, message, _dialect, trust) => {
      if (trusts.push([message, trust]) === 1) await here;
      return { accepted: 1, seq: 1, issues: [] };
    },
  };
  const bench = await openBench({ handlers: [taker] });
  const session = await bench.open({});
  const own = session.ingestMessages({ text: { value: envelope }, dialect });
  const pushed = session.ingestMessages({ text: { value: [1, envelope] }, relayed: true });
  arrived();
  await Promise.all([own, pushed]);
  expect(trusts).toEqual([
    [envelope, undefined],
    [1, 'untrusted'],
    [envelope, 'untrusted'],
  ]);
});

test('[SE47] where no face takes it, what it opens is not trusted', async () => {
  const bench = await openBench({});
  const session = await bench.open({});
  await session.ingestMessages({ text: { value: open }, trust: 'untrusted' });
  expect(session.view.surfaces.get('s')?.trust).toBe('untrusted');
});

test('[SE37] elsewhere a message of it is refused, so that none passes by its face', async () => {
  const taker = takerOf('a2ui-0.9');
  const bench = await openBench({ handlers: [taker] });
  const session = await bench.open({ dialect: 'vitrine' });
  expect(await session.ingestMessages({ text: { value: open } })).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_MESSAGE_VERSION' }],
  });
  expect([taker.said.length, session.view.surfaces.size]).toEqual([0, 0]);
});

test('[SE37] in its session nothing of another dialect passes by the face', async () => {
  const bench = await openBench({ handlers: [takerOf('openwop-1')] });
  const session = await bench.open({ dialect: 'openwop-1' });
  const dialect = dialectById('vitrine');
  const text = { value: { vitrine: 1, body: [{ op: 'say', text: 'x' }] } as Json };
  expect(await session.ingestMessages({ text, ...(dialect === undefined ? {} : { dialect }) })).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_MESSAGE_VERSION' }],
  });
});

test('[SE37] what a viewer does there is the face’s to answer, or to change', async () => {
  const taker = takerOf('openwop-1');
  const bench = await openBench({ handlers: [taker] });
  const [session, other] = [await bench.open({ dialect: 'openwop-1' }), await bench.open({ dialect: 'vitrine' })];
  const event = (body: Json): { text: { value: Json }; viewer: string } => ({
    text: { value: { vitrine: 1, body: [body] } },
    viewer: 'v',
  });
  const consent = { event: 'consent', kind: 'x', granted: true };
  expect(await session.ingestEvents(event(consent))).toMatchObject({ accepted: 1, seq: 7 });
  expect(session.head).toBe(0);
  expect(await session.ingestEvents(event({ event: 'say', text: 'hi' }))).toMatchObject({ accepted: 1, seq: 1 });
  expect(taker.deeds.map(({ viewer, dialect }) => [viewer, dialect])).toEqual([
    ['v', 'vitrine'],
    ['v', 'vitrine'],
  ]);
  expect(await other.ingestEvents(event(consent))).toMatchObject({ accepted: 1, seq: 1 });
  expect(taker.deeds).toHaveLength(2);
});

test('[SE48] a body is parsed once, whoever takes it and whether its dialect is told from it or not', async () => {
  const bench = await openBench({ handlers: [takerOf('openwop-2')] });
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const envelope = { type: 'ui.a2ui-surface', schemaVersion: 2, payload: {} };
  for (const first of [open, envelope])
    for (const key of [undefined, 'k']) {
      const session = await bench.open({});
      const [whole, second] = [JSON.stringify([first]), JSON.stringify({ ...first, more: [session.id] })];
      const lines = [JSON.stringify({ ...first, more: session.id }), second];
      parse.mockClear();
      await session.ingestMessages({ text: whole, ...(key && { key }) });
      await session.ingestMessages({ text: lines.join('\n'), ...(key && { key: 'l' }) });
      const readings = (text: string) => parse.mock.calls.filter(([one]) => one === text).length;
      expect([whole, ...lines, lines.join('\n')].map(readings)).toEqual([1, 1, 1, 1]);
    }
});
