// The widgets of OpenWOP by the rules of WCAG 2.2 AA, in a real Chromium.

import { expect, it } from 'vitest';
import { BYPASS, violations } from './axe.ts';
import { setUp } from './hostile-setup.ts';
import { ITEMS, opened } from './openwop-surfaces.ts';

const started = setUp({ context: BYPASS });

it('passes the rules of WCAG 2.2 AA with problems shown, light and dark', async () => {
  const { accept, page } = started();
  await accept(opened(ITEMS));
  await page.getByRole('button', { name: 'Moor' }).click();
  await page.getByText('Please fill this in.').first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
    if (process.env.VITRINE_SHOTS !== undefined)
      await page.screenshot({ path: `${process.env.VITRINE_SHOTS}/openwop-${colorScheme}.png` });
  }
});

it('passes them while partial', async () => {
  const { accept, page } = started();
  await accept(opened(ITEMS, { partial: true }));
  await page.getByRole('button', { name: 'Moor' }).click({ force: true });
  await page.getByRole('status').filter({ hasText: 'not complete' }).waitFor();
  expect(await violations(page)).toEqual([]);
});
