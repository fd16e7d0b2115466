// The chrome for everybody: axe in light and dark, small windows, right to left.

import type { BrowserContextOptions, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import { ask, navigate, SessionHarness, start, surface, toast } from './session-setup.ts';

let given: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  given = await start();
});
afterAll(() => given?.browser.close());

const opened = async (context: BrowserContextOptions): Promise<SessionHarness> => {
  const session = await SessionHarness.open(given, context);
  await session.feed(
    surface('a', 'Main'),
    surface('s', 'Side', { position: 'sidebar' }),
    surface('o', 'Over', { position: 'overlay' }),
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((task) => ({ op: 'task' as const, task, value: 1, total: 3 })),
    { op: 'task', task: 'b', message: 'Thinking' },
    ...['info', 'success', 'warning', 'error'].map((severity) =>
      toast(`A note: ${severity}`, { severity, ms: 60_000 }),
    ),
    toast('One more'),
    navigate('https://other.example/path'),
  );
  return session;
};

/** Seen long enough to be used. */
const armed = (locator: Locator) => expect.poll(() => locator.isDisabled(), { timeout: 5000 }).toBe(false);

const fits = (session: SessionHarness) =>
  session.page.evaluate(() => {
    const root = window.session.element.shadowRoot as ShadowRoot;
    const wide = [...root.querySelectorAll('.ask, .panel, .toast, .link-bar, .button')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
    });
    return { over: document.documentElement.scrollWidth - innerWidth, wide: wide.map(({ className }) => className) };
  });

describe('The chrome', () => {
  for (const [name, context] of [
    ['light', BYPASS],
    ['dark', BYPASS_DARK],
  ] as const) {
    it(`breaks no rule of WCAG 2.2 AA in ${name}`, async () => {
      const session = await opened(context);
      await armed(session.page.getByRole('link'));
      expect(await violations(session.page)).toEqual([]);
      const wants = [
        ask(
          'c',
          { kind: 'confirm', confirm: 'Delete', deny: 'Keep' },
          { severity: 'critical', until: '2099-01-01T00:00:00Z' },
        ),
        ask('w', { kind: 'text', maxLength: 3 }, { severity: 'warning' }),
        ask('r', { kind: 'select', options: [{ label: 'One' }, { label: 'Two' }] }),
        ask('m', { kind: 'select', options: [{ label: 'One' }, { label: 'Two' }], multiple: true }),
        ask('n', { kind: 'number', min: 1 }),
        ask('d', { kind: 'date', min: '2026-01-01' }),
        ask('f', { kind: 'file', accept: ['.csv'] }),
      ];
      for (const op of wants) {
        await session.feed(op);
        const send = session.page.getByRole('button', { name: /^(Send|Approve)/ });
        await send.waitFor();
        if (op.want.kind !== 'confirm') await send.click();
        else await armed(send);
        expect(await violations(session.page), op.ask).toEqual([]);
        await session.feed({ op: 'withdraw', ask: op.ask });
      }
      await session.feed(ask('x', { kind: 'confirm' }));
      await session.page.getByRole('button', { name: 'Deny' }).click();
      expect(await violations(session.page), 'sent').toEqual([]);
      await session.page.keyboard.press('Escape');
      await session.page.getByRole('button', { name: 'Hide panel' }).click();
      expect(await violations(session.page), 'chips').toEqual([]);
      await session.harness.close();
    }, 90_000);
  }

  it('fits a window of 320 by 256 pixels, which is 400 % zoom, in both directions of writing', async () => {
    for (const dir of ['ltr', 'rtl']) {
      const session = await opened({ viewport: { width: 320, height: 256 } });
      await session.page.evaluate((value) => {
        document.documentElement.dir = value;
      }, dir);
      expect(await fits(session)).toEqual({ over: 0, wide: [] });
      const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);
      await session.feed(
        ask('a', { kind: 'confirm', confirm: long }, { prompt: long.repeat(20), severity: 'critical' }),
      );
      expect(await fits(session)).toEqual({ over: 0, wide: [] });
      await session.page.getByRole('button', { name: /^Approve/ }).click();
      expect(await session.sent()).toHaveLength(1);
      await session.harness.close();
    }
  });

  it('keeps who asks and the beginning of the question in sight, however long it is', async () => {
    for (const height of [256, 720]) {
      const session = await SessionHarness.open(given, { viewport: { width: 480, height }, ...BYPASS });
      const prompt = `Beginning. ${'And so on. '.repeat(300)}`;
      await session.feed(ask('a', { kind: 'confirm' }, { prompt }));
      const tops = await Promise.all([
        session.page.getByRole('heading', { name: 'Ledger asks for your approval' }).boundingBox(),
        session.page.getByText('Beginning.').boundingBox(),
      ]);
      for (const box of tops) {
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect(box?.y).toBeLessThan(200);
      }
      expect(await violations(session.page)).toEqual([]);
      await session.harness.close();
    }
  });

  it('is mirrored where people write from right to left', async () => {
    const session = await opened({});
    await session.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const box = await session.page.getByRole('dialog', { name: 'Panel from Ledger' }).boundingBox();
    expect(box?.x).toBeLessThan(100);
    await session.harness.close();
  });

  it('can be used by keyboard alone', async () => {
    const session = await opened({});
    await session.feed(ask('a', { kind: 'confirm' }));
    await armed(session.page.getByRole('button', { name: 'Approve' }));
    await session.page.keyboard.press('Tab');
    await session.page.keyboard.press('Space');
    expect(await session.sent()).toEqual([{ event: 'answer', ask: 'a', value: true }]);
    await session.harness.close();
  });
});
