// Catalogs of one's own at a host: given to the real command line, shown by its pages in a real Chromium under their policy. One
// brings a widget with styles, one only a fallback, one is an A2UI catalog.json.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Served } from './served.ts';

const RATING = fileURLToPath(new URL('../../../examples/own-catalog/rating.js', import.meta.url));
const OFFER = `import { action, defineComponent, extendCatalog, required, text } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';

const Offer = defineComponent(
  { title: required(text()), take: required(action()) },
  {
    example: { title: 'Tea', take: { event: { name: 'take' } } },
    fallback: ({ id, props }, { partId }) => ({
      components: [
        { id, type: 'Column', props: { children: [partId('title'), partId('take')] } },
        { id: partId('title'), type: 'Text', props: { text: props.title, variant: 'h3' } },
        { id: partId('words'), type: 'Text', props: { text: 'Take it' } },
        { id: partId('take'), type: 'Button', props: { child: partId('words'), action: props.take } },
      ],
      losses: ['an offer is a heading and a button'],
    }),
  },
);
export const catalog = extendCatalog(basic09, { Offer }, { id: 'urn:test:offer', title: 'Offers' });
`;
const GAUGE = {
  catalogId: 'urn:test:gauge',
  components: { Gauge: { type: 'object', properties: { component: { const: 'Gauge' }, label: { type: 'string' } } } },
};

let folder: string;
let served: Served;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-own-'));
  writeFileSync(join(folder, 'offer.mjs'), OFFER);
  writeFileSync(join(folder, 'gauge.json'), JSON.stringify(GAUGE));
  const files = [RATING, join(folder, 'offer.mjs'), join(folder, 'gauge.json')];
  served = await Served.start(files.flatMap((file) => ['--catalog', file]));
});
afterAll(async () => {
  await served?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rating = {
  version: 'v1.0',
  createSurface: {
    ...{ surfaceId: 'stay', catalogId: 'https://example.com/catalogs/rating/1', dataModel: { stars: 2 } },
    components: [
      { id: 'root', component: 'Column', children: ['stars', 'send'] },
      { id: 'stars', component: 'Rating', label: 'How was your stay?', value: { path: '/stars' } },
      { id: 'words', component: 'Text', text: 'Send' },
      {
        id: 'send',
        component: 'Button',
        child: 'words',
        action: { event: { name: 'rate', context: { stars: { path: '/stars' } } } },
      },
    ],
  },
};
const offer = [
  { version: 'v0.9', createSurface: { surfaceId: 'offer', catalogId: 'urn:test:offer' } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'offer',
      components: [{ id: 'root', component: 'Offer', title: 'Green tea', take: { event: { name: 'take' } } }],
    },
  },
];

it('a person sees the widget of a catalog of one’s own, acts on it, and the agent reads it; others are drawn by their fallback', async () => {
  const opened: { session: string; viewerUrl: string } = await served.call('/sessions', { title: 'Own' });
  const answer: object = await served.call(`/sessions/${opened.session}/messages`, [rating, ...offer]);
  expect(answer).toMatchObject({ accepted: 3, issues: [] });
  const { page, complaints } = await served.open(
    new URL(opened.viewerUrl).pathname.slice(1) + new URL(opened.viewerUrl).hash,
  );
  const stars = page.getByRole('radiogroup', { name: 'How was your stay?' });
  await stars.waitFor();
  expect(await page.getByRole('radio', { name: '2 stars' }).isChecked()).toBe(true);
  expect(
    await stars
      .locator('.star')
      .first()
      .evaluate((star) => getComputedStyle(star).display),
  ).toBe('grid');
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Green tea' }).waitFor();
  await page.getByRole('button', { name: 'Take it' }).click();
  const events = async () => {
    const found: { events: readonly object[] } = await served.call(
      `/sessions/${opened.session}/events?after=0&consumer=t`,
      undefined,
    );
    return JSON.stringify(found.events);
  };
  await expect.poll(events).toContain('"context":{"stars":4}');
  await expect.poll(events).toContain('"name":"take"');
  expect(await events()).toContain('"sourceComponentId":"root"');
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('the gallery shows every component of catalogs that the host was given', async () => {
  const { page, complaints } = await served.open('gallery.html', { bypassCSP: true });
  await page.locator('html[data-ready]').waitFor();
  for (const title of ['Rating', 'Offer', 'Gauge']) {
    const card = page.locator('article.card', { has: page.getByRole('link', { name: title, exact: true }) }).last();
    await card.scrollIntoViewIfNeeded();
    await card.locator('vitrine-session').waitFor({ state: 'attached' });
  }
  await page.getByRole('radiogroup', { name: 'How was your stay?' }).first().waitFor();
  await page.getByRole('button', { name: 'Take it' }).first().waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('the composer reads a stream of such a catalog, and axe finds nothing wrong with what it shows', async () => {
  const { page, complaints } = await served.open('composer', { bypassCSP: true });
  await page.locator('html[data-ready]').waitFor();
  const shown = page.getByRole('radiogroup', { name: 'How was your stay?' });
  await page.evaluate((text) => window.composer.open(text, 'own'), JSON.stringify(rating));
  await expect.poll(() => shown.count()).toBe(1);
  expect(await page.locator('#counts').textContent()).toBe('1 of 1 accepted');
  await page.addScriptTag({
    content: readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  });
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(at: string): Promise<{ violations: { id: string }[] }> } };
    return (await axe.run('vitrine-session')).violations.map(({ id }) => id);
  });
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
