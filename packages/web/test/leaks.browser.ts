// Surfaces that are opened and closed leave nothing behind, in a real Chromium: no element, no listener, nothing observed.

import type { Op } from '@vitrine/core';
import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import type { CDPSession } from 'playwright-core';
import { expect, it } from 'vitest';
import { SAMPLES } from '../../core/test/agentchains-samples.ts';
import { inColumn, samples } from './hostile-samples.ts';
import { setUp } from './hostile-setup.ts';
import { ITEMS, opened } from './openwop-surfaces.ts';

const started = setUp();
const ROUNDS = 50;

interface Counters {
  readonly nodes: number;
  readonly jsEventListeners: number;
}

/** After the garbage is gone. */
async function counters(session: CDPSession): Promise<Counters> {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  return session.send('Memory.getDOMCounters');
}

/** Every component of every catalog, with checks, a dialog that is opened and a child that never comes. */
function all(): Op[] {
  return [
    ...[basic09, basic10].map(
      (catalog, at): Op => ({
        op: 'open',
        surface: `basic${at}`,
        catalog: catalog.id,
        data: { v: '', items: [1, 2, 3] },
        components: inColumn([
          ...samples(catalog),
          { id: 'list', type: 'List', props: { children: { componentId: 'row', path: '/items' } } },
          { id: 'row', type: 'Text', props: { text: { path: '' } } },
          { id: 'gap', type: 'Card', props: { child: 'never' } },
          {
            id: 'guarded',
            type: 'Button',
            props: {
              child: 'leaf',
              action: { event: { name: 'x' } },
              checks: [{ condition: { call: 'required', args: { value: { path: '/v' } } }, message: 'No' }],
            },
          },
        ]),
      }),
    ),
    ...Object.entries(SAMPLES).map(([type, data]) => openAgentchains(type, type as keyof typeof SAMPLES, data)),
    opened(ITEMS, { surface: 'openwop' }),
  ];
}

it('six hundred surfaces leave nothing behind', async () => {
  const { page } = started();
  const session = await page.context().newCDPSession(page);
  const round = (count: number): Promise<number> =>
    page.evaluate(
      async ({ ops, times }) => {
        let observed = 0;
        for (let i = 0; i < times; i++) {
          window.hostile.force(ops as Op[]);
          for (const { id } of document.querySelectorAll('vitrine-surface')) window.vitrine.element(id).flush();
          const { shadowRoot } = window.vitrine.element('basic0');
          for (const button of shadowRoot?.querySelectorAll<HTMLElement>('button') ?? []) button.click();
          for (const field of shadowRoot?.querySelectorAll<HTMLElement>('input') ?? []) {
            field.focus();
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
          }
          for (const { id } of document.querySelectorAll('vitrine-surface')) window.vitrine.element(id).flush();
          observed = Math.max(observed, window.hostile.observers());
          const data = [...window.hostile.replica.surfaces.values()].map((surface) => surface.data);
          window.hostile.clear();
          const left = data.reduce((sum, one) => sum + one.observerCount, 0);
          if (left > 0) throw new Error(`${left} observers are left.`);
          await new Promise((resolve) => setTimeout(resolve));
        }
        return observed;
      },
      { ops: all() as readonly unknown[], times: count },
    );
  await page.evaluate(
    async (ops) => {
      window.hostile.force(ops as Op[]);
      await window.vitrine.idle();
      window.hostile.clear();
    },
    all() as readonly unknown[],
  );
  // Models of elements, chunks and icons are made once a page.
  expect(await round(5)).toBeGreaterThan(10);
  const before = await counters(session);
  await round(ROUNDS);
  const after = await counters(session);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 5);
  expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners + 5);
  await session.detach();
});
