import { readdirSync, readFileSync } from 'node:fs';
import {
  Catalogs,
  defineComponent,
  extendCatalog,
  Fold,
  type Issue,
  type Json,
  number,
  required,
  text,
} from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine08, vitrine09, vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { reactWidget } from '@vitrine/react';
import { svelteWidget } from '@vitrine/svelte';
import { vueWidget } from '@vitrine/vue';
import { addOwnCatalogs } from '@vitrine/web/catalogs/own-catalog';
import { createServerWidgets, renderToHtml } from '@vitrine/web/server';
import { describe, expect, it } from 'vitest';

const Rating = defineComponent({ label: required(text()), value: required(number({ writable: true })) });
const EXAMPLES = new URL('../../apps/playground/examples/', import.meta.url);

function viewOf(messages: readonly Json[]): Fold {
  const fold = new Fold({ catalogs: new Catalogs([basic08, basic09, basic10, vitrine08, vitrine09, vitrine10]) });
  const intake = new Intake(fold, { dialects: DIALECTS, trust: 'trusted' });
  for (const message of messages) intake.value(message);
  return fold;
}

/** What is no JSON is no message. */
const linesOf = (text: string): Json[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Json];
    } catch {
      return [];
    }
  });

const surface = (components: readonly Json[], dataModel: Json = {}): Json[] => [
  { version: 'v1.0', createSurface: { surfaceId: 's', catalogId: basic10.id, components, dataModel } },
];

async function htmlOf(messages: readonly Json[]) {
  const view = viewOf(messages);
  const problems: Issue[] = [];
  const [first] = view.surfaces.values();
  if (first === undefined) throw new Error('No surface is open.');
  return { ...(await renderToHtml(first, view, { report: (problem) => problems.push(problem) })), problems };
}

describe('a surface without a page', () => {
  it.each(readdirSync(EXAMPLES).filter((name) => name.endsWith('.jsonl')))(
    'is drawn by its widgets: %s',
    async (name) => {
      const view = viewOf(linesOf(readFileSync(new URL(name, EXAMPLES), 'utf8')));
      for (const one of view.surfaces.values()) {
        const failed: Issue[] = [];
        const { html } = await renderToHtml(one, view, { report: (problem) => failed.push(problem) });
        expect(failed.filter(({ code }) => code === 'VITRINE_WIDGET_FAILED')).toEqual([]);
        expect(html).toMatch(/^<vitrine-surface><template shadowrootmode="open"><link rel="stylesheet"/);
        expect(html).not.toMatch(/<script| on[a-z]+=| style=|javascript:/i);
      }
    },
  );

  it('is drawn by the widgets of the extension catalog', async () => {
    const view = viewOf([
      {
        version: 'v1.0',
        createSurface: {
          surfaceId: 's',
          catalogId: vitrine10.id,
          components: [
            { id: 'root', component: 'Column', children: ['t', 'c', 'm', 'b', 'f', 's', 'p', 'o'] },
            { id: 't', component: 'Table', columns: [{ key: 'c', label: 'City' }], rows: [{ c: 'Bern' }] },
            { id: 'c', component: 'Code', code: 'const a = 1;', language: 'js' },
            { id: 'm', component: 'Markdown', text: '# Title\n\n|a|b|\n|-|-|\n|1|2|' },
            { id: 'b', component: 'Chart', categories: ['a', 'b'], series: [{ label: 'x', values: [1, 2] }] },
            { id: 'f', component: 'FileInput', label: 'Paper', value: { path: '/f' } },
            { id: 's', component: 'Steps', steps: [{ label: 'One', status: 'done' }] },
            { id: 'p', component: 'Progress', label: 'Loading', value: 40 },
            { id: 'o', component: 'Modal', trigger: 'x', content: 'x' },
            { id: 'x', component: 'Text', text: 'x' },
          ],
          dataModel: {},
        },
      },
    ]);
    const [first] = view.surfaces.values();
    const failed: Issue[] = [];
    const { html } = await renderToHtml(first as never, view, { report: (problem) => failed.push(problem) });
    expect(failed).toEqual([]);
    for (const part of ['<table', 'hl-keyword', '<svg', 'type="file"', '<progress']) expect(html).toContain(part);
  });

  it('is text where an agent sent markup', async () => {
    const { html } = await htmlOf(
      surface([{ id: 'root', component: 'Text', text: '<img src=x onerror=alert(1)>"\'</template>' }]),
    );
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;');
    expect(html.match(/<\/template>/g)).toHaveLength(1);
  });

  it('holds what is entered, but no secret', async () => {
    const { html } = await htmlOf(
      surface(
        [
          { id: 'root', component: 'Column', children: ['a', 'b', 'c'] },
          { id: 'a', component: 'TextField', label: 'Name', value: { path: '/name' } },
          { id: 'b', component: 'TextField', label: 'Word', value: { path: '/word' }, variant: 'obscured' },
          { id: 'c', component: 'CheckBox', label: 'Yes', value: { path: '/yes' } },
        ],
        { name: 'Ada', word: 'hunter2', yes: true },
      ),
    );
    expect(html).toContain('value="Ada"');
    expect(html).toMatch(/<input[^>]* checked/);
    expect(html).not.toContain('hunter2');
  });

  it('has styles of single elements in its sheet, whose name is that of its content', async () => {
    const weighed = await htmlOf(
      surface([
        { id: 'root', component: 'Row', children: ['a'] },
        { id: 'a', component: 'Text', text: 'x', weight: 3 },
      ]),
    );
    const plain = await htmlOf(surface([{ id: 'root', component: 'Text', text: 'x' }]));
    const other = await htmlOf(surface([{ id: 'root', component: 'Text', text: 'y' }]));
    expect(weighed.sheet.css).toContain('flex-grow: 3');
    expect(weighed.html).not.toContain('style=');
    expect(plain.sheet).toEqual(other.sheet);
    expect(plain.sheet.name).not.toBe(weighed.sheet.name);
    expect(plain.html).toContain(plain.sheet.name);
  });

  it.each([
    ['React', reactWidget(Rating, () => null)],
    ['Vue', vueWidget(Rating, () => null)],
    ['Svelte', svelteWidget(Rating, (() => ({})) as never)],
  ])('leaves the place of a component of %s to the page that draws it', async (_, widget) => {
    const widgets = createServerWidgets();
    const catalogs = addOwnCatalogs(widgets, {
      catalog: extendCatalog(basic10, { Rating }, { id: 'urn:rated' }),
      widgets: { Rating: widget },
    });
    const fold = new Fold({ catalogs: new Catalogs([...catalogs, basic10]) });
    new Intake(fold, { dialects: DIALECTS, trust: 'trusted' }).value({
      version: 'v1.0',
      createSurface: {
        surfaceId: 's',
        catalogId: 'urn:rated',
        components: [{ id: 'root', component: 'Rating', label: 'Your stay', value: { path: '/stars' } }],
        dataModel: {},
      },
    });
    const problems: Issue[] = [];
    const [first] = fold.surfaces.values();
    const { html } = await renderToHtml(first as never, fold, { widgets, report: (problem) => problems.push(problem) });
    expect(html).toMatch(/>Your stay<.*<slot [^>]*name="vitrine-\d+"><\/slot>.*<\/template><\/vitrine-surface>$/);
    expect(problems).toEqual([]);
    // A root of the framework would be made now, and an error of a timer ends a server.
    await new Promise((done) => setTimeout(done));
  });

  it('leaves the names of a page as they were', async () => {
    await htmlOf(surface([{ id: 'root', component: 'Text', text: 'x' }]));
    expect(
      ['document', 'HTMLElement', 'CSSStyleSheet', 'addEventListener'].filter((name) => name in globalThis),
    ).toEqual([]);
  });
});
