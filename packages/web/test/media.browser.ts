// Image, Icon, Video and AudioPlayer in a real Chromium: what is loaded, what stands where nothing is, and what is asked
// of the network.

import type { JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, it } from 'vitest';
import { BYPASS, BYPASS_DARK, violations } from './axe.ts';
import { ELEMENT_POLICY, type Harness, type PageOptions } from './harness.ts';
import { column, pages, put, surface, VERSIONS, type Version, write } from './text-setup.ts';

const { open } = pages();

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DwHwoBFQQE/UeYdRgAAAAASUVORK5CYII=';
const ALLOWED: PageOptions = {
  urls: { media: ['media.test'], links: 'none' },
  policy: `${ELEMENT_POLICY.replace("img-src 'self' data:", "img-src 'self' data: https://media.test")}; media-src https://media.test`,
};

/** Who said where they came from. Only pictures can be told not to. */
const referrers: (string | undefined)[] = [];

/** Requests for media, answered as the name of the file says: good.png, bad.png, never.png. */
async function serveMedia(harness: Harness): Promise<string[]> {
  const asked: string[] = [];
  await harness.answer('https://media.test/', async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    referrers.push(route.request().headers().referer);
    if (pathname.includes('never')) return;
    const body = pathname.includes('good') ? Buffer.from(PNG, 'base64') : 'no picture';
    await route.fulfill({ body, contentType: pathname.endsWith('png') ? 'image/png' : 'video/mp4' });
  });
  return asked;
}

const image = (version: Version, url: string, more: JsonObject = {}): JsonObject => ({
  id: 'root',
  component: 'Image',
  url,
  [version === '0.8' ? 'altText' : 'description']: 'A red dot',
  ...more,
});

describe('Image', () => {
  it.each(VERSIONS)('of %s loads an allowed picture, lazily and without telling from where', async (version) => {
    const harness = await open(ALLOWED);
    const asked = await serveMedia(harness);
    await harness.feed(...surface(version, [image(version, 'https://media.test/good.png')]));
    const img = harness.page.getByRole('img', { name: 'A red dot' });
    await expect.poll(() => img.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(2);
    const attributes = await img.evaluate((element: HTMLImageElement) => [
      element.loading,
      element.decoding,
      element.referrerPolicy,
    ]);
    expect(attributes).toEqual(['lazy', 'async', 'no-referrer']);
    await expect.poll(() => harness.page.locator('.instead').count()).toBe(0);
    expect(asked).toEqual(['/good.png']);
    expect(referrers.at(-1)).toBeUndefined();
    expect(await harness.issues()).toEqual([]);
  });

  it('that the message carries itself is shown, trusted or not', async () => {
    for (const trust of ['trusted', 'untrusted'] as const) {
      const harness = await open({ trust });
      await harness.feed(...surface('0.9', [image('0.9', `data:image/png;base64,${PNG}`)]));
      const img = harness.page.getByRole('img', { name: 'A red dot' });
      await expect.poll(() => img.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(2);
    }
  });

  it('has its size before, while and after it is loaded, and where it fails', async () => {
    const harness = await open(ALLOWED);
    await serveMedia(harness);
    const box = async () => {
      const { width, height } = (await harness.page.locator('.image').boundingBox()) as {
        width: number;
        height: number;
      };
      return [width, height];
    };
    for (const [variant, size] of [
      ['icon', [24, 24]],
      ['avatar', [40, 40]],
      ['smallFeature', [100, 100]],
      ['mediumFeature', [300, 200]],
    ] as const) {
      for (const name of ['never', 'good', 'bad']) {
        await harness.feed(
          ...(name === 'never' && variant === 'icon' ? surface('0.9', column(image('0.9', '', { id: 'i' }))) : []),
        );
        await harness.feed(put([image('0.9', `https://media.test/${name}-${variant}.png`, { id: 'i', variant })]));
        expect([variant, name, await box()]).toEqual([variant, name, size]);
        if (name === 'good') await expect.poll(() => harness.page.locator('.instead').count()).toBe(0);
        if (name === 'bad') await harness.page.locator('.instead[title]').waitFor();
        expect([variant, name, await box()]).toEqual([variant, name, size]);
      }
    }
  });

  it('that never comes or fails says what it shows, and comes when its address is mended', async () => {
    const harness = await open(ALLOWED);
    await serveMedia(harness);
    await harness.feed(...surface('0.9', [image('0.9', 'https://media.test/never.png')]));
    expect(await harness.page.locator('.image').textContent()).toBe('A red dot');
    expect(await harness.page.getByRole('img', { name: 'A red dot' }).count()).toBe(1);
    await harness.feed(put([image('0.9', 'https://media.test/bad.png')]));
    await expect.poll(() => harness.page.locator('.image').textContent()).toBe('A red dot\nIt could not be loaded.');
    await harness.feed(put([image('0.9', 'https://media.test/good.png')]));
    await expect.poll(() => harness.page.locator('.image').textContent()).toBe('');
    expect(await harness.page.getByRole('img', { name: 'A red dot' }).count()).toBe(1);
  });

  it('does not load what the policy refuses, says so and reports it once', async () => {
    const harness = await open(ALLOWED);
    const urls = [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
      'file:///etc/passwd',
      'https://other.test/x.png',
      'http://media.test/x.png',
    ];
    await harness.feed(
      ...surface('0.9', column({ id: 'a', component: 'Image', url: '' }, { id: 'b', component: 'Image', url: '' })),
    );
    for (const [i, url] of urls.entries()) {
      const one = { component: 'Image', url, description: 'Words' };
      await harness.feed(
        put([
          { id: 'a', ...one },
          { id: 'b', ...one, variant: 'icon' },
        ]),
      );
      const words = await harness.page.locator('.image').allTextContents();
      expect(words[0]).toMatch(/^Words\nBlocked\. The URL .* is refused: /);
      expect(words[1]).toBe(words[0]);
      expect(await harness.page.locator('img').count()).toBe(0);
      expect((await harness.issues()).map(({ code }) => code)).toEqual(Array(i + 1).fill('VITRINE_URL_REFUSED'));
    }
  });

  it('follows its fit', async () => {
    const harness = await open();
    const fits = ['contain', 'cover', 'fill', 'none', 'scaleDown'];
    const url = `data:image/png;base64,${PNG}`;
    await harness.feed(
      ...surface(
        '0.9',
        column(
          ...fits.map((fit) => image('0.9', url, { id: fit, fit })),
          image('0.9', url, { id: 'unset' }),
          image('0.9', url, { id: 'head', variant: 'header' }),
        ),
      ),
    );
    const found = await harness.page
      .locator('img')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).objectFit));
    expect(found).toEqual(['contain', 'cover', 'fill', 'none', 'scale-down', 'contain', 'cover']);
    const older = await open();
    await older.feed(...surface('0.8', [image('0.8', url, { fit: 'scale-down', usageHint: 'avatar' })]));
    expect(await older.page.locator('img').evaluate((one) => getComputedStyle(one).objectFit)).toBe('scale-down');
  });

  it('takes an address of another type for none or refuses it', async () => {
    const harness = await open();
    await harness.feed(...surface('0.9', [{ id: 'root', component: 'Image', url: { path: '/u' } }], {}));
    for (const url of [7, { a: 1 }, null]) {
      await harness.feed(write('/u', url));
      expect(await harness.page.locator('.image').count()).toBe(1);
      expect(await harness.page.locator('img').count()).toBe(0);
    }
  });
});

describe('an untrusted surface', () => {
  it('asks the network for nothing', async () => {
    const harness = await open({ ...ALLOWED, trust: 'untrusted' });
    const asked = await serveMedia(harness);
    const url = 'https://media.test/good.png';
    await harness.feed(
      ...surface(
        '1.0',
        column(
          { id: 'i', component: 'Image', url },
          { id: 'v', component: 'Video', url, posterUrl: url },
          { id: 'n', component: 'Video', url, accessibility: { label: 'Film' } },
          { id: 'a', component: 'AudioPlayer', url, description: 'Song' },
        ),
      ),
    );
    expect(await harness.page.locator('img, video, audio').count()).toBe(0);
    expect(await harness.page.locator('.instead').allTextContents()).toEqual([
      expect.stringMatching(/^Image\nBlocked/),
      expect.stringMatching(/^Video\nBlocked/),
      expect.stringMatching(/^Film\nBlocked/),
      expect.stringMatching(/^Song\nBlocked/),
    ]);
    expect(asked).toEqual([]);
  });
});

describe('Icon', () => {
  it('has a picture for every name of the catalog and is decoration', async () => {
    const harness = await open();
    const prop = basic09.components.get('Icon')?.props.name;
    const named = prop?.kind === 'any-of' ? prop.of[0] : undefined;
    const names = named?.kind === 'one-of' ? (named.options as readonly string[]) : [];
    await harness.feed(...surface('0.9', column(...names.map((name) => ({ id: name, component: 'Icon', name })))));
    const boxes = await harness.page.locator('.icon path').evaluateAll((all) =>
      all.map((path) => {
        const { x, y, width, height } = (path as SVGPathElement).getBBox();
        return x >= 0 && y >= 0 && x + width <= 24 && y + height <= 24 && Math.max(width, height) > 8;
      }),
    );
    expect(boxes).toEqual(names.map(() => true));
    expect(await harness.page.getByRole('img').count()).toBe(0);
    expect(await harness.issues()).toEqual([]);
  });

  it.each(VERSIONS)('of %s is an image with the label that it is given', async (version) => {
    const harness = await open();
    if (version === '0.8') {
      await harness.feed(...surface('0.8', [{ id: 'root', component: 'Icon', name: 'mail' }]));
      return expect(await harness.page.locator('svg.icon[aria-hidden=true]').count()).toBe(1);
    }
    const icon = { id: 'root', component: 'Icon', name: 'mail', accessibility: { label: 'Post' } };
    await harness.feed(...surface(version, [icon]));
    expect(await harness.page.getByRole('img', { name: 'Post' }).count()).toBe(1);
    await harness.feed(put([{ id: 'root', component: 'Icon', name: 'mail' }], version));
    expect(await harness.page.getByRole('img').count()).toBe(0);
  });

  it('draws an outline that the agent sends, and nothing that is none', async () => {
    const harness = await open();
    const svgPath = 'M10 20v-6h4v6h5v-8h3L12 3 2 12h3v8z';
    await harness.feed(...surface('0.9', [{ id: 'root', component: 'Icon', name: { svgPath } }]));
    const path = harness.page.locator('.icon path');
    expect(await path.getAttribute('d')).toBe(svgPath);
    expect(await path.evaluate((element) => getComputedStyle(element).stroke)).toBe('none');
    for (const bad of ['url(https://a.test/x)', '<script>alert(1)</script>', 'M0 0;alert', `M${'1'.repeat(9000)}`]) {
      await harness.feed(put([{ id: 'root', component: 'Icon', name: { svgPath: bad } }]));
      expect(await path.getAttribute('d')).toMatch(/^M8 3/);
    }
    expect((await harness.issues()).map(({ code }) => code)).toEqual(Array(4).fill('VITRINE_PROP_VALUE'));
  });

  it('without a picture shows a frame, says its name and reports it', async () => {
    const harness = await open();
    await harness.feed(
      ...surface('0.9', [{ id: 'root', component: 'Icon', name: { path: '/n' }, weight: 1 }], { n: 'unicorn' }),
    );
    expect(await harness.page.getByRole('img', { name: 'unicorn' }).count()).toBe(1);
    expect((await harness.issues()).map(({ code }) => code)).toEqual(['VITRINE_PROP_VALUE']);
    await harness.feed(write('/n', 'home'));
    expect(await harness.page.getByRole('img').count()).toBe(0);
    for (const value of [null, 3, ['x'], { svgPath: 7 }]) await harness.feed(write('/n', value));
    expect(await harness.page.locator('svg.icon').count()).toBe(1);
  });

  it('that points along the reading turns with it', async () => {
    const harness = await open();
    await harness.page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await harness.feed(
      ...surface(
        '0.9',
        column({ id: 'a', component: 'Icon', name: 'arrowBack' }, { id: 'b', component: 'Icon', name: 'play' }),
      ),
    );
    expect(
      await harness.page.locator('.icon').evaluateAll((all) => all.map((one) => getComputedStyle(one).scale)),
    ).toEqual(['-1 1', 'none']);
  });
});

describe('players', () => {
  it.each(VERSIONS)('of %s have controls and load nothing before they are played', async (version) => {
    const harness = await open(ALLOWED);
    const asked = await serveMedia(harness);
    const url = 'https://media.test/x.mp4';
    await harness.feed(
      ...surface(
        version,
        column({ id: 'v', component: 'Video', url }, { id: 'a', component: 'AudioPlayer', url, description: 'A song' }),
      ),
    );
    const found = await harness.page
      .locator('.player')
      .evaluateAll((all) =>
        (all as HTMLMediaElement[]).map((one) => [one.localName, one.controls, one.preload, one.src, one.title]),
      );
    expect(found).toEqual([
      ['video', true, 'none', url, 'Video'],
      ['audio', true, 'none', url, 'A song'],
    ]);
    expect(await harness.page.getByText('A song').count()).toBe(1);
    expect(asked).toEqual([]);
  });

  it('say so when what they play cannot be loaded', async () => {
    const harness = await open(ALLOWED);
    await serveMedia(harness);
    await harness.feed(...surface('0.9', [{ id: 'root', component: 'Video', url: 'https://media.test/x.mp4' }]));
    await harness.page.locator('video').focus();
    await harness.page.keyboard.press('Space');
    await expect.poll(() => harness.page.locator('.video').textContent()).toBe('Video\nIt could not be loaded.');
  });

  it('of 1.0 show a picture first, if it is allowed', async () => {
    const harness = await open(ALLOWED);
    const asked = await serveMedia(harness);
    const url = 'https://media.test/x.mp4';
    await harness.feed(
      ...surface(
        '1.0',
        column(
          { id: 'v', component: 'Video', url, posterUrl: 'https://media.test/good.png' },
          { id: 'w', component: 'Video', url, posterUrl: 'https://other.test/p.png' },
        ),
      ),
    );
    const posters = await harness.page
      .locator('video')
      .evaluateAll((all) => all.map((one) => one.getAttribute('poster')));
    expect(posters).toEqual(['https://media.test/good.png', null]);
    await expect.poll(() => asked).toEqual(['/good.png']);
    expect((await harness.issues()).map(({ code }) => code)).toEqual(['VITRINE_URL_REFUSED']);
  });

  it('do not load what the policy refuses', async () => {
    const harness = await open(ALLOWED);
    await harness.feed(
      ...surface(
        '0.9',
        column({ id: 'v', component: 'Video', url: '' }, { id: 'a', component: 'AudioPlayer', url: '' }),
      ),
    );
    const urls = [
      'javascript:alert(1)',
      'data:text/html,x',
      'data:video/mp4;base64,AAAA',
      'file:///x.mp4',
      'https://other.test/x.mp4',
    ];
    for (const url of urls) {
      await harness.feed(
        put([
          { id: 'v', component: 'Video', url },
          { id: 'a', component: 'AudioPlayer', url, description: 'A song' },
        ]),
      );
      expect(await harness.page.locator('video, audio').count()).toBe(0);
      const [film, sound] = await harness.page.locator('.instead').allTextContents();
      expect(film).toMatch(/^Video\nBlocked\. /);
      expect(sound).toMatch(/^A song\nBlocked\. /);
    }
    expect((await harness.issues()).map(({ code }) => code)).toEqual(urls.map(() => 'VITRINE_URL_REFUSED'));
  });

  it('take another address and a mended one', async () => {
    const harness = await open(ALLOWED);
    const player = (url: string, description: string) => ({ id: 'root', component: 'AudioPlayer', url, description });
    await harness.feed(...surface('0.9', [player('https://other.test/x', 'One')]));
    await harness.feed(put([player('https://media.test/x', 'Two')]));
    expect(await harness.page.locator('audio').getAttribute('src')).toBe('https://media.test/x');
    expect(await harness.page.locator('.audio').textContent()).toBe('Two');
    await harness.feed(put([player('https://media.test/x', '')]));
    expect(await harness.page.locator('.audio').textContent()).toBe('');
  });
});

const gallery = (harness: Harness) =>
  harness.feed(
    ...surface(
      '1.0',
      column(
        image('1.0', `data:image/png;base64,${PNG}`, { id: 'a' }),
        image('1.0', 'https://other.test/x.png', { id: 'b', variant: 'header' }),
        image('1.0', 'https://other.test/x.png', { id: 'c', variant: 'avatar' }),
        { id: 'd', component: 'Icon', name: 'home', accessibility: { label: 'Home' } },
        { id: 'e', component: 'Icon', name: 'star' },
        { id: 'f', component: 'AudioPlayer', url: 'https://other.test/a.mp3', description: 'A song' },
        { id: 'g', component: 'Video', url: 'https://media.test/a.mp4' },
      ),
    ),
  );

it.each([
  ['light', BYPASS],
  ['dark', BYPASS_DARK],
])('media break no rule of WCAG 2.2 AA, %s', async (_scheme, context) => {
  const harness = await open({ ...ALLOWED, context });
  await gallery(harness);
  expect(await violations(harness.page)).toEqual([]);
});
