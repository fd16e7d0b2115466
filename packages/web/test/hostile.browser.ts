// What no agent should send, in a real Chromium: nothing throws, something stands in its place, and an issue says so.
// What the door would refuse is given past it too, as by a host that forgot to judge.

import type { Component, Json, Op } from '@vitrine/core';
import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../core/test/agentchains-samples.ts';
import { inColumn, spoiled } from './hostile-samples.ts';
import { setUp } from './hostile-setup.ts';
import { ORIGIN } from './page-server.ts';

const started = setUp();

const FAULTY = 'https://vitrine.test/faulty';
const BASIC = [basic08, basic09, basic10] as const;
const JUNK: readonly Json[] = [
  null,
  true,
  -7,
  1e308,
  '',
  'junk',
  [],
  {},
  [null, 7, {}, ['x']],
  { a: { b: [1] }, path: 7, call: {}, event: [] },
  'long '.repeat(4000),
];

const open = (catalog: string, components: readonly Component[], data: Json = {}): Op => ({
  op: 'open',
  surface: 's',
  catalog,
  components,
  data,
});

/** Without addresses, which are refused by what they are and not by their type. */
async function faults(): Promise<string[]> {
  return (await started().codes()).filter((code) => code === 'VITRINE_WIDGET_FAILED');
}

describe('a value of another type', () => {
  it.each(BASIC)('through a binding of any property draws what can be drawn: $id', async (catalog) => {
    const { force, page } = started();
    await force(open(catalog.id, spoiled(catalog, { path: '/v' })));
    for (const value of JUNK) {
      await force({ op: 'set', surface: 's', path: '/v', value });
      expect(await faults()).toEqual([]);
    }
    await force({ op: 'unset', surface: 's', path: '/v' });
    expect(await page.getByText('Leaf').count()).toBeGreaterThan(3);
    expect(await faults()).toEqual([]);
  });

  it.each(BASIC)('in the definition itself, past the door: $id', async (catalog) => {
    const { force, page } = started();
    for (const value of JUNK.slice(0, -1)) {
      await force(open(catalog.id, spoiled(catalog, value)));
      expect(await page.getByText('Leaf').count()).toBeGreaterThan(3);
      expect(await faults()).toEqual([]);
      await page.evaluate(() => window.hostile.clear());
    }
  });

  it('for the data of any AgentChains component, whole or in any member', async () => {
    const { force, page } = started();
    for (const [type, data] of Object.entries(SAMPLES)) {
      await force(openAgentchains(type, type as keyof typeof SAMPLES, data));
      const values = JUNK.flatMap((value) => [
        value,
        ...Object.keys(data).map((name): Json => ({ ...data, [name]: value })),
      ]);
      await page.evaluate(
        ({ surface, given }) => {
          for (const value of given) {
            window.hostile.force([{ op: 'set', surface, path: '/data', value: value as Json }]);
            window.vitrine.element(surface).flush();
          }
        },
        { surface: type, given: values as readonly unknown[] },
      );
      expect(await faults(), type).toEqual([]);
    }
  });

  it('in the definition of an OpenWOP component, past the door', async () => {
    const { force, page } = started();
    for (const catalog of [openwop1, openwop2])
      for (const value of JUNK) {
        const components = spoiled(catalog, value);
        await force(open(catalog.id, components));
        // The widgets of this catalog are loaded when the first surface needs them.
        await page.getByText('does not keep to the rules').waitFor();
        expect(await page.evaluate(() => window.vitrine.element().shadowRoot?.childElementCount)).toBe(1);
        expect(await faults()).toEqual([]);
        await page.evaluate(() => window.hostile.clear());
      }
  });
});

describe('what cannot be shown', () => {
  it('an unknown component, a component without a widget and a binding to nothing leave the rest as it is', async () => {
    const { accept, codes, page } = started();
    await accept(
      open(
        basic09.id,
        inColumn([
          { id: 'x', type: 'Hologram', props: { text: 'x' } },
          { id: 'n', type: 'Text', props: { text: { path: '/no/such/thing' } } },
          { id: 'f', type: 'TextField', props: { label: 'Name', value: { path: '/none' } } },
        ]),
      ),
    );
    await page.getByText('is not part of the catalog').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect(await codes()).toEqual(['VITRINE_COMPONENT_UNKNOWN']);
  });

  it('more nodes than a tree may hold are left out, said and reported once', async () => {
    const { codes, harness, page } = started();
    await page.evaluate((catalog) => {
      const line = (id: string, child: string) => ({
        id,
        type: 'Column',
        props: { children: Array.from({ length: 60 }, () => child) },
      });
      const leaf = { id: 'd', type: 'Text', props: { text: 'Drawn' } };
      window.hostile.forceSmall([
        {
          op: 'open',
          surface: 's',
          catalog,
          components: [line('root', 'b'), line('b', 'c'), line('c', 'd'), leaf],
        },
      ]);
    }, basic09.id);
    await page.evaluate(() => window.vitrine.idle());
    expect(await page.getByText('There is more here than can be shown.').count()).toBeGreaterThan(0);
    expect(await page.getByText('Drawn').count()).toBeGreaterThan(300);
    expect(await page.getByText('Drawn').count()).toBeLessThan(501);
    expect(await codes()).toEqual(['VITRINE_LIMIT_NODES']);
    expect((await harness.issues()).length).toBe(1);
  });

  it('a widget that fails takes nothing along, and is drawn as soon as it can be', async () => {
    const { codes, force, page } = started();
    const put = (id: string, text: string): Component => ({ id, type: 'Faulty', catalog: FAULTY, props: { text } });
    const change = (component: Component): Promise<void> => force({ op: 'put', surface: 's', components: [component] });
    await force(
      open(basic09.id, [
        { id: 'root', type: 'Column', props: { children: ['leaf', 'a', 'b', 'c'] } },
        { id: 'leaf', type: 'Text', props: { text: 'Leaf' } },
        put('a', 'bad'),
        put('b', 'good'),
        { id: 'c', type: 'Sound', catalog: FAULTY, props: {} },
      ]),
    );
    await page.getByText('its widget failed').waitFor();
    await page.getByText('this page has no widget for it').waitFor();
    expect(await codes()).toEqual(['VITRINE_COMPONENT_UNKNOWN', 'VITRINE_WIDGET_FAILED']);
    // Of what is not drawn nothing is pending; the page is told of the rest all the same.
    await page.evaluate(() => {
      const press = { event: 'action', surface: 's', source: 'leaf', name: 'x', context: {}, checked: false } as const;
      window.vitrine.element().pending = [press];
    });
    await change(put('a', 'mended'));
    await page.getByText('mended').waitFor();
    await change(put('b', 'bad'));
    await page.getByText('its widget failed').waitFor();
    await change({ id: 'b', type: 'Text', props: { text: 'another' } });
    await page.getByText('another').waitFor();
    expect(await page.getByText('its widget failed').count()).toBe(0);
  });

  it('a cycle, long or short, is cut where it closes', async () => {
    const { force, codes, page } = started();
    const line = (id: string, ...children: readonly string[]): Component => ({
      id,
      type: 'Column',
      props: { children },
    });
    await force(open(basic09.id, [line('root', 'a', 'root'), line('a', 'b'), line('b', 'c'), line('c', 'a')]));
    expect(await page.getByText('would contain itself').count()).toBe(2);
    expect(await codes()).toEqual(['VITRINE_TREE_CYCLE']);
  });

  it('a picture that never comes keeps its words and holds nothing up', async () => {
    const { accept, harness, page } = started();
    const url = `${ORIGIN}/never.png`;
    await harness.answer(url, () => undefined);
    await page.evaluate(() => {
      window.hostile.urls = { media: ['self'], links: 'web', base: `${location.origin}/` };
    });
    await accept(open(basic09.id, inColumn([{ id: 'i', type: 'Image', props: { url, description: 'A quay' } }])));
    await page.getByText('A quay').waitFor();
    await page.evaluate(() => {
      window.hostile.urls = undefined;
    });
  });

  it('an outline with anything but numbers in it is not drawn', async () => {
    const { force, page } = started();
    const outlines = [
      'M0 0"><script>alert(1)</script>',
      'url(https://a.test/#x)',
      'javascript:alert(1)',
      'M0 0\u202eL9 9',
    ];
    await force(
      open(
        basic09.id,
        inColumn(outlines.map((path, at) => ({ id: `i${at}`, type: 'Icon', props: { name: { path } } }))),
      ),
      open10(
        't',
        inColumn(outlines.map((svgPath, at) => ({ id: `i${at}`, type: 'Icon', props: { name: { svgPath } } }))),
      ),
    );
    const drawn = await page.evaluate(() =>
      [...document.querySelectorAll('vitrine-surface')].flatMap((one) =>
        [...(one.shadowRoot?.querySelectorAll('path') ?? [])].map((path) => path.getAttribute('d')),
      ),
    );
    for (const outline of drawn) expect(outline).toMatch(/^[\sMLHVCSQTAZmlhvcsqtaz0-9.,eE+-]*$/);
  });

  it('marks that hide or turn the writing are harmless wherever words stand', async () => {
    const { force, page } = started();
    const nasty = 'safe\u202eexe.\u200b\u2066x\u2069';
    await force(
      open(basic09.id, spoiled(basic09, nasty)),
      ...Object.entries(SAMPLES).map(([type, data]) =>
        openAgentchains(
          type,
          type as keyof typeof SAMPLES,
          JSON.parse(JSON.stringify(data).replaceAll(/"([A-Z][a-z ]+)"/g, `"${nasty}"`)),
        ),
      ),
    );
    const left = await page.evaluate(() => {
      const marks = /[\u202a-\u202e\u2066-\u2069\u200b]/;
      const found: string[] = [];
      for (const { shadowRoot } of document.querySelectorAll('vitrine-surface'))
        for (const one of shadowRoot?.querySelectorAll('*') ?? []) {
          for (const { name, value } of one.attributes)
            if (name !== 'value' && marks.test(value)) found.push(`${one.localName}[${name}]`);
          for (const child of one.childNodes)
            if (child instanceof Text && marks.test(child.data)) found.push(`${one.localName}.${one.className}`);
        }
      return [...new Set(found)];
    });
    expect(left).toEqual([]);
  });
});

function open10(surface: string, components: readonly Component[]): Op {
  return { op: 'open', surface, catalog: basic10.id, components };
}
