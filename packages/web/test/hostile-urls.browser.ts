// Addresses that no page should follow, in every place that takes one, in a real Chromium. The policy of the page is as lax
// as it can be: media from any host, links to the web.

import type { Component, Op } from '@vitrine/core';
import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { expect, it } from 'vitest';
import { setUp } from './hostile-setup.ts';
import { ORIGIN } from './page-server.ts';

const started = setUp({ urls: { media: ['*', 'self'], links: 'web', base: `${ORIGIN}/` } });

const BAD = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'file:///etc/passwd',
  'vbscript:msgbox(1)',
  `blob:${ORIGIN}/1`,
  `filesystem:${ORIGIN}/1`,
  `view-source:${ORIGIN}`,
  'about:blank',
  'ftp://a.test/x',
  'https://user:secret@a.test/x',
];

const basic = (version: string): string => `https://a2ui.org/specification/${version}/catalogs/basic/catalog.json`;

/** Every place of a surface that takes an address. */
function places(url: string, at: number): Op[] {
  const link = (id: string): Component => ({
    id,
    type: 'Button',
    props: { child: 'leaf', action: { functionCall: { call: 'openUrl', args: { url } } } },
  });
  const components: Component[] = [
    { id: 'root', type: 'Column', props: { children: ['i', 'v', 'a', 'b', 'p', 't'] } },
    { id: 'leaf', type: 'Text', props: { text: 'Press' } },
    { id: 'i', type: 'Image', props: { url, description: 'Picture' } },
    { id: 'v', type: 'Video', props: { url } },
    { id: 'p', type: 'Video', props: { url: `${ORIGIN}/none.mp4`, posterUrl: url } },
    { id: 'a', type: 'AudioPlayer', props: { url, description: 'Sound' } },
    { id: 't', type: 'Text', props: { text: `[link](${url}) ![picture](${url}) <a href="${url}">x</a> <${url}>` } },
    link('b'),
  ];
  const nine = components.map((one) => (one.id === 'p' ? { ...one, type: 'Text', props: { text: 'x' } } : one));
  const ten = components.map((one) => (one.id === 'p' ? { ...one, props: { url, posterUrl: url } } : one));
  return [
    { op: 'open', surface: `nine${at}`, catalog: basic('v0_9'), theme: { iconUrl: url }, components: nine },
    { op: 'open', surface: `ten${at}`, catalog: basic('v1_0'), components: ten },
    openAgentchains(`card${at}`, 'card', {
      title: 'Card',
      image: url,
      actions: [{ label: 'Press', action: 'navigate', url }],
    }),
    openAgentchains(`image${at}`, 'image', { url, src: url, alt: 'x', caption: 'x' }),
    openAgentchains(`markdown${at}`, 'markdown', {
      content: `[link](<${url}>) ![picture](<${url}>) <a href="${url}">x</a>\n\n[ref]\n\n[ref]: <${url}>`,
    }),
  ];
}

it.each(BAD.map((url, at) => [JSON.stringify(url), url, at] as const))(
  'nothing of the page leads to %s, and it is reported',
  async (_name, url, at) => {
    const { codes, force, page } = started();
    await force(...places(url, at));
    // Markdown of AgentChains comes in a chunk of its own.
    await page.waitForFunction(() => document.querySelectorAll('vitrine-surface').length === 5);
    const press = page.getByRole('button', { name: 'Press' });
    for (let i = 0; i < (await press.count()); i++) await press.nth(i).click();
    for (const link of await page.getByRole('link').all()) await link.click();
    const found = await page.evaluate(() => {
      const addresses: string[] = [];
      for (const { shadowRoot } of document.querySelectorAll('vitrine-surface'))
        for (const one of shadowRoot?.querySelectorAll('*') ?? [])
          for (const { name, value } of one.attributes)
            if (/^(?:href|src|srcset|poster|action|formaction|data|ping|xlink:href|background|style|on\w+)$/.test(name))
              addresses.push(`${one.localName}[${name}]=${value}`);
      return { addresses, opened: window.hostile.opened };
    });
    expect(found).toEqual({ addresses: [], opened: [] });
    expect(await codes()).toContain('VITRINE_URL_REFUSED');
    expect(page.url()).toBe(`${ORIGIN}/`);
  },
);
