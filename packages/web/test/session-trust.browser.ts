// Trust that is taken away reaches all that a session shows, and a session that is not on the page draws nothing.

import type { OpenOp } from '@vitrine/core/internal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BASIC_09, ELEMENT_POLICY, Harness } from './harness.ts';
import { ask, navigate, SessionHarness, start, surface } from './session-setup.ts';

let given: Awaited<ReturnType<typeof start>>;
let session: SessionHarness;

beforeAll(async () => {
  given = await start();
  // A player loads nothing before it is used; the page's own policy must let it stand.
  const policy = `${ELEMENT_POLICY}; media-src https:`;
  session = new SessionHarness(await Harness.open(given.browser, given.files, { policy }));
  await session.freeze();
});
afterAll(() => given?.browser.close());
beforeEach(() => session.restart());
afterEach(() => expect(session.mishaps).toEqual([]));

const URL_AWAY = 'https://away.example/x';

const leading: OpenOp = {
  op: 'open',
  surface: 's',
  catalog: BASIC_09,
  components: [
    { id: 'root', type: 'Column', props: { children: ['sound', 'go'] } },
    { id: 'sound', type: 'AudioPlayer', props: { url: URL_AWAY } },
    { id: 'label', type: 'Text', props: { text: 'Go' } },
    {
      id: 'go',
      type: 'Button',
      props: { child: 'label', action: { functionCall: { call: 'openUrl', args: { url: URL_AWAY } } } },
    },
  ],
};

const distrust = () =>
  session.page.evaluate(() => {
    window.session.element.trust = 'untrusted';
    window.session.element.flush();
  });
const opened = () => session.page.evaluate(() => (window as unknown as { opened: string[] }).opened);
const drawn = () => session.page.evaluate(() => window.session.element.shadowRoot?.childElementCount);

describe('A session that is not trusted', () => {
  beforeEach(() =>
    session.page.evaluate(() => {
      const calls: string[] = [];
      Object.assign(window, { opened: calls, open: (url: string) => calls.push(url) && null });
    }),
  );

  it('opens and loads nothing from its surfaces any more', async () => {
    await session.set({ urls: { media: ['*'], links: 'web' } });
    await session.feed(leading);
    await session.page.getByRole('button', { name: 'Go' }).click();
    // The code of functions may come with the press.
    await expect.poll(opened).toEqual([URL_AWAY]);
    expect(await session.page.locator('vitrine-surface audio[src]').count()).toBe(1);
    await distrust();
    expect(await session.page.locator('vitrine-surface audio[src]').count()).toBe(0);
    await session.wait(1000);
    await session.page.getByRole('button', { name: 'Go' }).click();
    expect(await opened()).toEqual([URL_AWAY]);
  });

  it('opens and loads nothing from surfaces that come later', async () => {
    await session.set({ urls: { media: ['*'], links: 'web' } });
    await distrust();
    await session.feed(leading);
    await session.page.getByRole('button', { name: 'Go' }).click();
    expect(await opened()).toEqual([]);
    expect(await session.page.locator('vitrine-surface audio[src]').count()).toBe(0);
  });

  it('keeps what a person has entered when the trust is taken away', async () => {
    await session.feed(surface('s', 'Main'));
    await session.page.getByLabel('Name in s').fill('Ada');
    await distrust();
    expect(await session.page.getByLabel('Name in s').inputValue()).toBe('Ada');
  });

  it('takes back the links that it offered', async () => {
    await session.feed(navigate(URL_AWAY));
    await session.page.getByRole('link', { name: 'Open in a new tab' }).waitFor();
    await distrust();
    expect(await session.page.getByRole('link').count()).toBe(0);
  });
});

describe('A session that is not on the page', () => {
  const remove = () =>
    session.page.evaluate(async () => {
      window.session.element.remove();
      await Promise.resolve();
    });
  const putBack = () =>
    session.page.evaluate(() => {
      document.querySelector('main')?.append(window.session.element);
      window.session.element.flush();
    });

  it('draws nothing, keeps its view, and is drawn anew when it is back', async () => {
    await session.feed(surface('a', 'A'), ask('q', { kind: 'confirm' }));
    await remove();
    expect(await drawn()).toBe(0);
    expect(await session.page.evaluate(() => window.session.element.view === window.session.fold)).toBe(true);
    await session.feed(surface('b', 'B'));
    expect(await drawn()).toBe(0);
    await putBack();
    expect(await session.page.locator('vitrine-surface').count()).toBe(2);
    await session.page.getByRole('dialog').getByText('Question q?').waitFor();
  });

  it('starts to draw when it comes to the page, not when it gets a view', async () => {
    const before = await session.page.evaluate(() => {
      const element = document.createElement('vitrine-session') as typeof window.session.element;
      element.view = window.session.fold;
      element.flush();
      const { childElementCount } = element.shadowRoot as ShadowRoot;
      window.session.element.replaceWith(element);
      Object.assign(window.session, { element });
      return childElementCount;
    });
    expect(before).toBe(0);
    expect(await drawn()).toBeGreaterThan(0);
    await remove();
    await session.page.evaluate(() => {
      const { element, fold } = window.session;
      element.view = undefined;
      element.view = fold;
      element.flush();
    });
    expect(await drawn()).toBe(0);
    await session.feed(surface('a', 'A'));
    await putBack();
    await session.page.getByRole('heading', { name: 'A' }).waitFor();
  });

  it('does not ask again what was answered before, unless the answer was refused', async () => {
    await session.feed(ask('a', { kind: 'confirm' }), ask('b', { kind: 'confirm' }));
    await session.wait(600);
    await session.page.getByRole('button', { name: 'Approve' }).click();
    await remove();
    await putBack();
    await session.page.getByRole('dialog').getByText('Question b?').waitFor();
    await remove();
    await session.page.evaluate(() => window.session.element.refuse('a', 'No.'));
    await putBack();
    await session.page.getByRole('dialog').getByText('Question a?').waitFor();
  });

  it('does not listen to the keys of the page', async () => {
    const more = await session.page.evaluate(async () => {
      const { element } = window.session;
      const { addEventListener, removeEventListener } = window;
      let listening = 0;
      window.addEventListener = (...given: unknown[]) => {
        if (given[0] === 'keydown') listening++;
        Reflect.apply(addEventListener, window, given);
      };
      window.removeEventListener = (...given: unknown[]) => {
        if (given[0] === 'keydown') listening--;
        Reflect.apply(removeEventListener, window, given);
      };
      for (let i = 0; i < 3; i++) {
        document.querySelector('main')?.append(element);
        element.remove();
        await Promise.resolve();
      }
      Object.assign(window, { addEventListener, removeEventListener });
      return listening;
    });
    // The one that it had when it was on the page is gone too.
    expect(more).toBe(-1);
  });
});
