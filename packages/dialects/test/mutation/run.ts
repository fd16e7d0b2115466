// Runs the mutation tests of one dialect and counts what became of the inputs.

import fc from 'fast-check';
import type { Sender } from '../../src/dialect.ts';
import { Intake } from '../../src/intake.ts';
import { createFold } from '../fixtures.ts';
import { choose } from './message-draft.ts';
import { mutate, type Step } from './mutations.ts';
import type { Sent, Stream } from './stream.ts';
import { type Arrival, type Conditions, Trial } from './trial.ts';

const BATCH = 50;
/** Without being asked, what finds the mistakes of a day; `npm run test:deep` asks for 10^6 with a seed of its own. */
const RUNS = Math.ceil(Number(process.env.VITRINE_MUTATIONS ?? 1000) / BATCH);
const POOL = 1200;

/** How many inputs a run has. */
export const MUTATIONS = RUNS * BATCH;

export interface Share {
  readonly inputs: number;
  readonly accepted: number;
  readonly refused: number;
  readonly slowest: number;
  readonly seed: number;
}

/** Valid messages to start from, drawn anew for each seed. */
export function drawPool({ generated, published }: Stream, seed: number): readonly Sent[] {
  return [...fc.sample(generated, { numRuns: POOL, seed }), ...published];
}

const number = fc.noBias(fc.nat());
const step: fc.Arbitrary<Step> = fc.tuple(number, number, number);
const way = fc.constantFrom<Arrival[0]>('text', 'text', 'text', 'text', 'bytes', 'cut', 'cut', 'flipped');
const arrival: fc.Arbitrary<Arrival> = fc.tuple(way, number);
/** Mostly one change: the share that is still accepted is to be fair. */
const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.constantFrom(1, 1, 1, 2, 2, 3), step, step, step)
  .map(([count, ...all]) => all.slice(0, count));
const inputs = fc.array(fc.record({ base: number, steps, arrival }), {
  minLength: BATCH,
  maxLength: BATCH,
  size: 'max',
});

const conditions: fc.Arbitrary<Conditions> = fc.record({
  strict: fc.boolean(),
  named: fc.boolean(),
  limits: fc.constantFrom('default', 'default', 'default', 'openclaw'),
});

export function runMutations(stream: Stream): Share {
  const seed = Number(process.env.VITRINE_SEED);
  const pool = drawPool(stream, seed).map(({ from, wire }) => ({ from, text: JSON.stringify(wire) }));
  const share = { inputs: 0, accepted: 0, refused: 0, slowest: 0, seed };
  const property = fc.property(inputs, conditions, (batch, given) => {
    const trial = new Trial(stream, given);
    for (const input of batch) {
      const { from, text } = choose(pool, input.base);
      const { accepted, ms } = trial.push(from, mutate(text, input.steps), input.arrival);
      share.inputs++;
      if (accepted) share.accepted++;
      else share.refused++;
      share.slowest = Math.max(share.slowest, ms);
    }
    trial.end();
  });
  // The error shows the message; making the batch smaller would take longer than reading it.
  fc.assert(property, { numRuns: RUNS, seed, endOnFailure: true });
  return share;
}

export function describeShare(dialect: string, { inputs: count, accepted, refused, slowest, seed }: Share): string {
  const percent = (part: number): string => `${((100 * part) / count).toFixed(1)} %`;
  return `${dialect}: ${count} mutated messages, ${percent(accepted)} accepted, ${percent(refused)} refused, slowest ${slowest.toFixed(0)} ms (VITRINE_SEED=${seed})`;
}

/** Throws unless every message of the pool is accepted, strictly too, where the prologue stands. */
export function assertValid(stream: Stream): void {
  for (const { from, wire } of drawPool(stream, 1)) {
    const fold = createFold({ strict: true });
    const intake = (sender: Sender): Intake => new Intake(fold, { dialects: [stream.dialect], from: sender });
    const receipts = [
      ...stream.prologue.map((message) => intake('agent').message(message)),
      intake(from).message(wire),
    ];
    const problem = receipts.flatMap(({ issues }) => issues).find(({ severity }) => severity === 'error');
    if (problem !== undefined) throw new Error(`${JSON.stringify(problem)} in ${JSON.stringify(wire)}`);
  }
}
