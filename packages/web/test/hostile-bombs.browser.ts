// What is small to send and large to draw, in a real Chromium: the page stays responsive while it is drawn, what is too
// much is left out and said so. Tasks are measured in time of the processor (hostile-tasks.ts), and what is fed in one task
// (the door, the data) is not part of the drawing.

import { expect, it } from 'vitest';
import { setUp } from './hostile-setup.ts';
import { expectUnfelt, taskTimes } from './hostile-tasks.ts';

const started = setUp();

const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

/** Frames in which a bomb may do its worst. */
const FRAMES = 40;

function frames(count: number): Promise<void> {
  return started().page.evaluate(async (left) => {
    for (let i = 0; i < left; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

it('a list of 20,000 rows is closed without being felt', async () => {
  const { browser, page } = started();
  await page.evaluate((catalog) => {
    window.hostile.force([
      {
        op: 'open',
        surface: 's',
        catalog,
        data: { items: Array.from({ length: 20_000 }, (_, i) => i) },
        components: [
          { id: 'root', type: 'List', props: { children: { componentId: 'row', path: '/items' } } },
          { id: 'row', type: 'Text', props: { text: { path: '' } } },
        ],
      },
    ]);
  }, BASIC);
  await page.evaluate(() => window.vitrine.idle());
  const times = await taskTimes(browser, page, async () => {
    await page.evaluate(() => performance.mark('hostile-begin'));
    await page.evaluate(() => window.hostile.clear());
    await frames(3);
  });
  expect(await page.locator('vitrine-surface').count()).toBe(0);
  expectUnfelt(times);
});

it('four components that expand to millions of nodes are drawn in slices, and cut', async () => {
  const { browser, page } = started();
  const times = await taskTimes(browser, page, async () => {
    await page.evaluate((catalog) => {
      const line = (id: string, child: string) => ({
        id,
        type: 'Column',
        props: { children: Array.from({ length: 100 }, () => child) },
      });
      window.hostile.force([
        {
          op: 'open',
          surface: 's',
          catalog,
          components: [
            line('root', 'b'),
            line('b', 'c'),
            line('c', 'd'),
            { id: 'd', type: 'Text', props: { text: 'x' } },
          ],
        },
      ]);
      performance.mark('hostile-begin');
    }, BASIC);
    await frames(FRAMES);
  });
  expect(await page.locator('.text').count()).toBeGreaterThan(100);
  expectUnfelt(times);
});

it('a template over a million items is drawn in slices, and cut', async () => {
  const { browser, page } = started();
  const times = await taskTimes(browser, page, async () => {
    await page.evaluate((catalog) => {
      window.hostile.force([
        {
          op: 'open',
          surface: 's',
          catalog,
          data: { items: Array.from({ length: 1_000_000 }, (_, i) => i) },
          components: [
            { id: 'root', type: 'List', props: { children: { componentId: 'row', path: '/items' } } },
            { id: 'row', type: 'Text', props: { text: { path: '' } } },
          ],
        },
      ]);
      performance.mark('hostile-begin');
    }, BASIC);
    await frames(FRAMES);
  });
  const shown = await page.locator('.item').count();
  expect(shown).toBeGreaterThan(100);
  expect(shown).toBeLessThanOrEqual(100_000);
  expectUnfelt(times);
});

it.each([
  'Text',
  'h1',
  'caption',
  'label',
  'value',
  'longText',
  'placeholder',
  'option',
  'title',
  'button',
  'a11y',
  'message',
])('a text of a megabyte as %s is not felt', async (place) => {
  const { browser, page } = started();
  const times = await taskTimes(browser, page, async () => {
    await page.evaluate(
      ([catalog, where]) => {
        const words = 'lorem **ipsum** [dolor](https://a.test) <b>sit</b> '.repeat(20_000);
        const text = (props: object) => ({ id: 'x', type: 'Text', props: { text: words, ...props } });
        const field = (props: object) => ({ id: 'x', type: 'TextField', props: { label: 'x', value: '', ...props } });
        const components = {
          Text: [text({})],
          h1: [text({ variant: 'h1' })],
          caption: [text({ variant: 'caption' })],
          label: [field({ label: words })],
          value: [field({ value: words })],
          longText: [field({ value: words, variant: 'longText' })],
          placeholder: [field({ placeholder: words })],
          option: [{ id: 'x', type: 'ChoicePicker', props: { value: [], options: [{ label: words, value: words }] } }],
          title: [
            { id: 'x', type: 'Tabs', props: { tabs: [{ title: words, child: 'y' }] } },
            { id: 'y', type: 'Text', props: { text: 'y' } },
          ],
          button: [
            { id: 'x', type: 'Button', props: { child: 'y', action: { event: { name: 'go' } } } },
            { id: 'y', type: 'Text', props: { text: words } },
          ],
          a11y: [{ id: 'x', type: 'Divider', props: {}, a11y: { label: words, description: words } }],
          message: [field({ checks: [{ condition: false, message: words }] })],
        }[where as 'Text'] as never[];
        window.hostile.force([
          {
            op: 'open',
            surface: 's',
            catalog: catalog as string,
            components: [{ id: 'root', type: 'Column', props: { children: ['x'] } }, ...components],
          },
        ]);
        performance.mark('hostile-begin');
      },
      [BASIC, place],
    );
    await page.evaluate(() => window.vitrine.idle());
    if (place === 'message') {
      await page.locator('input').focus();
      await page.keyboard.press('Tab');
    }
    await frames(5);
  });
  expectUnfelt(times);
});

it.each([
  [
    'a validator',
    { checks: [{ condition: { call: 'regex', args: { value: { path: '/v' }, pattern: '^(a+)+$' } }, message: 'No' }] },
  ],
  ['a pattern of the field', { validationRegexp: '^(a|aa)+$' }],
  ['a pattern that repeats thousands of times', { validationRegexp: '^((a{1,60}){1,60}){1,60}$' }],
])('%s that would explode is refused or judged in no time', async (_what, more) => {
  const { browser, page } = started();
  const times = await taskTimes(browser, page, async () => {
    await page.evaluate(
      ([catalog, props]) => {
        window.hostile.force([
          {
            op: 'open',
            surface: 's',
            catalog: catalog as string,
            data: { v: `${'a'.repeat(5000)}!` },
            components: [
              { id: 'root', type: 'TextField', props: { label: 'Name', value: { path: '/v' }, ...(props as object) } },
            ],
          },
        ]);
        performance.mark('hostile-begin');
      },
      [BASIC, more] as const,
    );
    await page.evaluate(() => window.vitrine.idle());
    await page.getByLabel('Name').focus();
    await page.keyboard.press('Tab');
    await frames(3);
  });
  expectUnfelt(times);
  const codes = await started().codes();
  expect(codes.length > 0 || (await page.locator('.problem').count()) > 0).toBe(true);
});
