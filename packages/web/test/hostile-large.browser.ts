// Single widgets that are larger than anybody would want, in a real Chromium: they are drawn in slices, and what is
// left out is told. Tasks are measured in time of the processor (hostile-tasks.ts).

import type { Component, Json, JsonObject, Op } from '@vitrine/core';
import { type AgentchainsType, openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { expect, it } from 'vitest';
import { BASIC_09 } from './harness.ts';
import { setUp } from './hostile-setup.ts';
import { expectSliced, taskTimes } from './hostile-tasks.ts';
import { field, opened } from './openwop-surfaces.ts';

const started = setUp();

const many = (count: number, make: (i: number) => Json): Json[] => Array.from({ length: count }, (_, i) => make(i));

function basic(type: string, props: JsonObject, others: readonly Component[] = []): Op {
  return {
    op: 'open',
    surface: 's',
    catalog: BASIC_09,
    data: { chosen: [] },
    components: [{ id: 'root', type, props }, ...others],
  };
}

const chains = (type: AgentchainsType, data: JsonObject): Op => openAgentchains('s', type, data);

const options = many(10_000, (i) => ({ label: `Option ${i}`, value: `o${i}` }));
const tabs = many(2000, (i) => ({ title: `Tab ${i}`, child: 't' }));
const row = (i: number): JsonObject =>
  Object.fromEntries(many(10, (c) => `${i}, ${c}`).map((cell, c) => [`c${c}`, cell]));
const headers = many(10, (c) => ({ key: `c${c}`, label: `Column ${c}`, sortable: true }));
const points = (count: number): Json[] => many(count, (i) => Math.sin(i / 50) * i);
const chart = (kind: string, series: number, count: number): JsonObject => ({
  chart_type: kind,
  x_axis: { values: many(count, (i) => `x${i}`) },
  series: many(series, (i) => ({ name: `s${i}`, data: points(count) })),
});

/** What is shown, and what is counted there in the end. */
const CASES: readonly (readonly [string, Op, string, number])[] = [
  [
    'a choice of 10,000 options',
    basic('ChoicePicker', { value: { path: '/chosen' }, options }),
    '.options input',
    10_000,
  ],
  [
    'a choice of 10,000 chips that can be searched',
    basic('ChoicePicker', { value: { path: '/chosen' }, options, displayStyle: 'chips', filterable: true }),
    '.options input',
    10_000,
  ],
  ['2,000 tabs', basic('Tabs', { tabs }, [{ id: 't', type: 'Text', props: { text: 'x' } }]), '[role=tab]', 2000],
  ['a table of 10,000 rows and 10 columns', chains('table', { headers, rows: many(10_000, row) }), 'tbody tr', 10_000],
  ['a line chart of 12 series of 10,000 points', chains('chart', chart('line', 12, 10_000)), '.line.look-0', 4],
  ['a bar chart of 12 series of 10,000 points', chains('chart', chart('bar', 12, 10_000)), '.bar.look-0', 4],
  ['a line chart of 100,000 points', chains('chart', chart('line', 1, 100_000)), '.line', 2],
  ['a pie of 10,000 slices', chains('chart', chart('pie', 1, 10_000)), '.slice', 0],
  ['code of a megabyte', chains('code', { language: 'ts', code: 'let a = 1;\n'.repeat(95_000) }), '.code-piece', 53],
  [
    'code of 50,000 characters',
    chains('code', { language: 'typescript', code: 'let a = f(1);\n'.repeat(3500) }),
    '.code-part',
    9,
  ],
  ['10,000 steps', chains('steps', { steps: many(10_000, (i) => ({ label: `s${i}` })) }), '.step', 0],
  [
    'a card of 5,000 sections',
    chains('card', { sections: many(5000, (i) => ({ label: `l${i}`, value: i })) }),
    '.fact',
    0,
  ],
  ['a form of 5,000 fields', chains('form', { fields: many(5000, (i) => ({ name: `f${i}` })) }), '.field', 5000],
  [
    'a list of 10,000 options in a form',
    chains('form', { fields: [{ name: 'o', type: 'select', options: many(10_000, String) }] }),
    'option',
    0,
  ],
  [
    'a list of 10,000 options of OpenWOP',
    opened([
      {
        id: 'pier',
        type: 'field.select',
        props: field('Pier', { options: many(10_000, (i) => ({ value: `${i}`, label: `${i}` })) }),
      },
    ]),
    'option',
    0,
  ],
];

it.each(CASES)('%s is drawn in slices', async (_, op, selector, count) => {
  const { browser, page } = started();
  const times = await taskTimes(browser, page, async () => {
    await page.evaluate(
      (text) => {
        const ops = JSON.parse(text) as Op[];
        window.hostile.force(ops);
        performance.mark('hostile-begin');
      },
      JSON.stringify([op]),
    );
    await page.evaluate(async () => {
      await window.vitrine.idle();
      for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  });
  expectSliced(times);
  if (count > 0) expect(await page.locator(selector).count()).toBe(count);
});

it('a form of 5,000 fields is judged and sent as a whole, in slices', async () => {
  const { browser, harness, page } = started();
  const rules = { required: true, pattern: '^[a-z]+[0-9]*$', default_value: 'a1' };
  const fields = many(5000, (i) => ({ name: `f${i}`, ...rules, ...(i === 4998 ? { default_value: '' } : {}) }));
  await page.evaluate((text) => window.hostile.force(JSON.parse(text)), JSON.stringify([chains('form', { fields })]));
  await page.evaluate(() => window.vitrine.idle());
  const send = page.getByRole('button', { name: 'Submit' });
  const act = async (press: () => Promise<unknown>): Promise<readonly number[]> =>
    taskTimes(browser, page, async () => {
      await page.evaluate(() => performance.mark('hostile-begin'));
      await press();
      await page.evaluate(() => window.vitrine.idle());
    });
  const refused = await act(() => send.evaluate((button: HTMLButtonElement) => button.click()));
  expect(await harness.events()).toEqual([]);
  expect(await page.locator('input:focus').getAttribute('aria-invalid')).toBe('true');
  // The focus stands where the problem is.
  const typed = await act(() => page.keyboard.type('bcd'));
  const sent = await act(() => send.evaluate((button: HTMLButtonElement) => button.click()));
  const events = (await harness.events()).filter(({ event }) => event === 'action');
  expect(events).toHaveLength(1);
  const { context } = events[0] as unknown as { context: { values: JsonObject } };
  expect(Object.keys(context.values)).toHaveLength(5000);
  expect(context.values.f4998).toBe('bcd');
  for (const times of [refused, typed, sent]) expectSliced(times);
});
