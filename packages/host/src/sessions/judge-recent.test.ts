import type { Json, JsonObject, NewEntry } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09, type Dialect, vitrine } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { type Bench, KeepingOutlet, openBench } from '../../test/sessions.ts';
import type { IncomingEvents, IngestAnswer } from '../live.ts';
import { HOST } from './context.ts';
import { MAX_STATES_JUDGED } from './judge-recent.ts';
import type { SessionInMemory } from './live-session.ts';
import { RecentMemory } from './recent-memory.ts';

const WINDOW_MS = 600_000;

const button = (id: string, name: string, context: JsonObject = {}): readonly object[] => [
  { id, type: 'Button', props: { child: `${id}-text`, action: { event: { name, context } } } },
  { id: `${id}-text`, type: 'Text', props: { text: name } },
];
const stamp = { path: '/stamp' };

/** A form whose stamp says which state it is. */
const opening = (more: object = {}): object => ({
  op: 'open',
  surface: 's',
  catalog: basic09.id,
  protocol: '0.9',
  data: { stamp: 0, items: [{ id: 'a' }, { id: 'b' }] },
  components: [
    { id: 'root', type: 'Column', props: { children: ['buy', 'go', 'list', 'name'] } },
    ...button('buy', 'buy', { stamp }),
    ...button('go', 'go'),
    { id: 'list', type: 'Column', props: { children: { componentId: 'row', path: '/items' } } },
    ...button('row', 'pick', { id: { path: 'id' }, stamp }),
    { id: 'name', type: 'TextField', props: { label: 'Name', value: { path: '/name' } } },
  ],
  ...more,
});
const WITHDRAWN = {
  op: 'put',
  surface: 's',
  components: [{ id: 'root', type: 'Column', props: { children: ['buy', 'list', 'name'] } }],
};
const PUT_BACK = {
  op: 'put',
  surface: 's',
  components: [{ id: 'root', type: 'Column', props: { children: ['buy', 'go', 'list', 'name'] } }],
};
const set = (path: string, value: Json): object => ({ op: 'set', surface: 's', path, value });
const press = (source: string, name: string, context: object = {}, more: object = {}): object => ({
  event: 'action',
  surface: 's',
  source,
  name,
  context,
  checked: false,
  ...more,
});
const typed = (value: string): object => ({ event: 'input', surface: 's', path: '/name', value });
const wire = (...body: readonly object[]): Json => ({ vitrine: 1, body }) as unknown as Json;

interface Stage {
  readonly bench: Bench;
  readonly session: SessionInMemory;
  say(...ops: readonly object[]): Promise<number>;
  act(event: object, more?: Omit<Partial<IncomingEvents>, 'text'>, session?: SessionInMemory): Promise<IngestAnswer>;
}

async function open(more: Parameters<typeof openBench>[0] = {}): Promise<Stage> {
  const bench = await openBench(more);
  const session = await bench.open();
  const say = async (...ops: readonly object[]): Promise<number> => {
    const answer = await session.ingestMessages({ text: { value: wire(...ops) } });
    expect(answer).toMatchObject({ accepted: 1, issues: [] });
    return answer.seq;
  };
  await say(opening());
  const act: Stage['act'] = (event, rest = {}, on = session) =>
    on.ingestEvents({ text: { value: wire(event) }, viewer: 'v', dialect: vitrine, ...rest });
  return { bench, session, say, act };
}

/** A connection of a viewer that has all there is. */
async function attach(session: SessionInMemory, viewer = 'v', dialect: Dialect = vitrine): Promise<KeepingOutlet> {
  const outlet = new KeepingOutlet(viewer);
  session.attach(outlet, { dialect });
  await expect.poll(() => outlet.seq).toBe(session.seq);
  return outlet;
}

const TAKEN = { accepted: 1 };
const REFUSED = { accepted: 0, issues: [{ fault: 'viewer', severity: 'error' }] };

describe('an act that the head refuses', () => {
  it('[SE26] is judged at the state that it names, for the window and not longer, to the millisecond', async () => {
    const { bench, session, say, act } = await open();
    await attach(session);
    await say(set('/stamp', 1));
    const late = press('buy', 'buy', { stamp: 0 });
    bench.clock.now += WINDOW_MS;
    expect(await act(late, { basis: 1 })).toMatchObject(TAKEN);
    bench.clock.now += 1;
    expect(await act(late, { basis: 1 })).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_EVENT_CONTEXT' }] });
  });

  it('[SE26] [SE100] is judged at it where nothing is kept in memory', async () => {
    const { session, say, act } = await open({ recentMemory: new RecentMemory(0) });
    await attach(session);
    for (let i = 1; i <= 5; i++) await say(set('/stamp', i));
    await expect.poll(() => session.sentTo('v')).toBe(6);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1 })).toMatchObject(TAKEN);
  });

  it('[SE26] has as long as the operator says', async () => {
    const { bench, session, say, act } = await open({ actWindowMs: 1000 });
    await attach(session);
    await say(set('/stamp', 1));
    bench.clock.now += 1000;
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1 })).toMatchObject(TAKEN);
    bench.clock.now += 1;
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1 })).toMatchObject(REFUSED);
  });

  it('[SE26] is judged at no other state than the one that it names', async () => {
    const { session, say, act } = await open();
    await attach(session);
    for (let i = 1; i <= 5; i++) await say(set('/stamp', i));
    await expect.poll(() => session.sentTo('v')).toBe(6);
    expect(await act(press('buy', 'buy', { stamp: 3 }), { basis: 3 })).toMatchObject(REFUSED);
    expect(await act(press('buy', 'buy', { stamp: 3 }), { basis: 4 })).toMatchObject(TAKEN);
  });

  it('[SE72] names a state that the session has not reached: that is refused by name, whatever it says', async () => {
    const { session, act } = await open();
    await attach(session);
    const answer = await act(press('go', 'go'), { basis: 99 });
    expect(answer).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_LOG_SEQ', at: '/basis' }] });
  });

  it('[SE73] is not judged at what was there before its viewer came', async () => {
    const { bench, session, say, act } = await open();
    bench.clock.now += WINDOW_MS;
    await say(WITHDRAWN);
    await attach(session);
    expect(await act(press('go', 'go'), { basis: 1 })).toMatchObject(REFUSED);
  });

  it('[SE73] is not judged at what its viewer was not sent yet', async () => {
    const { session, say, act } = await open();
    const outlet = await attach(session);
    outlet.room = 0;
    await say(set('/stamp', 1));
    await say(set('/stamp', 2));
    await say(set('/stamp', 3));
    await expect.poll(() => session.sentTo('v')).toBe(2);
    expect(await act(press('buy', 'buy', { stamp: 2 }), { basis: 3 })).toMatchObject(REFUSED);
    expect(await act(press('buy', 'buy', { stamp: 1 }), { basis: 2 })).toMatchObject(TAKEN);
  });

  it('[SE73] counts what was read in a call as sent', async () => {
    const { bench, session, say, act } = await open();
    bench.clock.now += WINDOW_MS;
    await say(set('/stamp', 1));
    session.noteShown('v', 2);
    await say(set('/stamp', 2));
    expect(await act(press('buy', 'buy', { stamp: 1 }), { basis: 2 })).toMatchObject(TAKEN);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1 })).toMatchObject(REFUSED);
  });

  it('[SE73] of a viewer that was never sent anything is judged at the head alone, whatever it names', async () => {
    const { say, act } = await open();
    await say(WITHDRAWN);
    expect(await act(press('go', 'go'), { basis: 1 })).toMatchObject(REFUSED);
    expect(await act(press('go', 'go'))).toMatchObject(REFUSED);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1 })).toMatchObject(TAKEN);
  });

  it('[SE73] is not judged at what came and went while its viewer was away', async () => {
    const { session, say, act } = await open();
    const { detach } = session.attach(new KeepingOutlet('v'), { dialect: vitrine });
    const gone = await say(WITHDRAWN);
    await expect.poll(() => session.sentTo('v')).toBe(gone);
    session.confirmShown('v', gone);
    detach();
    const back = await say(PUT_BACK);
    await say(WITHDRAWN);
    await attach(session);
    expect(await act(press('go', 'go'), { basis: back })).toMatchObject(REFUSED);
    expect(await act(press('go', 'go'))).toMatchObject(REFUSED);
  });

  it('[SE73] is judged at what came and went while its viewer was away, where that was sent to it when it came back', async () => {
    const { session, say, act } = await open();
    const outlet = new KeepingOutlet('v');
    const { detach } = session.attach(outlet, { dialect: vitrine });
    const gone = await say(WITHDRAWN);
    await expect.poll(() => session.sentTo('v')).toBe(gone);
    detach();
    const back = await say(PUT_BACK);
    await say(WITHDRAWN);
    session.attach(outlet, { dialect: vitrine, after: gone });
    await expect.poll(() => session.sentTo('v')).toBe(session.seq);
    expect(await act(press('go', 'go'), { basis: gone })).toMatchObject(REFUSED);
    expect(await act(press('go', 'go'), { basis: back })).toMatchObject(TAKEN);
    expect(await act(press('go', 'go'))).toMatchObject(TAKEN);
  });

  it('[SE73] is judged at what was read in earlier calls, and not at what lay between them', async () => {
    const { session, say, act } = await open();
    session.noteShown('v', 1);
    await say(set('/stamp', 1));
    session.noteShown('v', await say(set('/stamp', 2)));
    await say(set('/stamp', 3));
    expect(await act(press('buy', 'buy', { stamp: 1 }), { basis: 2 })).toMatchObject(REFUSED);
    expect(await act(press('buy', 'buy', { stamp: 1 }))).toMatchObject(REFUSED);
    expect(await act(press('buy', 'buy', { stamp: 0 }))).toMatchObject(TAKEN);
    expect(await act(press('buy', 'buy', { stamp: 2 }), { basis: 3 })).toMatchObject(TAKEN);
  });

  it('[SE70] is refused where what it acts on is gone from what the viewer confirmed, by HTTP and after a reconnect too', async () => {
    const { session, say, act } = await open();
    const outlet = new KeepingOutlet('v');
    const { detach } = session.attach(outlet, { dialect: vitrine });
    await say(WITHDRAWN);
    await expect.poll(() => session.sentTo('v')).toBe(2);
    expect(await act(press('go', 'go'), { basis: 1 })).toMatchObject(TAKEN);
    expect(session.confirmShown('v', 2)).toBe(true);
    expect(await act(press('go', 'go'), { basis: 1 })).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_EVENT_SOURCE' }],
    });
    detach();
    await attach(session);
    expect(await act(press('go', 'go'), { basis: 1, confirmed: session.confirmedBy('v') })).toMatchObject(REFUSED);
    expect(await act(press('go', 'go'))).toMatchObject(REFUSED);
  });

  it('[SE70] of one page that is behind is not held to what another page of the viewer confirmed, but for what is gone there', async () => {
    const { session, say, act } = await open();
    await attach(session);
    await attach(session);
    await say(set('/stamp', 1));
    await expect.poll(() => session.sentTo('v')).toBe(2);
    session.confirmShown('v', 2);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1, confirmed: 0 })).toMatchObject(TAKEN);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1, confirmed: 2 })).toMatchObject(REFUSED);
    const gone = await say(WITHDRAWN);
    await expect.poll(() => session.sentTo('v')).toBe(gone);
    expect(await act(press('go', 'go'), { basis: 1, confirmed: 0 })).toMatchObject(TAKEN);
    session.confirmShown('v', gone);
    expect(await act(press('go', 'go'), { basis: 1, confirmed: 0 })).toMatchObject(REFUSED);
  });

  it('[SE70] keeps what was confirmed while the session is out of memory', async () => {
    const { bench, session, say, act } = await open();
    const outlet = new KeepingOutlet('v');
    const { detach } = session.attach(outlet, { dialect: vitrine });
    await say(WITHDRAWN);
    await expect.poll(() => session.sentTo('v')).toBe(2);
    session.confirmShown('v', 2);
    detach();
    session.unload();
    const again = await bench.sessions.get(session.id);
    expect(again).not.toBe(session);
    expect(await act(press('go', 'go'), { basis: 1 }, again)).toMatchObject(REFUSED);
  });

  it('[SE71] without a basis is judged at every state that its viewer was sent, and the agent is told the newest that fits', async () => {
    const { bench, session, say, act } = await open();
    await attach(session, 'v', a2ui09);
    for (let i = 1; i <= 100; i++) await say(set('/stamp', i % 50));
    await expect.poll(() => session.sentTo('v')).toBe(101);
    expect(await act(press('buy', 'buy', { stamp: 7 }))).toMatchObject(TAKEN);
    expect(await act(press('buy', 'buy', { stamp: 50 }))).toMatchObject(REFUSED);
    const bases = [];
    for await (const { basis } of bench.sessions.deliveries({ agent: 'dev', live: false })) bases.push(basis);
    expect(bases).toEqual([58]);
  });

  it('[SE76] is told to the agent with the state that its viewer named, where that can have been shown', async () => {
    const { bench, session, say, act } = await open();
    await attach(session);
    await say(set('/stamp', 1));
    await expect.poll(() => session.sentTo('v')).toBe(2);
    expect(await act(press('go', 'go'), { basis: 1 })).toMatchObject(TAKEN);
    session.confirmShown('v', 2);
    expect(await act(press('go', 'go'), { basis: 1 })).toMatchObject(TAKEN);
    const bases = [];
    for await (const { basis } of bench.sessions.deliveries({ agent: 'dev', live: false })) bases.push(basis);
    expect(bases).toEqual([1, undefined]);
  });

  it('[SE71] is justified by one state or not at all', async () => {
    const { session, say, act } = await open();
    await attach(session);
    await say(set('/items', [{ id: 'b' }, { id: 'a' }]), set('/stamp', 1));
    await say(set('/stamp', 2));
    await expect.poll(() => session.sentTo('v')).toBe(3);
    const pick = (id: string, at: number) => act(press('row', 'pick', { id, stamp: at }, { scope: '/items/0' }));
    expect(await pick('a', 1)).toMatchObject({ accepted: 0 });
    expect(await pick('b', 0)).toMatchObject({ accepted: 0 });
    expect(await pick('a', 0)).toMatchObject(TAKEN);
    expect(await pick('b', 1)).toMatchObject(TAKEN);
  });

  it('[SE71] is not judged at a state in which its surface is not complete, nor at one in which nothing leads to it', async () => {
    const { session, say, act } = await open();
    await say({ op: 'close', surface: 's' });
    await attach(session);
    await say(opening({ partial: true }));
    await say({ op: 'close', surface: 's' });
    await say(
      opening({ components: [{ id: 'root', type: 'Column', props: { children: [] } }, ...button('go', 'go')] }),
    );
    await say({ op: 'close', surface: 's' });
    await expect.poll(() => session.sentTo('v')).toBe(session.seq);
    for (const basis of [3, 5, undefined])
      expect(await act(press('go', 'go'), basis === undefined ? {} : { basis })).toMatchObject(REFUSED);
  });

  it('[SE71] is looked for in slices, so that nobody else waits long, and not without end', async () => {
    const { session, say, act } = await open();
    await attach(session);
    const size = MAX_STATES_JUDGED / 4;
    const body = (from: number): Json => Array.from({ length: size }, (_, i) => wire(set('/stamp', from + i)));
    for (let i = 0; i < 5; i++) await session.ingestMessages({ text: { value: body(1 + i * size) } });
    await say(set('/stamp', -1));
    await expect.poll(() => session.sentTo('v')).toBe(session.seq);
    let turns = 0;
    let isOver = false;
    const others = (): void => {
      turns++;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    expect(await act(press('buy', 'buy', { stamp: 0 }))).toMatchObject(REFUSED);
    isOver = true;
    expect(turns).toBeGreaterThan(20);
    // Ten minutes of a value that changes eight times a second.
    expect(await act(press('buy', 'buy', { stamp: 5 * size - 4800 }))).toMatchObject(TAKEN);
  });

  it('[SE71] of which too many wait is told to come more slowly', async () => {
    const { session, act } = await open();
    await attach(session);
    const acts = Array.from({ length: 200 }, () => act(press('nobody', 'go')));
    const outcomes = await Promise.allSettled(acts);
    const codes = outcomes.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : 'judged'));
    expect(new Set(codes)).toEqual(new Set(['judged', 'VITRINE_RATE']));
  });

  it('[SE26] is judged at the head alone where it answers a question or a call', async () => {
    const { session, say, act } = await open();
    await attach(session);
    await say({ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Sure?' });
    await say({ op: 'withdraw', ask: 'q' });
    await expect.poll(() => session.sentTo('v')).toBe(3);
    expect(await act({ event: 'answer', ask: 'q', value: true }, { basis: 2 })).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_ASK_UNKNOWN' }],
    });
    expect(await act({ event: 'return', call: 'c', value: 1 }, { basis: 2 })).toMatchObject(REFUSED);
  });

  it('[SE26] is right at another state before a host that only reports passes it on as wrong', async () => {
    const { bench, session, say, act } = await open({ admission: 'report' });
    await attach(session);
    await say(set('/stamp', 1));
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1 })).toMatchObject({ accepted: 1, issues: [] });
    expect(await act(press('buy', 'buy', { stamp: 9 }), { basis: 1 })).toMatchObject({
      accepted: 1,
      issues: [{ severity: 'warning' }],
    });
    const told = [];
    for await (const { basis, event } of bench.sessions.deliveries({ agent: 'dev', live: false }))
      told.push({ basis, event });
    expect(told).toMatchObject([{ basis: 1, event: { body: [{ context: { stamp: 0 }, checked: true }] } }, {}]);
  });
});

describe('what was typed', () => {
  it('[SE74] is written where its field was, when the field has gone meanwhile and the surface has not', async () => {
    const { session, say, act } = await open();
    await attach(session);
    await say({ op: 'put', surface: 's', components: [{ id: 'root', type: 'Column', props: { children: ['buy'] } }] });
    expect(await act(typed('Ada'), { basis: 1 })).toMatchObject(TAKEN);
    expect(session.view.surfaces.get('s')?.data.get('/name')).toBe('Ada');
  });

  it('[SE74] is not written into another surface of the same name; what was done with it is told', async () => {
    const { bench, session, say, act } = await open();
    await attach(session);
    const bare = { components: [{ id: 'root', type: 'Column', props: { children: [] } }] };
    await say({ op: 'close', surface: 's' }, opening(bare));
    const writes = [{ surface: 's', path: '/name', value: 'Ada' }];
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 1, writes })).toMatchObject(TAKEN);
    expect(session.view.surfaces.get('s')?.data.get('/name')).toBeUndefined();
    expect(await act(typed('Ada'), { basis: 1 })).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }],
    });
    const told = [];
    for await (const { basis, event } of bench.sessions.deliveries({ agent: 'dev', live: false }))
      told.push({ basis, event });
    expect(told).toMatchObject([{ basis: 1, event: { body: [{ event: 'action', name: 'buy' }] } }]);
  });
});

describe('after a restart', () => {
  it('[SE75] an act is judged by the times in the log: within the window it is taken, beyond it not', async () => {
    const { bench, session, say, act } = await open();
    await session.join({ viewer: 'v' });
    await say(set('/stamp', 1));
    for (let i = 0; i < 400; i++) await say(set('/other', i));
    bench.clock.now += WINDOW_MS - 1000;
    const again = await (await bench.restart()).get(session.id);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 2 }, again)).toMatchObject(TAKEN);
    expect(await act(press('buy', 'buy', { stamp: 0 }), {}, again)).toMatchObject(TAKEN);
    bench.clock.now += 1001;
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 2 }, again)).toMatchObject(REFUSED);
    expect(await act(press('buy', 'buy', { stamp: 0 }), {}, again)).toMatchObject(REFUSED);
  });

  it('[SE75] a clock that was set back makes nothing pressable for longer than the window', async () => {
    const { bench, session, say, act } = await open();
    await session.join({ viewer: 'v' });
    await say(set('/stamp', 1));
    bench.clock.now -= 3 * 60 * 60 * 1000;
    const again = await (await bench.restart()).get(session.id);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 2 }, again)).toMatchObject(TAKEN);
    bench.clock.now += WINDOW_MS + 1;
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 2 }, again)).toMatchObject(REFUSED);
  });

  it('[SE75] a viewer that was not there before acts on nothing from before', async () => {
    const { bench, session, say, act } = await open();
    await say(WITHDRAWN);
    const again = await (await bench.restart()).get(session.id);
    expect(await act(press('go', 'go'), {}, again)).toMatchObject(REFUSED);
    expect(await act(press('go', 'go'), { basis: 1 }, again)).toMatchObject(REFUSED);
    await again.join({ viewer: 'v' });
    await attach(again);
    expect(await act(press('go', 'go'), {}, again)).toMatchObject(REFUSED);
    expect(await act(press('go', 'go'), { basis: 1 }, again)).toMatchObject(REFUSED);
  });

  it('[SE75] a viewer acts on what was there since it joined, and until it left', async () => {
    const { bench, session, say, act } = await open();
    await say(set('/stamp', 1));
    await session.join({ viewer: 'v' });
    await say(set('/stamp', 2));
    await say(WITHDRAWN);
    const log = (event: object) =>
      session.write((draft) => session.add(draft, { body: [event] } as unknown as NewEntry, HOST)).durable;
    await log({ event: 'leave', viewer: 'v' });
    await say(PUT_BACK, set('/stamp', 4));
    await say(set('/stamp', 5));
    const again = await (await bench.restart()).get(session.id);
    const pressed = (at: number) => act(press('buy', 'buy', { stamp: at }), {}, again);
    expect(await pressed(0)).toMatchObject(REFUSED);
    expect(await pressed(1)).toMatchObject(TAKEN);
    expect(await pressed(2)).toMatchObject(TAKEN);
    expect(await pressed(4)).toMatchObject(REFUSED);
  });

  it('[SE75] a viewer that joined long before the window acts on what is in the window', async () => {
    const { bench, session, say, act } = await open();
    await session.join({ viewer: 'v' });
    bench.clock.now += 10 * WINDOW_MS;
    for (let i = 0; i < 600; i++) await say(set('/other', i));
    const shown = session.seq;
    await say(WITHDRAWN);
    const again = await (await bench.restart()).get(session.id);
    expect(await act(press('go', 'go'), { basis: shown }, again)).toMatchObject(TAKEN);
    expect(await act(press('go', 'go'), {}, again)).toMatchObject(TAKEN);
  });

  it('[SE75] what is gone from a state that the viewer had named is gone, also where it names an older one now', async () => {
    const { bench, session, say, act } = await open();
    await session.join({ viewer: 'v' });
    await attach(session);
    const gone = await say(WITHDRAWN);
    await expect.poll(() => session.sentTo('v')).toBe(gone);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: gone })).toMatchObject(TAKEN);
    await say(set('/stamp', 1));
    const again = await (await bench.restart()).get(session.id);
    expect(await act(press('go', 'go'), { basis: 2 }, again)).toMatchObject(REFUSED);
    expect(await act(press('buy', 'buy', { stamp: 0 }), { basis: 2 }, again)).toMatchObject(TAKEN);
  });
});
