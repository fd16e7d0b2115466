// What is small to send and large to evaluate, in a real Chromium: a gesture that would cost too much does nothing but say
// so, and checks and options without end keep nobody waiting.

import { expect, it } from 'vitest';
import { setUp } from './hostile-setup.ts';
import { expectSliced, taskTimes } from './hostile-tasks.ts';

const started = setUp();

const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

it('an action whose context would be hundreds of megabytes is not sent, and said to be too much', async () => {
  const { browser, page, codes } = started();
  const times = await taskTimes(browser, page, async () => {
    await page.evaluate((catalog) => {
      const format = { call: 'formatString', args: { value: '${/a}${/a}${/a}' } };
      const context = Object.fromEntries(Array.from({ length: 1750 }, (_, i) => [`k${i}`, format]));
      window.hostile.force([
        {
          op: 'open',
          surface: 's',
          catalog,
          data: { a: 'x'.repeat(100_000) },
          components: [
            { id: 'root', type: 'Button', props: { child: 'label', action: { event: { name: 'go', context } } } },
            { id: 'label', type: 'Text', props: { text: 'Go' } },
          ] as never,
        },
      ]);
    }, BASIC);
    await page.evaluate(() => window.vitrine.idle());
    await page.evaluate(() => performance.mark('hostile-begin'));
    await page.getByRole('button', { name: 'Go' }).click();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  });
  expectSliced(times);
  expect(await codes()).toEqual(['VITRINE_LIMIT_EVALUATION']);
});

it.each(['checks', 'options'])('3,000 patterns over a megabyte as %s are cut short', async (place) => {
  const { browser, page, codes } = started();
  const times = await taskTimes(browser, page, async () => {
    await page.evaluate(
      ([catalog, where]) => {
        const regex = (i: number) => ({ call: 'regex', args: { value: { path: '/a' }, pattern: `[a-z]+${i}!` } });
        const rules = Array.from({ length: 3000 }, (_, i) => ({ condition: regex(i), message: 'No' }));
        const field = { id: 'root', type: 'TextField', props: { label: 'A', value: { path: '/b' }, checks: rules } };
        const options = Array.from({ length: 3000 }, (_, i) => ({ label: regex(i), value: `v${i}` }));
        const picker = { id: 'root', type: 'ChoicePicker', props: { label: 'A', value: [], options } };
        window.hostile.force([
          {
            op: 'open',
            surface: 's',
            catalog: catalog as string,
            data: { a: 'abcdefghij'.repeat(100_000), b: '' },
            components: [where === 'checks' ? field : picker] as never,
          },
        ]);
        performance.mark('hostile-begin');
      },
      [BASIC, place],
    );
    await page.evaluate(() => window.vitrine.idle());
    if (place === 'checks') {
      await page.getByLabel('A').focus();
      await page.keyboard.press('Tab');
      await page.evaluate(() => window.vitrine.idle());
    }
  });
  expectSliced(times);
  expect(await codes()).toContain('VITRINE_LIMIT_EVALUATION');
});
