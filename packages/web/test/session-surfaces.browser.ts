// Where the surfaces of a session stand, and that they stay alive there.

import type { JsonObject } from '@vitrine/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BASIC_09 } from './harness.ts';
import { ask, navigate, SessionHarness, start, surface, toast } from './session-setup.ts';

let given: Awaited<ReturnType<typeof start>>;
let session: SessionHarness;

beforeAll(async () => {
  given = await start();
  session = await SessionHarness.open(given);
});
afterAll(() => given?.browser.close());
beforeEach(() => session.restart());
afterEach(() => expect(session.mishaps).toEqual([]));

const titles = () => session.page.getByRole('heading', { level: 2 }).allTextContents();
const panel = () => session.page.getByRole('dialog', { name: 'Panel from Ledger' });

describe('Surfaces', () => {
  it('are missed quietly while there are none', async () => {
    await session.page.getByText('Nothing to show yet').waitFor();
    await session.feed(surface('a', 'A'));
    expect(await session.page.getByText('Nothing to show yet').isVisible()).toBe(false);
    await session.feed({ op: 'close', surface: 'a' });
    await session.page.getByText('Nothing to show yet').waitFor();
  });

  it('stand in the order of their priority, then of their opening', async () => {
    await session.feed(surface('a', 'A'), surface('b', 'B', { priority: 'low' }), surface('c', 'C'));
    await session.feed(surface('d', 'D', { priority: 'high' }), surface('e', 'E', { priority: 'high' }));
    await session.feed(
      surface('f', 'F', { position: 'nowhere', priority: { x: 1 } }),
      surface('g', 'G', { priority: 5 }),
    );
    expect(await titles()).toEqual(['G', 'D', 'E', 'A', 'C', 'F', 'B']);
  });

  it('send what a person does', async () => {
    await session.feed(surface('a', 'A'));
    await session.page.getByLabel('Name in a').fill('Ada');
    await session.page.getByRole('button', { name: 'Go a' }).click();
    expect(await session.sent()).toMatchObject([
      { event: 'input', surface: 'a', path: '/name', value: 'Ada' },
      { event: 'action', surface: 'a', source: 'go', name: 'go' },
    ]);
  });

  it('stay the same elements, with focus and caret, while others come and go around them', async () => {
    await session.feed(surface('a', 'A'), surface('b', 'B'));
    const field = session.page.getByLabel('Name in b');
    await field.fill('Lovelace');
    await field.evaluate((input) => (input as HTMLInputElement).setSelectionRange(2, 4));
    const handle = await field.elementHandle();
    await session.feed(surface('c', 'C', { priority: 'high' }), { op: 'close', surface: 'a' });
    await session.feed({ op: 'set', surface: 'b', path: '/other', value: 1 });
    expect(await titles()).toEqual(['C', 'B']);
    expect(
      await handle?.evaluate((input) => {
        const { selectionStart, selectionEnd } = input as HTMLInputElement;
        return [input.isConnected, input.matches(':focus'), selectionStart, selectionEnd];
      }),
    ).toEqual([true, true, 2, 4]);
  });

  it('that are closed and opened anew under the same id are new', async () => {
    await session.feed(surface('a', 'Old'));
    await session.feed({ op: 'close', surface: 'a' }, surface('a', 'New'));
    expect(await titles()).toEqual(['New']);
  });

  it('that are held back are not there yet', async () => {
    await session.feed({ ...surface('a', 'A'), held: true });
    await session.page.getByText('Nothing to show yet').waitFor();
    await session.feed({ op: 'reveal', surface: 'a', root: 'root' });
    await session.page.getByRole('heading', { name: 'A' }).waitFor();
    expect(await session.page.getByText('Nothing to show yet').isVisible()).toBe(false);
  });

  it('hear that nothing more is coming, those that open later too', async () => {
    const half = (id: string) => ({
      op: 'open' as const,
      surface: id,
      catalog: BASIC_09,
      components: [{ id: 'root', type: 'Column', props: { children: ['never'] } }],
    });
    await session.feed(half('a'));
    await session.page.evaluate(() => {
      window.session.element.ended = true;
    });
    await session.feed(half('b'));
    await expect.poll(() => session.page.getByText('A part is missing').count()).toBe(2);
  });

  it('leave nothing behind when the view is taken away', async () => {
    await session.feed(surface('a', 'A'), ask('q', { kind: 'confirm' }), { op: 'task', task: 't' });
    const left = await session.page.evaluate(() => {
      window.session.element.view = undefined;
      return window.session.element.shadowRoot?.childElementCount;
    });
    expect(left).toBe(0);
    await session.feed(surface('b', 'B'));
    expect(await titles()).toEqual([]);
  });
});

describe('A session', () => {
  it('that is over is forgotten, though its view lives on', async () => {
    await session.feed(surface('a', 'A'), surface('o', 'O', { position: 'overlay' }), { op: 'task', task: 't' });
    await session.feed(ask('q', { kind: 'text' }));
    await session.page.evaluate(() => {
      const refs: WeakRef<object>[] = [];
      for (let i = 0; i < 50; i++) {
        const element = document.createElement('vitrine-session') as typeof window.session.element;
        document.querySelector('main')?.append(element);
        element.view = window.session.fold;
        element.flush();
        element.view = undefined;
        element.remove();
        refs.push(new WeakRef(element));
      }
      Object.assign(window, { refs });
    });
    await session.feed({ op: 'withdraw', ask: 'q' });
    await session.page.requestGC();
    const alive = () =>
      session.page.evaluate(
        () => (window as unknown as { refs: WeakRef<object>[] }).refs.filter((ref) => ref.deref() !== undefined).length,
      );
    await expect.poll(alive).toBeLessThanOrEqual(1);
  });
});

describe('The sidebar', () => {
  it('stands beside the others, and below them where there is no room', async () => {
    await session.feed(surface('s', 'Side', { position: 'sidebar' }), surface('a', 'Main'));
    const where = async () => {
      const [main, side] = await Promise.all(
        ['Main', 'Side'].map((name) => session.page.getByRole('heading', { name }).boundingBox()),
      );
      if (main === undefined || main === null || side === undefined || side === null) throw new Error('not drawn');
      return { beside: side.x > main.x + main.width, below: side.y > main.y + main.height };
    };
    expect(await session.page.getByRole('complementary', { name: 'Sidebar' }).count()).toBe(1);
    expect(await where()).toEqual({ beside: true, below: false });
    await session.page.setViewportSize({ width: 320, height: 600 });
    expect(await where()).toEqual({ beside: false, below: true });
    expect(await session.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await session.page.setViewportSize({ width: 1280, height: 720 });
  });
});

describe('A panel', () => {
  it('lies over the others without taking the focus or stopping anyone', async () => {
    await session.feed(surface('a', 'A'));
    await session.page.getByLabel('Name in a').focus();
    await session.feed(surface('o', 'Over', { position: 'overlay' }));
    await panel().getByRole('heading', { name: 'Over' }).waitFor();
    await session.page.keyboard.type('x');
    expect(await session.page.getByLabel('Name in a').inputValue()).toBe('x');
    await panel().getByLabel('Name in o').fill('y');
    expect((await session.sent()).at(-1)).toMatchObject({ surface: 'o', value: 'y' });
  });

  it('is hidden by its button or by Escape and brought back by a chip, as it was', async () => {
    await session.feed(surface('o', 'Over', { position: 'overlay' }));
    await panel().getByLabel('Name in o').fill('kept');
    await session.page.getByRole('button', { name: 'Hide panel' }).click();
    expect(await panel().count()).toBe(0);
    const chip = session.page.getByRole('button', { name: 'Show panel' });
    expect(await chip.evaluate((element) => element.matches(':focus'))).toBe(true);
    await session.page.keyboard.press('Enter');
    expect(await panel().getByLabel('Name in o').inputValue()).toBe('kept');
    await session.page.keyboard.press('Escape');
    expect(await panel().count()).toBe(0);
    expect((await session.sent()).every(({ event }) => event === 'input')).toBe(true);
    await session.feed({ op: 'close', surface: 'o' });
    expect(await chip.count()).toBe(0);
  });

  it('lies under the chips and notes of the chrome', async () => {
    await session.feed(ask('q', { kind: 'confirm' }));
    await session.page.keyboard.press('Escape');
    await session.page.getByRole('button', { name: '1 question waiting' }).waitFor();
    for (const id of ['o', 'p', 'q', 'r']) await session.feed(surface(id, id, { position: 'overlay' }));
    await session.page.setViewportSize({ width: 320, height: 400 });
    await session.page.getByRole('button', { name: '1 question waiting' }).click();
    await session.page.getByRole('heading', { name: 'Ledger asks for your approval' }).waitFor();
    await session.page.setViewportSize({ width: 1280, height: 720 });
  });
});

describe('The focus', () => {
  /** What has it, from the outermost element inwards. */
  const focused = () =>
    session.page.evaluate(() => {
      const path: string[] = [];
      for (let at = document.activeElement; at !== null; at = at.shadowRoot?.activeElement ?? null)
        path.push(at.getAttribute('aria-label') ?? (at.matches('button') ? at.textContent.trim() : at.localName));
      return path.join(' > ');
    });
  const put = (...components: readonly { id: string; type: string; props: JsonObject }[]) =>
    ({ op: 'put', surface: 'a', components }) as const;
  const column = (...children: readonly string[]) => ({
    id: 'root',
    type: 'Column',
    props: { children: [...children] },
  });
  const IN_A = 'vitrine-session > vitrine-surface';

  it.each<[string, string, () => Promise<unknown>, string]>([
    ['a component that is taken out', 'Go a', () => session.feed(put(column('title', 'name'))), `${IN_A} > input`],
    ['all that can have it', 'Go a', () => session.feed(put(column('title'))), `${IN_A} > h2`],
    [
      'one of another kind in its place',
      'Go a',
      () => session.feed(put({ id: 'go', type: 'CheckBox', props: { label: 'Yes', value: { path: '/y' } } })),
      `${IN_A} > input`,
    ],
    ['a surface that is closed', 'Go a', () => session.feed({ op: 'close', surface: 'a' }), 'vitrine-session > div'],
    [
      'the last surface',
      'Go a',
      () => session.feed({ op: 'close', surface: 'a' }, { op: 'close', surface: 'b' }),
      'vitrine-session > div',
    ],
    ['a surface in its place', 'Go b', () => session.feed({ op: 'close', surface: 'b' }, surface('c', 'C')), IN_A],
    ['a surface under its name', 'Go a', () => session.feed({ op: 'close', surface: 'a' }, surface('a', 'New')), IN_A],
    ['a panel that is closed', 'Go o', () => session.feed({ op: 'close', surface: 'o' }), 'vitrine-session'],
    [
      'a session that ends',
      'Go a',
      () =>
        session.page.evaluate(() => {
          window.session.element.inert = true;
        }),
      'main',
    ],
    [
      'a session that is shown no more',
      'Go a',
      () =>
        session.page.evaluate(() => {
          window.session.element.view = undefined;
        }),
      'vitrine-session',
    ],
    [
      'a session whose trust turns',
      'Go a',
      () =>
        session.page.evaluate(() => {
          window.session.element.trust = 'untrusted';
        }),
      IN_A,
    ],
    [
      'an element that is taken out',
      'Go a',
      () => session.page.evaluate(() => window.session.element.remove()),
      'main',
    ],
  ])('goes from %s to its heir', async (_, name, act, heir) => {
    await session.feed(surface('a', 'A'), surface('b', 'B'), surface('o', 'O', { position: 'overlay' }));
    await session.page.getByRole('button', { name }).focus();
    await act();
    await expect.poll(focused).toBe(heir);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'the last note',
      async () => {
        await session.feed(toast('Done'));
        await session.page.getByRole('button', { name: 'Dismiss note' }).press('Enter');
      },
      'vitrine-session',
    ],
    [
      'the last link',
      async () => {
        await session.feed(navigate('https://example.com/'));
        await session.page.getByRole('button', { name: 'Dismiss link' }).press('Enter');
      },
      'vitrine-session',
    ],
    [
      'a question that was brought back by its chip',
      async () => {
        await session.feed(ask('q', { kind: 'confirm' }));
        await session.page.keyboard.press('Escape');
        await session.page.getByRole('button', { name: '1 question waiting' }).press('Enter');
        await session.page.getByRole('dialog').waitFor();
        await session.feed({ op: 'withdraw', ask: 'q' });
      },
      'vitrine-session > div',
    ],
    [
      'a question, where what had it before is gone',
      async () => {
        await session.page.getByRole('button', { name: 'Go a' }).focus();
        await session.feed(ask('q', { kind: 'confirm' }));
        await session.feed(put(column('title', 'name')));
        await session.feed({ op: 'withdraw', ask: 'q' });
      },
      `${IN_A} > input`,
    ],
    [
      'a dialog whose opener is gone',
      async () => {
        await session.feed(
          put(
            column('title', 'modal', 'name'),
            { id: 'inner', type: 'Text', props: { text: 'Inside' } },
            { id: 'modal', type: 'Modal', props: { trigger: 'go', content: 'inner' } },
          ),
        );
        await session.page.getByRole('button', { name: 'Go a' }).press('Enter');
        await session.page.getByRole('button', { name: 'Close' }).focus();
        await session.feed(put(column('title', 'name')));
      },
      `${IN_A} > input`,
    ],
    [
      'an item of a list that is shorter now',
      async () => {
        const list = (...value: readonly string[]) => ({ op: 'set', surface: 'a', path: '/items', value }) as const;
        await session.feed(
          list('x', 'y'),
          put(column('list'), {
            id: 'list',
            type: 'List',
            props: { children: { path: '/items', componentId: 'go' } },
          }),
        );
        await session.page.getByRole('button', { name: 'Go a' }).last().focus();
        await session.feed(list('x'));
      },
      `${IN_A} > Go a`,
    ],
    [
      'a tab that is taken away',
      async () => {
        const tabs = (...titles: readonly string[]) =>
          put(column('tabs'), {
            id: 'tabs',
            type: 'Tabs',
            props: { tabs: titles.map((title) => ({ title, child: title })) },
          });
        await session.feed(tabs('go', 'name'));
        await session.page.getByRole('tab', { name: 'name' }).press('Enter');
        await session.page.getByLabel('Name in a').focus();
        await session.feed(tabs('go'));
      },
      `${IN_A} > div`,
    ],
  ])('goes from %s to what is left', async (_, act, heir) => {
    await session.feed(surface('a', 'A'));
    await act();
    await expect.poll(focused).toBe(heir);
  });
});
