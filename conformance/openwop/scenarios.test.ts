// Every scenario against real hosts over HTTP. How many assertions were made is asserted too: where an endpoint is not
// there fewer are made, and nothing can be green.

import { afterAll, expect, test } from 'vitest';
import { SCENARIOS } from './scenarios/index.ts';
import { Ledger } from './scenarios/ledger.ts';
import { Hosts } from './scenarios/world.ts';

const ASSERTIONS = 918;

const hosts = new Hosts();
afterAll(() => hosts.close());
let made = 0;

test.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
  const check = new Ledger();
  await scenario.run(hosts, check);
  expect(check.failures).toEqual([]);
  expect(new Set(check.lines.map(({ name }) => name)).size).toBe(check.lines.length);
  expect(check.lines).toHaveLength(scenario.assertions);
  made += check.lines.length;
});

test('all assertions were made', () => {
  expect(made).toBe(ASSERTIONS);
});
