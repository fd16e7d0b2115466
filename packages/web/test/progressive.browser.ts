// A surface that comes component by component, in any order, in a real Chromium: what is drawn stays the same elements, and
// at the end the page shows what it shows when everything comes at once.

import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { publishedExamples } from '../../dialects/test/published.ts';
import { surface09 } from './harness.ts';
import { setUp } from './hostile-setup.ts';

const started = setUp();

type Order = 'parents first' | 'children first' | 'root, then children first';

interface Sent extends JsonObject {
  readonly id: string;
}

/** Components by the distance from the root that they are first met at. */
function fromRoot(components: readonly Sent[]): readonly Sent[] {
  const byId = new Map(components.map((one) => [one.id, one]));
  const met = new Set(['root']);
  for (const id of met)
    for (const other of byId.keys()) if (JSON.stringify(byId.get(id) ?? '').includes(`"${other}"`)) met.add(other);
  const inTree = [...met].map((id) => byId.get(id)).filter((one) => one !== undefined);
  return [...inTree, ...components.filter(({ id }) => !met.has(id))];
}

/** The same messages with one component each. */
function split(messages: readonly JsonObject[], order: Order): JsonObject[] {
  return messages.flatMap((message) => {
    const update = (message.updateComponents ?? message.createSurface) as JsonObject | undefined;
    if (update?.components === undefined) return [message];
    const key = message.updateComponents === undefined ? 'createSurface' : 'updateComponents';
    const { components, ...rest } = update;
    const parents = fromRoot(components as unknown as Sent[]);
    const children = parents.toReversed();
    const root = children.filter(({ id }) => id === 'root');
    const ordered =
      order === 'parents first'
        ? parents
        : order === 'children first'
          ? children
          : [...root, ...children.filter(({ id }) => id !== 'root')];
    const parts = ordered.map((one) => ({
      version: message.version ?? null,
      updateComponents: { surfaceId: rest.surfaceId ?? '', components: [one] },
    }));
    return key === 'updateComponents' ? parts : [{ ...message, createSurface: rest }, ...parts];
  });
}

interface Streamed {
  /** Elements that went although what they stood for had come; some streams take away what they have shown. */
  readonly lost: readonly string[];
  readonly text: string;
  readonly skeletons: number;
}

/** Feeds message by message, draws after each, and ends the stream. */
function stream(messages: readonly Json[]): Promise<Streamed> {
  return started().page.evaluate(
    (given) => {
      const known = new Set<Element>();
      const lost: string[] = [];
      const drawn = (): readonly Element[] =>
        [...document.querySelectorAll('vitrine-surface')].flatMap((one) => [
          ...(one.shadowRoot?.querySelectorAll('*') ?? []),
        ]);
      for (const message of given) {
        window.vitrine.feed([message as Json]);
        for (const surface of window.vitrine.fold.surfaces.keys()) window.vitrine.element(surface).flush();
        for (const element of known)
          if (!element.isConnected) {
            lost.push(`${element.localName}.${element.className}`);
            known.delete(element);
          }
        for (const element of drawn())
          if (!known.has(element) && !element.closest('.skeleton, .placeholder, .instead')) known.add(element);
      }
      for (const surface of window.vitrine.fold.surfaces.keys()) {
        const element = window.vitrine.element(surface);
        element.ended = true;
        element.flush();
      }
      const all = [...document.querySelectorAll('vitrine-surface')].map(({ shadowRoot }) => shadowRoot);
      return {
        lost: lost.sort(),
        text: all.map((root) => root?.textContent).join('\n'),
        skeletons: drawn().filter((one) => one.matches('.skeleton')).length,
      };
    },
    messages as readonly unknown[],
  );
}

/** Widgets that stand in chunks of their own are there before anything is compared: it is drawn without a pause. */
async function loadAll(): Promise<void> {
  const { harness, page } = started();
  await harness.feed(
    ...surface09([
      { id: 'root', component: 'Row', children: ['icon', 'field'] },
      { id: 'icon', component: 'Icon', name: 'send' },
      { id: 'field', component: 'TextField', label: 'Name' },
    ]),
  );
  await page.evaluate(() => window.hostile.clear());
}

const ORDERS: readonly Order[] = ['parents first', 'children first', 'root, then children first'];
const EXAMPLES = (['v0_9', 'v1_0'] as const).flatMap((version) =>
  publishedExamples(version).map((one) => ({ ...one, version })),
);

describe('an example stream', () => {
  it.each(ORDERS)(
    'that comes component by component replaces nothing and ends as if it had come at once: %s',
    async (order) => {
      const { page } = started();
      await loadAll();
      for (const { file, messages, version } of EXAMPLES) {
        const whole = await stream(messages);
        await page.evaluate(() => window.hostile.clear());
        const parts = await stream(split(messages, order));
        await page.evaluate(() => window.hostile.clear());
        expect({ file, version, ...parts }).toEqual({
          file,
          version,
          lost: whole.lost,
          text: whole.text,
          skeletons: 0,
        });
      }
      expect(EXAMPLES.length).toBeGreaterThan(20);
    },
  );
});

describe('what a person has done', () => {
  const item = (id: string, more: JsonObject): JsonObject => ({ id, ...more });
  const components = [
    item('root', { component: 'Column', children: ['tabs', 'name', 'scroll', 'modal', 'late'] }),
    item('tabs', {
      component: 'Tabs',
      tabs: [
        { title: 'One', child: 'one' },
        { title: 'Two', child: 'two' },
      ],
    }),
    item('one', { component: 'Text', text: 'First panel' }),
    item('two', { component: 'Text', text: 'Second panel' }),
    item('name', { component: 'TextField', label: 'Name', value: { path: '/name' } }),
    item('scroll', { component: 'List', direction: 'horizontal', children: { componentId: 'row', path: '/rows' } }),
    item('row', { component: 'Text', text: { path: 'text' } }),
    item('modal', { component: 'Modal', trigger: 'opener', content: 'inside' }),
    item('opener', { component: 'Button', child: 'openLabel', action: { event: { name: 'opened' } } }),
    item('openLabel', { component: 'Text', text: 'Open' }),
    item('inside', { component: 'TextField', label: 'Inside', value: { path: '/inside' } }),
  ];
  const rows = Array.from({ length: 60 }, (_, i) => ({ text: `Row number ${i} with some width` }));
  const data = { name: 'Ada Lovelace', rows, inside: 'a quiet place' };

  /** Everything again, then data around it, then the child that was missing. */
  const updates: readonly Json[] = [
    { version: 'v0.9', updateComponents: { surfaceId: 's', components } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/rows/0/text', value: 'Changed' } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/rows/60', value: { text: 'Appended' } } },
    {
      version: 'v0.9',
      updateComponents: { surfaceId: 's', components: [item('late', { component: 'Text', text: 'Late' })] },
    },
  ];

  it('survives whatever is sent: focus, caret, selection, scroll position, open tab and open dialog', async () => {
    const { harness, page } = started();
    await harness.feed(...surface09(components, data));
    await page.getByRole('tab', { name: 'Two' }).click();
    await page.getByLabel('Name').focus();
    const look = () =>
      page.evaluate(() => {
        const root = window.vitrine.element().shadowRoot as ShadowRoot;
        const input = root.activeElement as HTMLInputElement;
        return {
          focus: input.labels?.[0]?.textContent,
          selection: [input.selectionStart, input.selectionEnd, input.selectionDirection],
          scroll: root.querySelector('.sideways')?.scrollLeft,
          tab: root.querySelector('[aria-selected=true]')?.textContent,
          open: root.querySelector('dialog')?.open ?? false,
        };
      });
    await page.evaluate(() => {
      const root = window.vitrine.element().shadowRoot as ShadowRoot;
      (root.activeElement as HTMLInputElement).setSelectionRange(2, 6, 'backward');
      (root.querySelector('.sideways') as Element).scrollLeft = 300;
    });
    const before = await look();
    expect(before).toMatchObject({
      focus: 'Name',
      selection: [2, 6, 'backward'],
      scroll: 300,
      tab: 'Two',
      open: false,
    });
    for (const update of updates) {
      await harness.feed(update);
      expect(await look()).toEqual(before);
    }
    expect(await page.locator('.skeleton').count()).toBe(0);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('Inside').focus();
    await page.keyboard.press('End');
    const inside = await look();
    expect(inside).toMatchObject({ focus: 'Inside', open: true, selection: [13, 13, 'forward'] });
    for (const update of updates) {
      await harness.feed(update);
      expect(await look()).toEqual(inside);
    }
    await page.keyboard.press('Escape');
    expect(await look()).toMatchObject({ open: false, tab: 'Two', scroll: 300 });
  });
});
