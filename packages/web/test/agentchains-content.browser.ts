// Cards, pictures, alerts, steps, code and Markdown of AgentChains in a real Chromium.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../core/test/agentchains-samples.ts';
import { append, apply, opened, render, seen, set, useShelf } from './agentchains-setup.ts';
import type { Harness } from './harness.ts';

const shelf = useShelf();
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let harness: Harness;
let page: Page;

beforeEach(async () => {
  harness = await shelf.open({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  page = harness.page;
});

describe('card', () => {
  it('shows title, facts as a description list, and words for a picture that is not allowed', async () => {
    await render(harness, 'card', SAMPLES.card);
    await page.getByRole('heading', { name: 'Harbour' }).waitFor();
    expect(await seen(page.locator('article'))).toMatch(
      /A pier\nBlocked[\s\S]*Harbour\n\nPier 4\n\nTwo ships are waiting\.\n/,
    );
    expect(await page.locator('dt').allTextContents()).toEqual(['Berths', 'Open']);
    expect(await page.locator('dd').allTextContents()).toEqual(['7', 'true']);
    expect(await page.locator('img').count()).toBe(0);
    expect(await harness.issues()).toMatchObject([{ code: 'VITRINE_URL_REFUSED' }]);
  });

  it('sends an action with the path of the action as scope, by pointer and by keyboard', async () => {
    await render(harness, 'card', SAMPLES.card);
    const sent = {
      event: 'action',
      surface: 's',
      source: 'root',
      scope: '/data/actions/1',
      name: 'action',
      context: { action: 'call_pilot', label: 'Call the pilot', url: null },
      checked: false,
    };
    await page.getByRole('button', { name: 'Call the pilot' }).dblclick();
    expect(await harness.events()).toEqual([sent]);
    await page.keyboard.press('Enter');
    expect(await harness.events()).toEqual([sent, sent]);
    expect(await opened(harness)).toEqual([]);
  });

  it('opens a link under the policy and sends nothing', async () => {
    const actions = [
      { label: 'Docs', url: 'https://example.com/docs' },
      { label: 'Bad', action: 'navigate', url: 'javascript:alert(1)' },
    ];
    await render(harness, 'card', { actions });
    await page.getByRole('button', { name: 'Docs' }).click();
    await page.getByRole('button', { name: 'Bad' }).click();
    expect(await opened(harness)).toEqual(['https://example.com/docs']);
    expect(await harness.events()).toEqual([]);
    expect(await harness.issues()).toMatchObject([{ code: 'VITRINE_URL_REFUSED' }]);
  });

  it('shows which of its actions is pending, and sends that once', async () => {
    const actions = [
      { label: 'A', action: 'a' },
      { label: 'B', action: 'b' },
    ];
    await render(harness, 'card', { actions });
    const busy = () => page.locator('[aria-busy=true]').allTextContents();
    const tell = (isOffline: boolean) =>
      page.evaluate(async (offline) => {
        const element = window.vitrine.element();
        Object.assign(element, { offline, pending: window.vitrine.events });
        await element.idle;
      }, isOffline);
    await page.getByRole('button', { name: 'B' }).click();
    await tell(true);
    expect(await busy()).toEqual(['BWill be sent when you are online again']);
    await tell(false);
    expect(await busy()).toEqual(['B']);
    await page.getByRole('button', { name: 'B' }).click({ force: true });
    await page.getByRole('button', { name: 'A' }).click();
    expect(await harness.events()).toMatchObject([{ context: { action: 'b' } }, { context: { action: 'a' } }]);
  });

  it('keeps the focused button while the rest changes', async () => {
    await render(harness, 'card', { actions: [{ label: 'A', action: 'a' }] });
    await page.getByRole('button', { name: 'A' }).focus();
    await apply(harness, set('/data/title', 'New'), set('/data/sections', [{ label: 'L', value: null }]));
    expect(await page.getByRole('button', { name: 'A' }).evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(await seen(page.locator('article'))).toBe('New\nL\n–\nA');
    await apply(harness, set('/data', { description: 'Only this' }));
    expect(await seen(page.locator('article'))).toBe('Only this');
  });
});

describe('image', () => {
  it('is a figure with a caption whose place is kept', async () => {
    await render(harness, 'image', { ...SAMPLES.image, url: PIXEL });
    await page.getByRole('figure').waitFor();
    const picture = page.getByRole('img', { name: 'A chart' });
    expect([await picture.getAttribute('width'), await picture.getAttribute('height')]).toEqual(['800', '400']);
    expect(await page.locator('figcaption').textContent()).toBe('Depths');
    const box = await page.locator('.image').boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(2, 1);
  });

  it('says what it would show where it is refused', async () => {
    await render(harness, 'image', SAMPLES.image);
    await page.getByText(/^A chart\s+Blocked\./).waitFor();
    expect(await page.locator('img').count()).toBe(0);
  });
});

describe('alert', () => {
  it.each([
    ['info', 'status', 'Info'],
    ['success', 'status', 'Success'],
    ['warning', 'alert', 'Warning'],
    ['error', 'alert', 'Error'],
  ] as const)('of severity %s is a region of role %s and says %s', async (severity, role, word) => {
    await render(harness, 'alert', { severity, title: 'Gale', message: 'From the west' });
    expect(await seen(page.getByRole(role))).toMatch(new RegExp(`${word}\\s*Gale\\s+From the west`));
  });

  it('is put away by the person, and comes back when it says something else', async () => {
    await render(harness, 'alert', SAMPLES.alert);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Gale').waitFor({ state: 'detached' });
    await apply(harness, set('/data/unrelated', 1));
    expect(await page.getByText('Gale').count()).toBe(0);
    await apply(harness, set('/data/message', 'From the east'));
    await page.getByText('From the east').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Gale').waitFor({ state: 'detached' });
    expect(await harness.events()).toEqual([]);
  });
});

describe('steps', () => {
  it('is an ordered list that says every state in words and which step is the current one', async () => {
    await render(harness, 'steps', SAMPLES.steps);
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      'Approach\nCompleted',
      'Lines\nIn progress',
      'Gangway\nNot started',
    ]);
    expect(await seen(page.locator('[aria-current=step]'))).toContain('Lines');
    expect(await page.getByRole('progressbar', { name: '1 of 3 completed' }).getAttribute('value')).toBe('1');
    await apply(harness, set('/data/steps/1/status', 'completed'), set('/data/steps/2/status', 'failed'));
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      'Approach\nCompleted',
      'Lines\nCompleted',
      'Gangway\nFailed',
    ]);
    await page.getByRole('progressbar', { name: '2 of 3 completed' }).waitFor();
  });
});

describe('code', () => {
  it('is highlighted as elements, with its title and language', async () => {
    await render(harness, 'code', { title: 'Signal', language: 'python', code: 'def f():\n\treturn "<b>"' });
    await page.locator('.hl-keyword').first().waitFor();
    expect(await page.locator('code').textContent()).toBe('def f():\n\treturn "<b>"');
    expect(await page.locator('.hl-string').textContent()).toBe('"<b>"');
    expect(await seen(page.locator('figcaption'))).toMatch(/Signal\s*python\s*Copy/);
  });

  it('of languages within languages is highlighted too', async () => {
    await render(harness, 'code', { language: 'html', code: '<p>x</p><script>const a = 1;</script>' });
    await page.locator('.hl-keyword').waitFor();
    expect(await page.locator('.hl-keyword').textContent()).toBe('const');
    expect(await page.locator('script').count()).toBe(1);
  });

  it('is copied by keyboard, which is announced', async () => {
    await render(harness, 'code', SAMPLES.code);
    await page.getByRole('button', { name: 'Copy' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('The code was copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('blow(3)');
  });

  it('that is still coming grows, and that of no known language stays plain', async () => {
    await render(harness, 'code', { language: 'rust', code: 'let a' });
    await page.locator('.hl-keyword').waitFor();
    await apply(harness, append('/data/code', ' = "x";'));
    await expect.poll(() => page.locator('.hl-string').textContent()).toBe('"x"');
    await apply(harness, set('/data', { language: 'klingon', code: 'let a' }));
    expect(await page.locator('code').textContent()).toBe('let a');
    expect(await page.locator('code [class^=hl-]').count()).toBe(0);
  });

  it('can be scrolled by keyboard when it is long', async () => {
    await render(harness, 'code', { title: 'Long', code: 'x\n'.repeat(500) });
    await page.getByRole('region', { name: 'Long' }).waitFor();
  });
});

describe('markdown', () => {
  it('has the marks of lists and quotations where their words begin', async () => {
    await render(harness, 'markdown', { content: '- مرحبا\n- عالم\n\n> اقتباس\n\n1. one' });
    const sides = await page
      .locator('ul, ol, blockquote')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
    expect(sides).toEqual(['rtl', 'rtl', 'ltr']);
  });

  const TEXT = `# Fog

Until **noon**, *perhaps* ~~longer~~ &amp; \`code\`.
Second line\\
third

1. one
2. two
   - nested

- [x] done
- [ ] open

> quote

| Ship | m |
|:-----|--:|
| Ida | 4 |

\`\`\`js
let a = "<b>";
\`\`\`

---

<div onclick="x()">markup</div>`;

  it('of every kind becomes elements, and markup stays text', async () => {
    await render(harness, 'markdown', { title: 'Notice', content: TEXT });
    await page.getByRole('heading', { name: 'Fog', level: 1 }).waitFor();
    const has = async (selector: string): Promise<string[]> => page.locator(`.prose ${selector}`).allTextContents();
    expect(await has('strong, em, del, p > code')).toEqual(['noon', 'perhaps', 'longer', 'code']);
    expect(await has('ol > li')).toEqual(['one', 'twonested']);
    expect(await has('blockquote p')).toEqual(['quote']);
    expect(await has('th')).toEqual(['Ship', 'm']);
    expect(await has('td')).toEqual(['Ida', '4']);
    expect(await has('pre code')).toEqual(['let a = "<b>";']);
    expect(await has('hr')).toHaveLength(1);
    expect(await has('br')).toHaveLength(1);
    expect(await has('.as-written')).toEqual(['<div onclick="x()">markup</div>']);
    expect(await page.getByRole('checkbox', { name: 'Done', exact: true }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Not done' }).isChecked()).toBe(false);
    expect(await page.locator('.prose p').first().textContent()).toContain('longer & code');
  });

  it('gives links an address that was checked, a new window and the host they lead to', async () => {
    await render(harness, 'markdown', {
      content:
        '[map](https://example.com/a?b=1&amp;c=2 "t") https://plain.example/x [bad](javascript:alert(1)) [r][d]\n\n[d]: https://defined.example',
    });
    await page.getByRole('link').first().waitFor();
    const links = await page
      .getByRole('link')
      .evaluateAll((all) =>
        (all as HTMLAnchorElement[]).map(({ href, rel, target, textContent }) => [href, rel, target, textContent]),
      );
    expect(links).toEqual([
      ['https://example.com/a?b=1&c=2', 'noopener noreferrer', '_blank', 'map (example.com)'],
      ['https://plain.example/x', 'noopener noreferrer', '_blank', 'https://plain.example/x'],
      ['https://defined.example/', 'noopener noreferrer', '_blank', 'r (defined.example)'],
    ]);
    expect(await page.locator('.prose').textContent()).toContain('bad');
    expect(await harness.issues()).toMatchObject([{ code: 'VITRINE_URL_REFUSED' }]);
  });

  it('keeps the nodes of what stays the same while it grows', async () => {
    await render(harness, 'markdown', { content: '# A\n\nfirst *one*\n\nsec' });
    await page.getByRole('heading', { name: 'A' }).waitFor();
    await page.evaluate(() => {
      const piece = window.vitrine.element().shadowRoot?.querySelector('.prose-piece') as Element;
      Object.assign(window, { before: [...piece.children] });
    });
    await apply(harness, append('/data/content', 'ond **two**\n\nthird'));
    const kept = await page.evaluate(() => {
      const piece = window.vitrine.element().shadowRoot?.querySelector('.prose-piece') as Element;
      const { before } = window as unknown as { before: Element[] };
      return [...piece.children].map((child, i) => [child.textContent, child === before[i]]);
    });
    expect(kept).toEqual([
      ['A', true],
      ['first one', true],
      ['second two', false],
      ['third', false],
    ]);
  });

  const FAR = 'A line of words.\n\n'.repeat(600);
  it.each([
    ['in front of its definition', 'See [this][a].\n\n', ''],
    ['behind its definition', '', '\n\nSee [this][a].'],
    ['pieces behind its definition', '', `\n\n${FAR}See [this][a].`],
  ])('gives a link %s the address that is defined now', async (_, before, after) => {
    const content = (host: string): string => `${before}[a]: https://${host}.example/${after}`;
    const address = (): Promise<string[]> =>
      page.getByRole('link').evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href }) => href));
    await render(harness, 'markdown', { content: content('one') });
    await expect.poll(address).toEqual(['https://one.example/']);
    await apply(harness, set('/data/content', content('two')));
    expect(await address()).toEqual(['https://two.example/']);
  });

  it('shows all of a long text that was taken away and came back', async () => {
    const content = `${'word '.repeat(51_200)}end`;
    await render(harness, 'markdown', { content });
    await page.locator('.prose > .text').waitFor();
    await apply(harness, set('/data/content', ''));
    expect(await page.locator('.prose > *').count()).toBe(0);
    await apply(harness, set('/data/content', content));
    expect(await page.locator('.prose > .text').count()).toBe(1);
    expect(await page.locator('.prose > :last-child').getAttribute('class')).toContain('text');
  });

  it('of an untrusted surface has no links and no pictures', async () => {
    const untrusted = await shelf.open({ trust: 'untrusted', urls: { media: ['*'], links: 'web' } });
    await render(untrusted, 'markdown', {
      content: '[a](https://x.example) ![p](https://x.example/p.png) https://y.example',
    });
    await untrusted.page.locator('.no-picture').waitFor();
    expect(await untrusted.page.locator('a, img').count()).toBe(0);
    expect(await seen(untrusted.page.locator('.prose'))).toBe('a p https://y.example');
  });
});
