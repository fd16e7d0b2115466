import type { Json } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { type Bench, KeepingOutlet, openBench } from '../../test/sessions.ts';
import type { SessionInMemory } from './live-session.ts';

const field = (id: string, path: string, more: object = {}) => ({
  id,
  type: 'TextField',
  props: { label: id, value: { path }, ...more },
});

function form(): Json {
  return {
    vitrine: 1,
    body: [
      {
        op: 'open',
        surface: 's',
        catalog: basic09.id,
        protocol: '0.9',
        sync: true,
        data: { name: '', code: '' },
        components: [
          { id: 'root', type: 'Column', props: { children: ['name', 'code', 'send'] } },
          field('name', '/name'),
          field('code', '/code', { variant: 'obscured' }),
          { id: 'label', type: 'Text', props: { text: 'Send' } },
          {
            id: 'send',
            type: 'Button',
            props: {
              child: 'label',
              action: {
                event: { name: 'sent', context: { name: { path: '/name' }, code: { path: '/code' }, kind: 'form' } },
              },
            },
          },
        ],
      },
    ],
  } as unknown as Json;
}

async function openForm(bench: Bench, dialect = 'vitrine'): Promise<SessionInMemory> {
  const session = await bench.open({ dialect });
  expect(await session.ingestMessages({ text: { value: form() } })).toMatchObject({ accepted: 1, issues: [] });
  return session;
}

const press = (context: Json, more: object = {}): Json =>
  ({
    vitrine: 1,
    body: [{ event: 'action', surface: 's', source: 'send', name: 'sent', context, checked: false }],
    ...more,
  }) as unknown as Json;

async function received(bench: Bench, after?: number) {
  const events = [];
  const options = { agent: 'dev', live: false, ...(after === undefined ? {} : { after }) };
  for await (const delivery of bench.sessions.deliveries(options)) events.push(delivery);
  return events;
}

describe('what a viewer does', () => {
  it('[SE20] is admitted, committed with its writes before it, and delivered with the context as the host sees it', async () => {
    const bench = await openBench();
    const session = await openForm(bench);
    const writes = [{ surface: 's', path: '/name', value: 'Ada' }];
    const answer = await session.ingestEvents({
      text: { value: press({ name: 'Ada', code: '', kind: 'form' }, { basis: 1, writes }) },
      viewer: 'v',
    });
    expect(answer).toMatchObject({ accepted: 1, seq: 2, issues: [] });
    expect((await session.snapshot()).surfaces.s).toMatchObject({ data: { name: 'Ada' } });
    expect(await received(bench)).toMatchObject([
      {
        session: session.id,
        seq: 2,
        event: { vitrine: 1, body: [{ event: 'action', context: { name: 'Ada', kind: 'form' }, checked: true }] },
      },
    ]);
  });

  it('[SE77] on a surface that was closed and opened again writes nothing into the new one', async () => {
    const bench = await openBench();
    const session = await openForm(bench);
    session.noteShown('v', 1);
    const close = { vitrine: 1, body: [{ op: 'close', surface: 's' }] } as unknown as Json;
    await session.ingestMessages({ text: { value: close } });
    await session.ingestMessages({ text: { value: form() } });
    const writes = [{ surface: 's', path: '/name', value: 'Ada' }];
    const act = press({ name: 'Ada', code: '', kind: 'form' }, { basis: 1, writes });
    expect(await session.ingestEvents({ text: { value: act }, viewer: 'v' })).toMatchObject({ accepted: 1 });
    expect(session.view.surfaces.get('s')?.data.get('/name')).toBe('');
    const typed = { vitrine: 1, basis: 1, body: [{ event: 'input', surface: 's', path: '/name', value: 'Bo' }] };
    expect(await session.ingestEvents({ text: { value: typed as unknown as Json }, viewer: 'v' })).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }],
    });
    const now = press({ name: 'Ada', code: '', kind: 'form' }, { basis: session.seq, writes });
    expect(await session.ingestEvents({ text: { value: now }, viewer: 'v' })).toMatchObject({ accepted: 1 });
    expect(session.view.surfaces.get('s')?.data.get('/name')).toBe('Ada');
  });

  it('[SE21] is refused with a reason when it says something else than is shown, and changes nothing', async () => {
    const bench = await openBench();
    const session = await openForm(bench);
    const answer = await session.ingestEvents({
      text: { value: press({ name: '', code: '', kind: 'other' }) },
      viewer: 'v',
    });
    expect(answer).toMatchObject({ accepted: 0, seq: 1, issues: [{ code: 'VITRINE_EVENT_CONTEXT', fault: 'viewer' }] });
    expect(await received(bench)).toEqual([]);
  });

  it('[SE22] by typing alone is state for all others, is not delivered, and comes to its author as an acknowledgement', async () => {
    const bench = await openBench();
    const session = await openForm(bench);
    const [author, other] = [new KeepingOutlet('author'), new KeepingOutlet('other')];
    session.attach(author, { dialect: vitrine });
    session.attach(other, { dialect: vitrine });
    const typed = { vitrine: 1, body: [{ event: 'input', surface: 's', path: '/name', value: 'Bo' }] };
    await session.ingestEvents({ text: { value: typed as unknown as Json }, viewer: 'author', key: 'k' });
    await expect.poll(() => [author.seq, other.seq]).toEqual([2, 2]);
    expect(author.acks).toEqual([{ seq: 2, key: 'k' }]);
    expect(other.replica.surfaces.get('s')?.data.get('/name')).toBe('Bo');
    expect(await received(bench)).toEqual([]);
  });

  it('[SE23] with a key happens once, over restarts too', async () => {
    const bench = await openBench();
    const session = await openForm(bench);
    const call = { text: { value: press({ name: '', code: '', kind: 'form' }) }, viewer: 'v', key: 'press-1' };
    const first = await session.ingestEvents(call);
    expect(await session.ingestEvents(call)).toEqual(first);
    const again = await (await bench.restart()).get(session.id);
    expect(await again.ingestEvents(call)).toMatchObject({ accepted: 1, seq: first.seq });
    expect(await received(bench)).toHaveLength(1);
  });

  it('[SE24] into an obscured field reaches the agent alone: no entry, no snapshot and no other viewer has it', async () => {
    const bench = await openBench();
    const session = await openForm(bench);
    const other = new KeepingOutlet('other');
    session.attach(other, { dialect: vitrine });
    const writes = [{ surface: 's', path: '/code', value: 'hunter2!' }];
    const pressed = press({ name: '', code: 'hunter2!', kind: 'form' }, { writes });
    expect(await session.ingestEvents({ text: { value: pressed }, viewer: 'v' })).toMatchObject({ accepted: 1 });
    await expect.poll(() => other.seq).toBe(2);
    const entries = [];
    for await (const entry of bench.log.read(session.id, 0)) entries.push(entry);
    expect(JSON.stringify([entries, await session.snapshot(), other.messages])).not.toContain('hunter2');
    const [delivered] = await received(bench);
    expect(delivered?.event).toMatchObject({ body: [{ context: { code: 'hunter2!' } }] });
    await bench.sessions.confirm({ agent: 'dev', upTo: delivered?.next ?? 0 });
    const records = [];
    for await (const record of bench.log.records('seal')) records.push(record);
    expect(records).toEqual([]);
  });

  it('[SE25] is delivered in the dialect of the agent, with the data models that a surface asked for', async () => {
    const bench = await openBench();
    const session = await openForm(bench, 'a2ui-0.9');
    await session.ingestEvents({ text: { value: press({ name: '', code: '', kind: 'form' }) }, viewer: 'v' });
    expect(await received(bench)).toMatchObject([
      {
        event: { version: 'v0.9', action: { name: 'sent', sourceComponentId: 'send' } },
        metadata: { a2uiClientDataModel: { surfaces: { s: { name: '' } } } },
      },
    ]);
  });

  it('[SE25] brings those data models with words too, as they were then', async () => {
    const bench = await openBench();
    const session = await openForm(bench, 'a2ui-0.9');
    const say = { vitrine: 1, body: [{ event: 'say', text: 'Hello' }] } as unknown as Json;
    await session.ingestEvents({ text: { value: say }, viewer: 'v' });
    await session.ingestMessages({ text: { value: { vitrine: 1, body: [{ op: 'close', surface: 's' }] } } });
    expect(await received(bench)).toMatchObject([
      { event: { body: [{ text: 'Hello' }] }, metadata: { a2uiClientDataModel: { surfaces: { s: { name: '' } } } } },
    ]);
  });

  it('[SE26] is judged as it was shown when the agent has changed it within the window, and not longer', async () => {
    const bench = await openBench();
    const session = await openForm(bench);
    session.noteShown('v', 1);
    const renamed = {
      vitrine: 1,
      body: [
        {
          op: 'put',
          surface: 's',
          components: [{ id: 'send', type: 'Button', props: { child: 'label', action: { event: { name: 'other' } } } }],
        },
      ],
    };
    await session.ingestMessages({ text: { value: renamed as unknown as Json } });
    const call = (basis: number) =>
      session.ingestEvents({ text: { value: press({ name: '', code: '', kind: 'form' }, { basis }) }, viewer: 'v' });
    expect(await call(1)).toMatchObject({ accepted: 1 });
    bench.clock.now += 600_001;
    expect(await call(1)).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_EVENT_NAME' }] });
  });
});

describe('asks', () => {
  const ask = (until?: string): Json =>
    ({
      vitrine: 1,
      body: [
        { op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Sure?', ...(until === undefined ? {} : { until }) },
      ],
    }) as unknown as Json;
  const answer = { vitrine: 1, body: [{ event: 'answer', ask: 'q', value: true }] } as unknown as Json;

  it('[SE27] are answered once', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.ingestMessages({ text: { value: ask() } });
    const both = await Promise.all(
      ['a', 'b'].map((viewer) => session.ingestEvents({ text: { value: answer }, viewer })),
    );
    expect(both.map(({ accepted }) => accepted).toSorted()).toEqual([0, 1]);
    expect(both.flatMap(({ issues }) => issues)).toMatchObject([{ code: 'VITRINE_ASK_ANSWERED' }]);
    expect(await received(bench)).toMatchObject([{ event: { body: [{ event: 'answer', ask: 'q', value: true }] } }]);
  });

  it('[SE28] lapse by an entry when their time is over, also while no process ran, and the agent is told', async () => {
    const bench = await openBench();
    const session = await bench.open();
    await session.ingestMessages({ text: { value: ask('2026-01-02T03:05:00.000Z') } });
    bench.clock.now = Date.parse('2026-01-02T03:05:01Z');
    expect(await session.ingestEvents({ text: { value: answer }, viewer: 'v' })).toMatchObject({
      accepted: 0,
      issues: [{ code: 'VITRINE_ASK_LAPSED' }],
    });
    const sessions = await bench.restart();
    const again = await sessions.get(session.id);
    expect(again.view.asks.size).toBe(0);
    expect(again.ended.get('q')).toBe('lapsed');
    expect(await again.ingestEvents({ text: { value: answer }, viewer: 'v' })).toMatchObject({
      issues: [{ code: 'VITRINE_ASK_LAPSED' }],
    });
    const events = [];
    for await (const { event } of sessions.deliveries({ agent: 'dev', live: false })) events.push(event);
    expect(events).toMatchObject([
      { body: [{ event: 'issue', issue: { code: 'VITRINE_ASK_LAPSED', at: '/asks/q' } }] },
    ]);
  });
});

describe('an agent', () => {
  it('[SE29] receives what it has not confirmed, of all sessions in order, once it has confirmed the rest', async () => {
    const bench = await openBench();
    const [one, two] = [await openForm(bench), await openForm(bench)];
    for (const session of [one, two, one])
      await session.ingestEvents({ text: { value: press({ name: '', code: '', kind: 'form' }) }, viewer: 'v' });
    const all = await received(bench);
    expect(all.map(({ session }) => session)).toEqual([one.id, two.id, one.id]);
    expect(await received(bench)).toEqual(all);
    expect(await received(bench, all[1]?.next)).toEqual([all[2]]);
    expect(await received(bench)).toEqual([all[2]]);
    const ofOne = [];
    for await (const { seq } of bench.sessions.deliveries({ agent: 'dev', session: one.id, live: false }))
      ofOne.push(seq);
    expect(ofOne).toEqual([2, 3]);
  });

  it('[SE30] is told who came, what it can show, and who is gone for good', async () => {
    const bench = await openBench();
    const session = await bench.open();
    const hello = { viewer: 'v', catalogs: [basic09.id], locale: 'de-DE' };
    await session.join(hello);
    await session.join(hello);
    await session.leave('v');
    await session.join(hello);
    expect(await received(bench)).toMatchObject([
      { event: { body: [{ event: 'join', viewer: 'v', locale: 'de-DE' }] } },
    ]);
    const opened = { vitrine: 1, body: [{ op: 'open', surface: 'x', catalog: basic10.id }] };
    const shown = await session.ingestMessages({ text: { value: opened } });
    expect(shown.accepted).toBe(1);
    expect(shown.issues).toMatchObject([{ code: 'VITRINE_CATALOG_UNKNOWN', severity: 'warning' }]);
  });
});
