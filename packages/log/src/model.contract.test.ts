import type { Entry } from '@vitrine/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeSessionLog } from '../test/contract.ts';
import { collect, create, entry, NOON, valueIn } from '../test/samples.ts';
import type { LogError } from './log-error.ts';
import type { CommitOutcome, SessionLog } from './session-log.ts';

/** What is done to one of a few sessions. `at` is a share of the head, so that it means something at any time. */
type Act =
  | { readonly do: 'commit'; readonly count: number; readonly claim?: number; readonly expect?: 'head' | 'stale' }
  | { readonly do: 'snapshot' | 'prune' | 'fork'; readonly at: number }
  | { readonly do: 'close' }
  | { readonly do: 'delete' };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        do: fc.constant('commit' as const),
        count: fc.nat({ max: 40 }),
        claim: fc.nat({ max: 6 }),
        expect: fc.constantFrom('head' as const, 'stale' as const),
      },
      { requiredKeys: ['do', 'count'] },
    ),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('snapshot' as const, 'prune' as const), at: share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fork' as const), at: share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('close' as const, 'delete' as const) }) },
);
const acts = fc.array(fc.record({ on: fc.nat({ max: 2 }), act }), { maxLength: 40 });

/** A session as it should be: everything that ever was in it, and what may still be read. */
class Model {
  values: number[] = [];
  readonly claims = new Map<number, number>();
  snapshots = new Set<number>();
  base = 0;
  state: 'open' | 'closed' | 'deleted' = 'open';

  commit(values: readonly number[], claim: number | undefined, expected: number | undefined): string {
    if (this.state !== 'open') return this.state === 'closed' ? 'SESSION_CLOSED' : 'SESSION_UNKNOWN';
    if (claim !== undefined && this.claims.has(claim)) return `CLAIMED ${this.claims.get(claim)}`;
    if (expected !== undefined && expected !== this.values.length) return `CONFLICT ${this.values.length}`;
    this.values.push(...values);
    if (claim !== undefined) this.claims.set(claim, this.values.length);
    return `stored up to ${this.values.length}`;
  }

  snapshot(seq: number): string {
    if (this.state === 'deleted') return 'SESSION_UNKNOWN';
    if (seq < this.base) return 'COMPACTED';
    this.snapshots.add(seq);
    return 'done';
  }

  prune(seq: number): string {
    if (this.state === 'deleted') return 'SESSION_UNKNOWN';
    if (seq <= this.base) return 'done';
    if (![...this.snapshots].some((at) => at >= seq)) return 'SNAPSHOT';
    this.base = seq;
    this.snapshots = new Set([...this.snapshots].filter((at) => at >= seq));
    return 'done';
  }

  fork(seq: number): string {
    if (this.state === 'deleted') return 'SESSION_UNKNOWN';
    return this.base > 0 && ![...this.snapshots].some((at) => at <= seq) ? 'COMPACTED' : 'done';
  }

  end(how: 'close' | 'delete'): string {
    if (this.state === 'deleted') return 'SESSION_UNKNOWN';
    this.state = how === 'close' ? 'closed' : 'deleted';
    return 'done';
  }
}

const short = (code: string): string => code.replace('VITRINE_LOG_', '');

function told(outcome: CommitOutcome): string {
  if (outcome.ok) return `stored up to ${outcome.last}`;
  if (outcome.code === 'VITRINE_LOG_CLAIMED') return `CLAIMED ${outcome.seq}`;
  return outcome.code === 'VITRINE_LOG_CONFLICT' ? `CONFLICT ${outcome.head}` : short(outcome.code);
}

const done = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: LogError) => short(error.code),
  );

/** Hands an act to the log and to the model; gives what each says of it. */
function perform(log: SessionLog, session: string, model: Model, given: Act, next: () => number) {
  const head = model.values.length;
  if (given.do === 'commit') {
    const values = Array.from({ length: given.count }, next);
    const expected = given.expect === undefined ? {} : { expect: given.expect === 'head' ? head : head + 1 };
    const claims = given.claim === undefined ? {} : { claims: [`key:${given.claim}`] };
    const outcome = log.commit({ session, entries: values.map((value) => entry(value)), ...expected, ...claims });
    return { said: outcome.then(told), should: model.commit(values, given.claim, expected.expect) };
  }
  if (given.do === 'close' || given.do === 'delete') {
    const ending = given.do === 'close' ? log.closeSession(session, NOON) : log.deleteSession(session);
    return { said: done(ending), should: model.end(given.do) };
  }
  const seq = Math.floor(given.at * head);
  if (given.do === 'snapshot')
    return { said: done(log.saveSnapshot(session, { seq, version: 'f', state: 0 })), should: model.snapshot(seq) };
  if (given.do === 'prune') return { said: done(log.prune(session, seq)), should: model.prune(seq) };
  return { said: done(log.fork(session, seq, { createdAt: NOON })), should: model.fork(seq) };
}

describeSessionLog('any order of things', (log) => {
  test('[LG1] [LG2] [LG3] whatever is handed over at once, the log says and keeps what a list would', async () => {
    const asModel = fc.asyncProperty(acts, async (given) => {
      const sessions = await Promise.all([0, 1, 2].map(() => create(log())));
      const models = sessions.map(() => new Model());
      // A reader of the past may find it removed, or all of it; one that follows gets all there was.
      const lives: Promise<Entry[] | undefined>[] = sessions.map((session, index) =>
        collect(log().read(session, 0, { live: true })).catch((error: LogError) => {
          const isDeleted = given.some(({ on, act: one }) => on === index && one.do === 'delete');
          if (!isDeleted || error.code !== 'VITRINE_LOG_SESSION_UNKNOWN')
            expect(error.code).toBe('VITRINE_LOG_COMPACTED');
          return undefined;
        }),
      );
      let count = 0;
      const results = given.map(({ on, act: one }) =>
        perform(log(), sessions[on] as string, models[on] as Model, one, () => ++count),
      );
      expect(await Promise.all(results.map(({ said }) => said))).toEqual(results.map(({ should }) => should));
      for (const [index, session] of sessions.entries()) {
        const model = models[index] as Model;
        if (model.state === 'open') await log().closeSession(session, NOON);
        const live = await lives[index];
        if (live !== undefined && model.state !== 'deleted') expect(live.map(valueIn)).toEqual(model.values);
        if (model.state === 'deleted') continue;
        const kept = await collect(log().read(session, model.base));
        expect(kept.map(valueIn)).toEqual(model.values.slice(model.base));
        expect(kept[0]?.seq ?? model.base + 1).toBe(model.base + 1);
      }
    });
    await fc.assert(asModel, { numRuns: 40 });
  });
});
