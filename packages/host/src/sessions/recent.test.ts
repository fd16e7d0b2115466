import { vitrine } from '@vitrine/dialects';
import { expect, test } from 'vitest';
import { KeepingOutlet, openBench, openSurface, setData } from '../../test/sessions.ts';
import type { SentEntry } from '../outlet.ts';
import { Pack, Recent } from './recent.ts';
import { RecentMemory } from './recent-memory.ts';

const plain = (seq: number, text = `{"n":${seq}}`): SentEntry => ({ seq, wire: [text] });

test('[SE39] a pack gives back what was packed, whatever stands beside the messages', () => {
  const losses = [{ what: 'something' }];
  const lists: SentEntry[][] = [
    [plain(4)],
    [plain(4), plain(5), plain(6)],
    [plain(4), { seq: 5, wire: [] }, { seq: 6, wire: ['{"a":1}', '{"b":2}'] }],
    [plain(4), { ...plain(5), author: 'ann', key: 'k' }, { ...plain(6), losses }],
  ];
  for (const sent of lists) {
    const pack = new Pack(sent);
    expect(pack.items()).toEqual(sent);
    expect([pack.last, pack.count]).toEqual([sent.at(-1)?.seq, sent.length]);
  }
});

const seqsAfter = (recent: Recent, seq: number): number[] => [...recent.after(seq)].flat().map((sent) => sent.seq);

test('[SE39] what was sent lately is found behind any seq, until there is too much of it', () => {
  const recent = new Recent(3, new RecentMemory(8 * 262_500));
  recent.keep(new Pack([plain(4), plain(5), plain(6)]));
  recent.keep(new Pack([plain(7)]));
  expect([2, 3, 7].map((seq) => recent.covers(seq))).toEqual([false, true, true]);
  expect(seqsAfter(recent, 5)).toEqual([6, 7]);
  expect(seqsAfter(recent, 7)).toEqual([]);
  recent.keep(new Pack([plain(8, 'x'.repeat(262_000))]));
  expect([recent.covers(5), recent.covers(6)]).toEqual([false, true]);
  expect(seqsAfter(recent, 7)).toEqual([8]);
  // The last is kept, however long it is.
  recent.keep(new Pack([plain(9, 'x'.repeat(300_000))]));
  expect([recent.covers(7), recent.covers(8)]).toEqual([false, true]);
});

test('[SE40] those who join at the same seq and moment are handed the same messages', async () => {
  const bench = await openBench();
  const session = await bench.open();
  await session.ingestMessages({ text: { value: [openSurface(), setData('/t', 'one')] } });
  const joins: (readonly string[])[] = [];
  const join = (): void => {
    const outlet = new KeepingOutlet();
    const keep = outlet.join.bind(outlet);
    outlet.join = (wire, seq) => {
      joins.push(wire);
      keep(wire, seq);
    };
    session.attach(outlet, { dialect: vitrine });
  };
  join();
  join();
  expect(joins[1]).toBe(joins[0]);
  bench.clock.now += 1000;
  join();
  expect(joins[2]).not.toBe(joins[0]);
  expect(joins[2]).toEqual(joins[0]);
  await session.ingestMessages({ text: { value: [setData('/t', 'two')] } });
  join();
  expect(joins[3]?.join()).toContain('two');
});
