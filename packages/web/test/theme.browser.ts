// The theme of an agent, the properties of a page, and what the device asks for, in a real Chromium.

import type { Json } from '@vitrine/core';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readableColour } from '../src/readable-colour.ts';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import { contrast, READABLE, type Rgb } from './contrast.ts';
import { BASIC_09, bundle, Harness, launch, type PageOptions } from './harness.ts';

let browser: Browser;
let files: Map<string, Uint8Array>;
let harness: Harness;

beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle()]);
});
afterAll(() => browser?.close());
beforeEach(async () => {
  harness = await Harness.open(browser, files);
});
afterEach(async () => {
  expect(harness.complaints).toEqual([]);
  expect(harness.requests).toEqual([]);
  await harness.close();
});

async function reopen(options: PageOptions): Promise<void> {
  await harness.close();
  harness = await Harness.open(browser, files, options);
}

const action = { event: { name: 'a' } };
const components: Json[] = [
  { id: 'root', component: 'Column', children: ['text', 'filled', 'quiet', 'plain', 'tabs', 'card'] },
  { id: 'text', component: 'Text', text: 'Words' },
  { id: 'filled', component: 'Button', variant: 'primary', child: 'text', action },
  { id: 'quiet', component: 'Button', variant: 'borderless', child: 'text', action },
  { id: 'plain', component: 'Button', child: 'text', action },
  { id: 'tabs', component: 'Tabs', tabs: [{ title: 'Tab', child: 'text' }] },
  { id: 'card', component: 'Card', child: 'quiet' },
];
const themed = (theme?: Json, surfaceId = 's'): Json[] => [
  {
    version: 'v0.9',
    createSurface: { surfaceId, catalogId: BASIC_09, ...(theme === undefined ? {} : { theme }) } as Json,
  },
  { version: 'v0.9', updateComponents: { surfaceId, components } },
];

/** As they are on the screen, whichever way they are written. */
async function colours(selector: string): Promise<{ text: Rgb; ground: Rgb }> {
  const [text, ground] = await harness.page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor].map((css) => {
        pen.fillStyle = css;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      });
    });
  return { text: text as unknown as Rgb, ground: ground as unknown as Rgb };
}

const GROUND = { light: [255, 255, 255], dark: [18, 18, 18] } as const;
const HOSTILE = ['#ffffff', '#000000', '#ffff00', '#00ff00', '#7f7f7f', '#808080', '#0000ff', '#ff0000', '#101010'];

/** One surface a colour, all on one page. */
const showHostile = () =>
  harness.feed(
    ...HOSTILE.flatMap((primaryColor) =>
      themed({ primaryColor, agentDisplayName: primaryColor }, `s${primaryColor.slice(1)}`),
    ),
  );

describe.each(['light', 'dark'] as const)('an agent’s colour in a %s page', (scheme) => {
  it('can be read, as text and under text', async () => {
    await reopen({ context: { colorScheme: scheme } });
    await showHostile();
    for (const colour of HOSTILE) {
      const within = `#s${colour.slice(1)} `;
      const filled = await colours(`${within}.primary`);
      expect(contrast(filled.text, filled.ground), colour).toBeGreaterThanOrEqual(READABLE);
      for (const selector of ['.borderless', '.tab[aria-selected=true]'])
        expect(contrast((await colours(within + selector)).text, GROUND[scheme]), colour).toBeGreaterThanOrEqual(
          READABLE,
        );
    }
    expect(await harness.issues()).toEqual([]);
  });
});

/** Every colour whose parts are multiples of a fifth or next to one. */
const STEPS = [0, 1, 51, 102, 128, 153, 204, 254, 255];
const COLOURS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue): Rgb => [red, green, blue])));

const hex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** As they are drawn in a page of this scheme. */
const drawn = (scheme: 'light' | 'dark', colours: readonly Rgb[]): Promise<Rgb[]> =>
  harness.page.evaluate(
    ([scheme, ...all]) => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const sample = document.body.appendChild(document.createElement('i'));
      sample.style.colorScheme = scheme as string;
      return all.map((css) => {
        sample.style.color = css;
        if (pen === null || sample.style.color === '') throw new Error(`${css} is no colour.`);
        pen.fillStyle = getComputedStyle(sample).color;
        pen.fillRect(0, 0, 1, 1);
        sample.style.color = '';
        return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)] as unknown as Rgb;
      });
    },
    [scheme, ...colours.map((one) => readableColour(hex(one)))],
  );

describe('an agent’s colour', () => {
  const GROUNDS = {
    light: [
      [255, 255, 255],
      [0xf6, 0xf8, 0xfa],
    ],
    dark: [
      [0x16, 0x1b, 0x22],
      [0x0d, 0x11, 0x17],
      [18, 18, 18],
      [0, 0, 0],
    ],
  } as const;

  it.each(['light', 'dark'] as const)('is readable on every surface of a %s scheme', async (scheme) => {
    const tones = await drawn(scheme, COLOURS);
    for (const [i, tone] of tones.entries())
      for (const ground of GROUNDS[scheme])
        expect(contrast(tone, ground), `${COLOURS[i]} as ${tone}`).toBeGreaterThanOrEqual(READABLE);
  });

  it('stays as it is where it is readable', async () => {
    expect(
      await drawn('light', [
        [0x0b, 0x57, 0xd0],
        [0, 0, 0],
      ]),
    ).toEqual([
      [0x0b, 0x57, 0xd0],
      [0, 0, 0],
    ]);
    expect(
      await drawn('dark', [
        [0xa8, 0xc7, 0xfa],
        [255, 255, 255],
      ]),
    ).toEqual([
      [0xa8, 0xc7, 0xfa],
      [255, 255, 255],
    ]);
  });

  it('moves no further than it must', async () => {
    const tones = await drawn('light', [
      [255, 255, 255],
      [255, 255, 0],
    ]);
    for (const tone of tones) expect(contrast(tone, [0xee, 0xf1, 0xf4])).toBeLessThan(4.6);
    const [white] = await drawn('dark', [[0, 0, 0]]);
    expect(contrast(white as Rgb, [0x2a, 0x31, 0x3a])).toBeLessThan(4.6);
  });

  it('has black or white text on it that is readable, whatever it is', async () => {
    await harness.feed(...themed());
    const inks = await harness.page.locator('.primary').evaluate((button, all) => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      if (pen === null) throw new Error('There is no canvas.');
      return all.map((colour) => {
        document.documentElement.style.setProperty('--vitrine-primary', `rgb(${colour.join()})`);
        pen.fillStyle = getComputedStyle(button).color;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)] as unknown as Rgb;
      });
    }, COLOURS);
    for (const [i, ink] of inks.entries())
      expect(contrast(ink, COLOURS[i] as Rgb), `${ink} on ${COLOURS[i]}`).toBeGreaterThanOrEqual(READABLE);
  });

  it('keeps its hue where it must move', async () => {
    const [[red, green, blue]] = (await drawn('light', [[0xff, 0xd4, 0]])) as [Rgb];
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    const [[r, g, b]] = (await drawn('dark', [[0, 0, 0xff]])) as [Rgb];
    expect(b).toBeGreaterThan(r);
    expect(Math.abs(r - g)).toBeLessThan(2);
    // Teal stays teal: its strongest part is far from its weakest.
    const [[weak, , strong]] = (await drawn('dark', [[0x0f, 0x76, 0x6e]])) as [Rgb];
    expect(strong - weak).toBeGreaterThan(50);
  });
});

describe('a theme', () => {
  it('leaves a readable colour as it is', async () => {
    await harness.feed(...themed({ primaryColor: '#7a0a5c' }));
    expect((await colours('.primary')).ground).toEqual([0x7a, 0x0a, 0x5c]);
  });

  it('gives way to what the page sets', async () => {
    await harness.page.evaluate(() => document.documentElement.style.setProperty('--vitrine-primary', 'rgb(1, 2, 3)'));
    await harness.feed(...themed({ primaryColor: '#7a0a5c' }));
    expect(await colours('.primary')).toEqual({ text: [255, 255, 255], ground: [1, 2, 3] });
  });

  it('is gone with its surface', async () => {
    await harness.feed(...themed({ primaryColor: '#7a0a5c', agentDisplayName: 'Ada' }));
    const left = await harness.page.evaluate(() => {
      const element = window.vitrine.element();
      element.clear();
      return [element.shadowRoot?.adoptedStyleSheets.length, element.shadowRoot?.childNodes.length];
    });
    expect(left).toEqual([1, 0]);
  });

  it('says who speaks, in harmless letters, before everything else', async () => {
    await harness.feed(...themed({ agentDisplayName: 'Ada\u202e & <b>Co</b>' }));
    const agent = harness.page.locator('.agent');
    expect(await agent.textContent()).toBe('From Ada\ufffd & <b>Co</b>');
    expect(await agent.evaluate((element) => element.previousSibling)).toBeNull();
  });

  it('does not vouch for a name that nobody vouches for, and requests nothing', async () => {
    await reopen({ trust: 'untrusted', urls: { media: ['*'], links: 'web' } });
    await harness.feed(...themed({ agentDisplayName: 'Your bank', iconUrl: 'https://example.org/i.png' }));
    expect(await harness.page.locator('.agent').textContent()).toBe('YFrom Your bank (not verified)');
    expect((await harness.issues()).map(({ code }) => code)).toEqual(['VITRINE_URL_REFUSED']);
  });

  it('shows a picture that the policy allows', async () => {
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await harness.feed(...themed({ agentDisplayName: 'Ada', iconUrl: pixel }));
    const icon = harness.page.locator('img.agent-icon');
    expect(await icon.getAttribute('alt')).toBe('');
    expect(await icon.evaluate((element) => (element as HTMLImageElement).decode().then(() => true))).toBe(true);
    expect(await harness.issues()).toEqual([]);
  });

  it.each(['red', '#fff', '#12345g', '#1234567', ' #123456', '#123456;', 'url(x)', '', 7, null, ['#123456']])(
    'with the colour %j is refused in that point',
    async (primaryColor) => {
      await harness.feed(...themed({ primaryColor }));
      expect((await colours('.primary')).ground).toEqual([0x0b, 0x57, 0xd0]);
      const issues = (await harness.issues()).map(({ at }) => at);
      expect(issues.length).toBeGreaterThan(0);
    },
  );

  it.each(['javascript:alert(1)', 'https://example.org/i.png', 'file:///etc/passwd'])(
    'shows a letter instead of %s and reports it',
    async (iconUrl) => {
      await harness.feed(...themed({ agentDisplayName: 'Ada', iconUrl }));
      expect(await harness.page.locator('img').count()).toBe(0);
      if ((await harness.page.locator('.agent').count()) > 0)
        expect(await harness.page.locator('.agent-icon').textContent()).toBe('A');
    },
  );

  it('of 0.8 sets colour and font when rendering begins', async () => {
    await harness.feed(
      {
        surfaceUpdate: {
          surfaceId: 's',
          components: [
            { id: 'root', component: { Button: { child: 't', primary: true, action: { name: 'a' } } } },
            { id: 't', component: { Text: { text: { literalString: 'Go' } } } },
          ],
        },
      },
      { beginRendering: { surfaceId: 's', root: 'root', styles: { primaryColor: '#7a0a5c', font: 'Courier New' } } },
    );
    expect((await colours('.primary')).ground).toEqual([0x7a, 0x0a, 0x5c]);
    expect(await harness.page.locator('.text').evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(
      /^"Courier New", /,
    );
  });

  it('with a font that is no name is refused in that point', async () => {
    await harness.feed(
      {
        surfaceUpdate: {
          surfaceId: 's',
          components: [{ id: 'root', component: { Text: { text: { literalString: 'x' } } } }],
        },
      },
      { beginRendering: { surfaceId: 's', root: 'root', styles: { font: 'x; background: url(https://example.org)' } } },
    );
    expect((await harness.issues()).map(({ code, at }) => [code, at])).toEqual([
      ['VITRINE_THEME_INVALID', '/theme/font'],
    ]);
    expect(await harness.page.locator('.text').evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(
      /system-ui/,
    );
  });
});

describe('the colour scheme', () => {
  const isDark = async (): Promise<boolean> => {
    const [red] = (await colours('.text')).text;
    return red > 128;
  };

  it.each([
    ['light', false],
    ['dark', true],
  ] as const)('is that of a page that follows the device: %s', async (colorScheme, dark) => {
    await reopen({ context: { colorScheme } });
    await harness.feed(...themed());
    expect(await isDark()).toBe(dark);
  });

  it('is that of a page that is light whatever the device asks', async () => {
    await reopen({ context: { colorScheme: 'dark' } });
    await harness.page.evaluate(() => {
      document.documentElement.style.colorScheme = 'light';
    });
    await harness.feed(...themed());
    expect(await isDark()).toBe(false);
  });

  it('can be set on the element', async () => {
    await harness.feed(...themed());
    await harness.page.evaluate(() => {
      window.vitrine.element().style.colorScheme = 'dark';
    });
    expect(await isDark()).toBe(true);
  });
});

describe('what the device asks for', () => {
  const one = (context: BrowserContextOptions) => reopen({ context });

  it('is obeyed in forced colours', async () => {
    await one({ forcedColors: 'active' });
    await harness.feed(...themed({ primaryColor: '#7a0a5c' }));
    const filled = await colours('.primary');
    expect(filled.ground).not.toEqual([0x7a, 0x0a, 0x5c]);
    // Otherwise the browser lays a plate in the colour of the text behind it.
    const adjust = await harness.page.locator('.primary').evaluate((one) => getComputedStyle(one).forcedColorAdjust);
    expect(adjust).toBe('none');
    expect(contrast(filled.text, filled.ground)).toBeGreaterThanOrEqual(READABLE);
  });

  it('is obeyed where more contrast is wanted', async () => {
    await one({ contrast: 'more' });
    await harness.feed(...themed());
    const tokens = await harness.page
      .locator('.agent, .tablist')
      .first()
      .evaluate((element) => {
        const style = getComputedStyle(element);
        return [style.getPropertyValue('--_muted'), style.getPropertyValue('--_text')];
      });
    expect(tokens[0]).toBe(tokens[1]);
  });

  it('moves only where motion is welcome', async () => {
    const animations = () => harness.page.locator('.skeleton').evaluate((element) => element.getAnimations().length);
    const missing: Json = {
      version: 'v0.9',
      updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Card', child: 'late' }] },
    };
    await harness.feed(...themed(), missing);
    expect(await animations()).toBe(0);
    await one({ reducedMotion: 'no-preference' });
    await harness.feed(...themed(), missing);
    expect(await animations()).toBe(1);
  });

  it('prints without skeletons', async () => {
    await harness.feed(...themed(), {
      version: 'v0.9',
      updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Card', child: 'late' }] },
    });
    await harness.page.emulateMedia({ media: 'print' });
    expect(await harness.page.locator('.skeleton').isVisible()).toBe(false);
  });
});

describe.each([
  ['light', BYPASS],
  ['dark', BYPASS_DARK],
] as const)('axe, %s', (_scheme, context) => {
  it('finds nothing, whatever the colour', async () => {
    await reopen({ context });
    await showHostile();
    expect(await violations(harness.page)).toEqual([]);
  });
});
