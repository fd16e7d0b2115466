// A surface of an untrusted agent asks the network for nothing, whatever it holds and whatever a person does with it. The
// page has no policy of its own here and would allow any host: nothing but the renderer stands in the way.

import type { Catalog, Component, Json, Op } from '@vitrine/core';
import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { expect, it } from 'vitest';
import { SAMPLES } from '../../core/test/agentchains-samples.ts';
import { BYPASS } from './axe.ts';
import { inColumn, samples } from './hostile-samples.ts';
import { setUp } from './hostile-setup.ts';
import { ITEMS, opened } from './openwop-surfaces.ts';
import { ORIGIN } from './page-server.ts';

const HOST = 'https://tracker.test';
const started = setUp({
  trust: 'untrusted',
  urls: { media: ['*', 'self'], links: 'web', base: `${ORIGIN}/` },
  context: BYPASS,
});

/** Components with every property, every text of which holds addresses in all the ways a renderer might follow. */
function tempting(catalog: Catalog): readonly Component[] {
  const words = `${HOST}/x ![i](${HOST}/i.png) [l](${HOST}/l) <img src="${HOST}/h.png"> <link rel=prefetch href=${HOST}/p>`;
  const filled = (value: unknown): unknown => {
    if (value === 'Words') return words;
    if (typeof value === 'string' && value.startsWith('https://media.test')) return `${HOST}/media`;
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]));
    return value;
  };
  const all = samples(catalog).map((one) => ({ ...one, props: filled(one.props) as Component['props'] }));
  const link: Component = {
    id: 'link',
    type: 'Button',
    props: { child: 'leaf', action: { functionCall: { call: 'openUrl', args: { url: `${HOST}/opened` } } } },
  };
  return inColumn([...all, link]);
}

function surfaces(): Op[] {
  const theme = {
    iconUrl: `${HOST}/icon.png`,
    primaryColor: `url(${HOST}/color)`,
    font: `x; background: url(${HOST}/font)`,
    agentDisplayName: `${HOST}/name`,
    backgroundImage: `url(${HOST}/background)`,
  };
  const data = (sample: object): Json =>
    JSON.parse(JSON.stringify(sample).replaceAll('https://media.example', HOST).replaceAll('"/map"', `"${HOST}/map"`));
  return [
    ...[basic08, basic09, basic10].map(
      (catalog): Op => ({
        op: 'open',
        surface: catalog.id.replaceAll(/\W/g, ''),
        catalog: catalog.id,
        theme,
        components: tempting(catalog),
      }),
    ),
    ...Object.entries(SAMPLES).map(([type, sample]) =>
      openAgentchains(type, type as keyof typeof SAMPLES, data(sample)),
    ),
    openAgentchains('links', 'markdown', { content: `[l](${HOST}/l) ![i](${HOST}/i.png) <img src=${HOST}/h.png>` }),
    opened(ITEMS, { surface: 'openwop' }),
  ];
}

it('asks for nothing when it is shown, and nothing when everything is pressed, filled in, played and sent', async () => {
  const { codes, force, harness, page } = started();
  const noted: string[] = [];
  page.on('websocket', (socket) => noted.push(`websocket ${socket.url()}`));
  page.on('popup', (popup) => noted.push(`popup ${popup.url()}`));
  page.on('framenavigated', (frame) => noted.push(`navigation ${frame.url()}`));
  page.on('download', (download) => noted.push(`download ${download.url()}`));
  page.on('request', (request) => {
    // Chunks of the page itself come when they are needed.
    if (!/^\/[\w-]+\.js$/.test(request.url().replace(ORIGIN, ''))) noted.push(`request ${request.url()}`);
  });
  await force(...surfaces());
  await page.getByRole('heading', { name: 'Berth' }).first().waitFor();
  await page.locator('#links').getByText('l', { exact: false }).first().waitFor();
  const pressed = await page.evaluate(async () => {
    let count = 0;
    for (const { shadowRoot } of document.querySelectorAll('vitrine-surface')) {
      for (const one of shadowRoot?.querySelectorAll<HTMLElement>(
        'button, a, [role=button], [role=tab], summary, video, audio, img',
      ) ?? []) {
        one.click();
        one.focus();
        one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true, composed: true }));
        if (one instanceof HTMLMediaElement) one.play().catch(() => undefined);
        count++;
      }
      for (const form of shadowRoot?.querySelectorAll('form') ?? []) form.requestSubmit();
      for (const input of shadowRoot?.querySelectorAll<HTMLInputElement>('input, textarea, select') ?? []) {
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }
      await window.vitrine.idle();
    }
    for (let i = 0; i < 5; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return count;
  });
  expect(pressed).toBeGreaterThan(20);
  expect(noted).toEqual([]);
  expect(harness.requests).toEqual([]);
  expect(await page.evaluate(() => window.hostile.opened)).toEqual([]);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => !name.startsWith(`${ORIGIN}/`))).toEqual([]);
  expect(await codes()).toContain('VITRINE_URL_REFUSED');
  // What is looked for would have been found.
  await page.evaluate((host) => {
    new Image().src = `${host}/control.png`;
  }, HOST);
  await expect.poll(() => harness.requests.splice(0)).toEqual([`${HOST}/control.png`]);
  await expect.poll(() => harness.complaints.splice(0).length).toBe(1);
});
