// Three nodes on one PostgreSQL under faults. `npm run test:faults` sets the environment for the long form; without it this
// is the short one, which begins no fault after half a minute.

import { expect, it } from 'vitest';
import { ensureBuilt } from '../../packages/cli/test/serving.ts';
import { FAULT_KINDS, type FaultKind } from './fault-kinds.ts';
import { runFaults } from './run-faults.ts';

const { VITRINE_FAULTS, VITRINE_FAULT_SEED, VITRINE_FAULT_MINUTES, VITRINE_FAULT_KINDS } = process.env;
const isLong = VITRINE_FAULTS !== undefined;
const SHORT = { seed: 20_261_118, ms: 25_000 };
const faults = Number(VITRINE_FAULTS ?? FAULT_KINDS.length);
const seed = Number(VITRINE_FAULT_SEED ?? SHORT.seed);
const maxMs = isLong ? Number(VITRINE_FAULT_MINUTES) * 60_000 : SHORT.ms;
const kinds = VITRINE_FAULT_KINDS?.split(',') ?? FAULT_KINDS;

it(`three nodes keep through faults (seed ${seed}) what they acknowledged, once and in order, and all agree with the log`, async () => {
  expect(FAULT_KINDS).toEqual(expect.arrayContaining([...kinds]));
  ensureBuilt();
  const lines: string[] = [];
  const note = (text: string): void => void (isLong ? console.log(text) : lines.push(text));
  const report = await runFaults({ seed, faults, maxMs, note, kinds: kinds as readonly FaultKind[] });
  const { violations, ...numbers } = report;
  if (isLong || violations.length > 0) console.log(`${lines.join('\n')}\n${JSON.stringify(numbers, null, 1)}`);
  expect(violations).toEqual([]);
  expect(numbers.acknowledged).toBeGreaterThan(0);
});
