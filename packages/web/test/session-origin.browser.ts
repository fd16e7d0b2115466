// What comes from elsewhere is marked in the chrome and blocked where it stands, also when it becomes untrusted after it
// was drawn.

import type { Op, OpenOp, Trust } from '@vitrine/core/internal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BYPASS, violations } from './axe.ts';
import { BASIC_09, ELEMENT_POLICY, Harness } from './harness.ts';
import { ask, navigate, SessionHarness, start, surface, toast } from './session-setup.ts';

let given: Awaited<ReturnType<typeof start>>;
let session: SessionHarness;

beforeAll(async () => {
  given = await start();
  const policy = `${ELEMENT_POLICY}; media-src https:`;
  session = new SessionHarness(await Harness.open(given.browser, given.files, { policy, context: BYPASS }));
  await session.freeze();
});
afterAll(() => given?.browser.close());
beforeEach(async () => {
  await session.restart();
  await session.set({ urls: { media: ['*'], links: 'web' } });
  await session.page.evaluate(() => {
    const calls: string[] = [];
    Object.assign(window, { opened: calls, open: (url: string) => calls.push(url) && null });
  });
});
afterEach(() => expect(session.mishaps).toEqual([]));

const AWAY = 'https://away.example/x';
const MARK = 'From elsewhere, not trusted';

const leading: OpenOp = {
  op: 'open',
  surface: 's',
  catalog: BASIC_09,
  theme: { agentDisplayName: 'Harbour' },
  data: { words: 'Hello' },
  components: [
    { id: 'root', type: 'Column', props: { children: ['words', 'name', 'sound', 'go', 'send', 'more'] } },
    { id: 'words', type: 'Text', props: { text: { path: '/words' } } },
    { id: 'name', type: 'TextField', props: { label: 'Name', value: { path: '/name' } } },
    { id: 'sound', type: 'AudioPlayer', props: { url: AWAY } },
    { id: 'label', type: 'Text', props: { text: 'Go' } },
    {
      id: 'go',
      type: 'Button',
      props: { child: 'label', action: { functionCall: { call: 'openUrl', args: { url: AWAY } } } },
    },
    { id: 'sending', type: 'Text', props: { text: 'Send' } },
    { id: 'send', type: 'Button', props: { child: 'sending', action: { event: { name: 'send' } } } },
    { id: 'details', type: 'Text', props: { text: 'Details' } },
    { id: 'inside', type: 'Text', props: { text: 'Inside' } },
    { id: 'more', type: 'Modal', props: { trigger: 'details', content: 'inside' } },
  ],
};

const feed = (trust: Trust, ...body: readonly Op[]) =>
  session.page.evaluate(
    ([parts, said]) => window.session.feed(JSON.parse(parts as string), said as 'trusted'),
    [JSON.stringify(body), trust],
  );
const opened = () => session.page.evaluate(() => (window as unknown as { opened: string[] }).opened);
const marks = () => session.page.getByText(MARK, { exact: true });

describe('A surface that an untrusted entry writes to', () => {
  it.each<[string, Op]>([
    ['data', { op: 'set', surface: 's', path: '/words', value: 'Other' }],
    ['components', { op: 'put', surface: 's', components: [{ id: 'inside', type: 'Text', props: { text: 'x' } }] }],
  ])('is marked, and blocked where it was drawn before: %s', async (_what, write) => {
    await session.feed(leading);
    expect(await marks().count()).toBe(0);
    const { page } = session;
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Name').focus();
    expect(await page.locator('audio[src]').count()).toBe(1);
    expect(await page.getByText('not verified').count()).toBe(0);
    await feed('untrusted', write);
    expect(await marks().first().isVisible()).toBe(true);
    expect(await page.locator('audio[src]').count()).toBe(0);
    expect(await page.getByText(/^Audio\s*Blocked\./).count()).toBe(1);
    expect(await page.getByText('not verified').count()).toBe(1);
    const go = page.getByRole('button', { name: 'Go' });
    expect(await go.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByText(`Blocked. ${MARK}`).isVisible()).toBe(true);
    await go.click({ force: true });
    expect(await opened()).toEqual([]);
    // What the person does there still reaches its agent, and stays where it was.
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
    await session.wait(1000);
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await session.sent()).toMatchObject([{ event: 'input' }, { event: 'action', name: 'send' }]);
  });

  it('keeps its element and the focus when it is marked', async () => {
    await session.feed(leading);
    await session.page.getByLabel('Name').focus();
    await feed('untrusted', { op: 'set', surface: 's', path: '/words', value: 'Other' });
    expect(await session.page.getByLabel('Name').evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  it('is the only one that is marked, until it is closed', async () => {
    await session.feed(surface('a', 'A'));
    await feed('untrusted', surface('b', 'B'));
    expect(await session.page.locator('.foreign').count()).toBe(1);
    expect(await session.page.locator('.foreign').getByRole('heading', { name: 'B' }).count()).toBe(1);
    await session.feed({ op: 'close', surface: 'b' }, surface('b', 'B'));
    expect(await session.page.locator('.foreign').count()).toBe(0);
  });

  it('says so in what lies over the page too, and in a panel', async () => {
    await feed('untrusted', leading);
    await session.page.getByRole('button', { name: 'Details' }).click();
    expect(await session.page.getByRole('dialog').getByText(MARK).isVisible()).toBe(true);
    await session.page.keyboard.press('Escape');
    await feed('untrusted', surface('p', 'Panel', { position: 'overlay' }));
    expect(await session.page.locator('.panel').getByText(MARK).isVisible()).toBe(true);
  });

  it('cannot lie over its mark, however large it is and however far one scrolls', async () => {
    const items = Array.from({ length: 200 }, (_, i) => `t${i}`);
    await feed('untrusted', {
      ...leading,
      components: [
        { id: 'root', type: 'Column', props: { children: items } },
        ...items.map((id) => ({ id, type: 'Text', props: { text: `Line ${id}` } })),
      ],
    });
    const met = await session.page.evaluate(() => {
      scrollTo(0, 2500);
      const root = window.session.element.shadowRoot as ShadowRoot;
      const { x, y, width, height } = (root.querySelector('.elsewhere') as Element).getBoundingClientRect();
      return [y >= 0 && y < innerHeight, root.elementFromPoint(x + width / 2, y + height / 2)?.className];
    });
    await session.page.evaluate(() => scrollTo(0, 0));
    expect(met).toEqual([true, 'elsewhere']);
  });
});

describe('What is asked and told from elsewhere', () => {
  it('bears the mark: questions, tasks and notes', async () => {
    await feed('untrusted', ask('q', { kind: 'text' }), { op: 'task', task: 't', message: 'Loading' });
    const dialog = session.page.getByRole('dialog');
    expect(await dialog.getByText(MARK).isVisible()).toBe(true);
    expect(await dialog.evaluate((element) => element.getAttribute('aria-describedby'))).toContain('ask-origin');
    expect(await session.page.locator('.task').getByText(MARK).count()).toBe(1);
    await session.wait(600);
    await session.page.getByRole('button', { name: 'Later' }).click();
    await session.page.evaluate(
      (op) => window.session.element.happen({ ...(JSON.parse(op) as ReturnType<typeof toast>), trust: 'untrusted' }),
      JSON.stringify(toast('Read this')),
    );
    expect(await session.page.locator('.toast').textContent()).toContain(MARK);
  });

  it('loses the mark when the agent asks anew itself', async () => {
    await feed('untrusted', ask('q', { kind: 'text' }));
    await session.feed(ask('q', { kind: 'text' }));
    expect(await session.page.getByRole('dialog').getByText(MARK).count()).toBe(0);
  });

  it('offers no link and no approval, whatever let it in', async () => {
    await session.page.evaluate(
      ([link, question]) => {
        window.session.element.happen({ ...JSON.parse(link as string), trust: 'untrusted' });
        window.session.fold.apply({ body: [JSON.parse(question as string)], trust: 'untrusted' });
        window.session.element.flush();
      },
      [JSON.stringify(navigate(AWAY)), JSON.stringify(ask('c', { kind: 'confirm' }))],
    );
    expect(await session.page.getByRole('link').count()).toBe(0);
    expect(await session.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await session.found()).toEqual(['VITRINE_URL_REFUSED', 'VITRINE_ASK_UNTRUSTED']);
  });
});

describe.each(['light', 'dark'] as const)('The mark in a %s page', (colorScheme) => {
  it('can be read, by eye and by ear, narrow and wide', { timeout: 120_000 }, async () => {
    const seen = await SessionHarness.open(given, { ...BYPASS, colorScheme });
    const { page } = seen;
    await page.evaluate(
      (parts) => void window.session.feed(JSON.parse(parts), 'untrusted'),
      JSON.stringify([leading, { op: 'task', task: 't', message: 'Loading', value: 1, total: 3 }]),
    );
    await seen.feed(surface('mine', 'Mine'));
    const folder = process.env.VITRINE_SHOTS;
    const shoot = async (name: string): Promise<void> => {
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${colorScheme}-${name}.png` });
    };
    for (const width of [360, 1100]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violations(page)).toEqual([]);
      await shoot(String(width));
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await page.evaluate(
      (op) => void window.session.feed([JSON.parse(op)], 'untrusted'),
      JSON.stringify(ask('q', { kind: 'text' })),
    );
    await page.getByRole('dialog').waitFor();
    await shoot('ask');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});
