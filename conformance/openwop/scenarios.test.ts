// Every scenario against real hosts over HTTP. How many assertions were made is asserted too: where an endpoint is not
// there fewer are made, and nothing can be green. INTEROP-MATRIX.md says what was shown, and no more than that.

import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { SCENARIOS } from './scenarios/index.ts';
import { Ledger, type Scenario } from './scenarios/ledger.ts';
import { tableIn, tableOf } from './scenarios/matrix.ts';
import { Hosts } from './scenarios/world.ts';

const ASSERTIONS = 1156;

const hosts = new Hosts();
afterAll(() => hosts.close());
const made = new Map<Scenario, number>();

test.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
  const check = new Ledger();
  await scenario.run(hosts, check);
  expect(check.failures).toEqual([]);
  expect(new Set(check.lines.map(({ name }) => name)).size).toBe(check.lines.length);
  expect(check.lines).toHaveLength(scenario.assertions);
  made.set(scenario, check.lines.length);
});

test('all assertions were made', () => {
  expect([...made.values()].reduce((sum, count) => sum + count, 0)).toBe(ASSERTIONS);
});

test('the matrix says what these assertions have shown', () => {
  const document = readFileSync(new URL('../../INTEROP-MATRIX.md', import.meta.url), 'utf8');
  expect(tableIn(document)).toEqual(tableOf(made));
  expect(document).toContain(`${ASSERTIONS} assertions`);
});
