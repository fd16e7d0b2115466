// The judge of runs, judged: a run in which all is well has no violation, and each that is planted is named.

import type { Entry } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { checkLedger, type StoredFacts } from './check-ledger.ts';
import { Ledger, markOf } from './ledger.ts';

const SESSION = 'session';

function entry(seq: number, body: Entry['body'], role: 'agent' | 'viewer' = 'agent', key?: string): Entry {
  const from = { role, id: 'x', dialect: 'vitrine' };
  return {
    v: 2,
    seq,
    at: '2040-03-01T12:00:00.000Z',
    from,
    trust: 'trusted',
    body,
    ...(key === undefined ? {} : { key }),
  };
}

const set = (seq: number, n: number): Entry =>
  entry(seq, [{ op: 'set', surface: 's', path: '/mark', value: markOf('agent', n) }]);
const press = (seq: number, n: number): Entry =>
  entry(
    seq,
    [{ event: 'action', surface: 's', source: 'go', name: 'go', context: {}, checked: true }],
    'viewer',
    markOf('presser', n),
  );
const answer = (seq: number, value: string): Entry => entry(seq, [{ event: 'answer', ask: 'q', value }], 'viewer');

interface World {
  readonly ledger: Ledger;
  readonly facts: Omit<StoredFacts, 'sessions' | 'feeds' | 'grants' | 'writes'> & {
    sessions: Map<string, Entry[]>;
    feeds: Map<string, { session: string; seq: number }[]>;
    grants: { session: string; node: string; epoch: number }[];
    writes: { session: string; seq: number; writer: string; holder: string; epoch: number }[];
  };
}

/** Four messages of an agent, two presses and one answer; two nodes wrote them, one after the other. */
function soundWorld(): World {
  const ledger = new Ledger();
  ledger.writers.push(
    {
      ...{ name: 'agent', session: SESSION, sent: 5 },
      acknowledged: [
        { mark: 1, seq: 2 },
        { mark: 3, seq: 5 },
      ],
    },
    {
      ...{ name: 'presser', session: SESSION, sent: 2 },
      acknowledged: [
        { mark: 0, seq: 3 },
        { mark: 1, seq: 6 },
      ],
    },
  );
  ledger.asks.push({
    ...{ ask: 'q', session: SESSION, heard: ['ann'] },
    answers: [
      { viewer: 'ann', value: 'ann', isTaken: true },
      { viewer: 'bob', value: 'bob', isTaken: false },
    ],
  });
  const fed = [3, 6, 7].map((seq) => ({ session: SESSION, seq }));
  ledger.feeds.push({ reader: 'poll', agent: 'dev', isInOrder: true, events: [...fed.slice(0, 2), ...fed] });
  ledger.views.push({ viewer: 'ann', session: SESSION, shown: '{}', expected: '{}' });
  const entries = [set(1, 0), set(2, 1), press(3, 0), set(4, 2), set(5, 3), press(6, 1), answer(7, 'ann')];
  const by = (seq: number, writer: string, epoch: number) => ({ session: SESSION, seq, writer, holder: writer, epoch });
  return {
    ledger,
    facts: {
      sessions: new Map([[SESSION, entries]]),
      feeds: new Map([['dev', fed]]),
      grants: [
        { session: SESSION, node: 'a', epoch: 1 },
        { session: SESSION, node: 'b', epoch: 2 },
      ],
      writes: [by(2, 'a', 1), by(3, 'a', 1), by(5, 'b', 2), by(6, 'b', 2), by(7, 'b', 2)],
      removals: 0,
    },
  };
}

function violationsOf(plant: (world: World) => void): readonly string[] {
  const world = soundWorld();
  plant(world);
  return checkLedger(world.ledger, world.facts).map(({ kind, what }) => `${kind}: ${what}`);
}

const entriesOf = ({ facts }: World): Entry[] => facts.sessions.get(SESSION) as Entry[];
/** As a database would number what is left. */
const renumber = (world: World, entries: readonly Entry[]): void =>
  void world.facts.sessions.set(
    SESSION,
    entries.map((one, index) => ({ ...one, seq: index + 1 })),
  );

describe('the judge of a run', () => {
  it('finds nothing where all is well, a message that was not acknowledged included', () => {
    expect(violationsOf(() => undefined)).toEqual([]);
    expect(violationsOf((world) => entriesOf(world).push(set(8, 4)))).toEqual([]);
  });

  it('names an acknowledged message that is missing, with or without its number', () => {
    expect(violationsOf((world) => entriesOf(world).splice(1, 1))).toContain('lost: agent: message 1 was acknowledged');
    const renumbered = violationsOf((world) =>
      renumber(
        world,
        entriesOf(world).filter(({ seq }) => seq !== 2),
      ),
    );
    expect(renumbered).toContain('lost: agent: message 1 was acknowledged');
    expect(renumbered).toContain('misnumbered: agent: message 3 was acknowledged as entry 5 and is entry 4');
  });

  it('lets a message be missing of which its sender was told that it failed, and not be there twice', () => {
    const plant = (world: World) => Object.assign(world.ledger.writers[0] as object, { failed: new Set([1]) });
    expect(
      violationsOf((world) => {
        plant(world);
        world.ledger.writers[0]?.acknowledged.shift();
        entriesOf(world).splice(1, 1, entry(2, []));
      }),
    ).toEqual([]);
    expect(
      violationsOf((world) => {
        plant(world);
        entriesOf(world).push(set(8, 1));
      }),
    ).toEqual(['doubled: agent: message 1 is entry 2 and entry 8']);
  });

  it('names a press that is missing though only its key is known', () => {
    expect(violationsOf((world) => entriesOf(world).splice(5, 1))).toContain(
      'lost: presser: message 1 was acknowledged',
    );
  });

  it('names a message that is there twice', () => {
    expect(violationsOf((world) => entriesOf(world).push(set(8, 1)))).toEqual([
      'doubled: agent: message 1 is entry 2 and entry 8',
    ]);
  });

  it('names two messages that changed places', () => {
    const swapped = violationsOf((world) => {
      const [first, second, ...rest] = entriesOf(world) as [Entry, Entry, ...Entry[]];
      renumber(world, [second, first, ...rest]);
    });
    expect(swapped).toContain('reordered: agent: message 0 is entry 2, behind message 1');
  });

  it('names a message that nobody sent', () => {
    expect(violationsOf((world) => entriesOf(world).push(set(8, 5)))).toEqual([
      'made up: agent: message 5 is entry 8 and was never sent',
    ]);
  });

  it('names a hole in the numbers, and rows that were taken away', () => {
    expect(violationsOf((world) => entriesOf(world).push(set(9, 4)))).toEqual([
      'misnumbered: session has seq 9 in the place of 8',
    ]);
    expect(violationsOf(({ facts }) => Object.assign(facts, { removals: 2 }))).toEqual([
      'lost: 2 rows of entries were changed or removed',
    ]);
  });

  it('names an ask that has two answers, one that was taken and is not stored, and one that was not heard', () => {
    const twice = violationsOf((world) => {
      entriesOf(world).push(answer(8, 'bob'));
      world.facts.feeds.get('dev')?.push({ session: SESSION, seq: 8 });
    });
    expect(twice).toContain('ask: ask q of session has 2 answers in the log');
    const taken = violationsOf(
      ({ ledger }) => void ledger.asks[0]?.answers.push({ viewer: 'eve', value: 'eve', isTaken: true }),
    );
    expect(taken).toEqual([
      'ask: ask q of session: ann and eve were both taken',
      'ask: ask q of session: eve was taken and is not stored',
    ]);
    expect(violationsOf(({ ledger }) => void ledger.asks[0]?.heard.pop())).toEqual([
      'ask: ask q of session was answered, and heard 0 times',
    ]);
    expect(violationsOf(({ ledger }) => void ledger.asks[0]?.heard.push('eve'))).toContain(
      'ask: ask q of session: the agent heard eve',
    );
  });

  it('names an event that a reader was not given, one that came too early, and one that is in no feed', () => {
    expect(violationsOf(({ ledger }) => void ledger.feeds[0]?.events.pop())).toEqual([
      'feed: poll was not given the last 1 of all',
    ]);
    const early = violationsOf(({ ledger }) => void ledger.feeds[0]?.events.unshift({ session: SESSION, seq: 6 }));
    expect(early).toEqual(['feed: poll was given session 6 before 1 others']);
    const unfed = violationsOf(({ facts }) => void facts.feeds.get('dev')?.splice(1, 1));
    expect(unfed).toContain('feed: entry session 6 is in no feed');
    expect(unfed).toContain('feed: poll was given session 6, which is in no feed');
    expect(violationsOf(({ facts }) => void facts.feeds.get('dev')?.push({ session: SESSION, seq: 7 }))).toContain(
      'feed: entry session 7 stands 2 times in its feed',
    );
  });

  it('lets a reader that keeps the order of each session have them side by side', () => {
    const plant = (isInOrder: boolean) => (world: World) => {
      const entries = [press(1, 0)];
      world.facts.sessions.set('other', entries);
      world.facts.feeds.get('dev')?.unshift({ session: 'other', seq: 1 });
      const events = [3, 6, 7].map((seq) => ({ session: SESSION, seq }));
      world.ledger.feeds[0] = {
        ...{ reader: 'client', agent: 'dev', isInOrder },
        events: [...events, { session: 'other', seq: 1 }],
      };
    };
    expect(violationsOf(plant(false))).toEqual([]);
    expect(violationsOf(plant(true))).toContain('feed: client was given session 3 before 1 others');
  });

  it('names a viewer that shows something else than the log, and where', () => {
    const [named] = violationsOf(({ ledger }) =>
      ledger.views.push({ viewer: 'bob', session: SESSION, shown: '{"a":1}', expected: '{"a":2}' }),
    );
    expect(named).toContain('view: bob shows of session');
  });

  it('names an epoch of two nodes, one that goes back, and a writer without the lease', () => {
    expect(violationsOf(({ facts }) => facts.grants.push({ session: SESSION, node: 'c', epoch: 2 }))).toContain(
      'writers: epoch 2 was given to b and to c',
    );
    expect(violationsOf(({ facts }) => facts.grants.push({ session: SESSION, node: 'a', epoch: 1 }))).toEqual([
      'writers: session went back to epoch 1',
    ]);
    const paused = { session: SESSION, seq: 8, writer: 'a', holder: 'b', epoch: 2 };
    expect(violationsOf(({ facts }) => facts.writes.push(paused))).toEqual([
      'writers: session 8 was written by a while b had the lease',
    ]);
    expect(violationsOf(({ facts }) => facts.writes.push({ ...paused, holder: 'a' }))).toEqual([
      'writers: session 8 was written by a in the epoch of b',
    ]);
    expect(violationsOf(({ facts }) => facts.writes.push({ ...paused, holder: 'a', epoch: 1 }))).toEqual([
      'writers: session 8 was written in epoch 1, behind a later one',
    ]);
  });

  it('names what a client complained of', () => {
    expect(violationsOf(({ ledger }) => ledger.complain('ann', 'it was refused'))).toEqual([
      'complaint: ann: it was refused',
    ]);
  });
});
