import { Catalogs, children, defineCatalog, defineComponent, Fold, type Json, required, text } from '@vitrine/core';
import { catalogReference } from '@vitrine/core/reference';
import { DIALECT_IDS, DIALECTS, dialectById, Intake } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { PromptError } from '../errors.ts';
import { gatherAnswer, parseAnswer } from '../model/index.ts';
import { createUi } from '../ui/create-ui.ts';
import { surface } from '../ui/surface.ts';
import { basic08Prompt } from './basic-0.8.ts';
import { basic09Prompt } from './basic-0.9.ts';
import { basic10Prompt } from './basic-1.0.ts';
import { createPrompt, type PromptSource } from './create-prompt.ts';
import { structuredSchema } from './structured.ts';
import { vitrine08Prompt } from './vitrine-0.8.ts';
import { vitrine09Prompt } from './vitrine-0.9.ts';
import { vitrine10Prompt } from './vitrine-1.0.ts';

const SOURCES: readonly [string, PromptSource, string][] = [
  ['a2ui-0.8', basic08Prompt, 'surfaceUpdate'],
  ['a2ui-0.9', basic09Prompt, '"version": "v0.9"'],
  ['a2ui-1.0', basic10Prompt, '"version": "v1.0"'],
  ['a2ui-0.8', vitrine08Prompt, 'surfaceUpdate'],
  ['a2ui-0.9', vitrine09Prompt, '"version": "v0.9"'],
  ['a2ui-1.0', vitrine10Prompt, '"version": "v1.0"'],
];

/** The blocks of a prompt as a model would have written them. */
function blocksOf(prompt: string): readonly Json[] {
  const [, examples = ''] = prompt.split('## Examples');
  return [...examples.matchAll(/<a2ui-json>\n([\s\S]*?)\n<\/a2ui-json>/g)].map(
    ([, block = '']) => JSON.parse(block) as Json,
  );
}

describe.each(SOURCES)('a prompt for %s', (id, source, words) => {
  it('[PM1] has instructions, reference, schema and examples, in this order', () => {
    const { text: prompt, tokens, dropped } = createPrompt(source, { role: 'You book tables.', notes: 'Be brief.' });
    const heads = [
      'You book tables.',
      '## How to answer',
      words,
      '## Components',
      '## Schema',
      '## Examples',
      'Be brief.',
    ];
    const places = heads.map((head) => prompt.indexOf(head));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(prompt).toContain('<a2ui-json>');
    expect(tokens).toBe(Math.ceil(prompt.length / 3.5));
    expect(dropped).toEqual([]);
  });

  it('[PM2] tells every component, function and property', () => {
    const { text: prompt } = createPrompt(source, { schema: false });
    for (const [name, { props }] of source.catalog.components) {
      expect(prompt).toContain(`\n- ${name}: `);
      for (const [prop, declared] of Object.entries(props))
        expect(prompt).toContain(`\n  - ${prop}${declared.required ? '!' : ''}: `);
    }
    for (const name of source.catalog.functions.keys()) expect(prompt).toContain(`\n- ${name} → `);
  });

  it('[PM3] has examples that a strict reader takes', () => {
    const blocks = blocksOf(createPrompt(source).text);
    expect(blocks).toHaveLength(source.examples?.length ?? 0);
    const dialect = DIALECT_IDS.filter((known) => known === id).map(dialectById)[0];
    for (const block of blocks) {
      const fold = new Fold({ catalogs: new Catalogs([source.catalog]), strict: true });
      const intake = new Intake(fold, { dialects: dialect === undefined ? DIALECTS : [dialect] });
      for (const receipt of intake.value(block)) expect(receipt).toMatchObject({ ok: true, issues: [] });
      expect(fold.topology()).toEqual([]);
    }
  });
});

describe('a prompt', () => {
  it('[PM3] asks for answers that the reader of answers takes as they are', () => {
    const [, examples = ''] = createPrompt(basic09Prompt).text.split('## Examples');
    const [, answer = ''] = examples.split('You:\n');
    const fold = new Fold({ catalogs: new Catalogs([basic09Prompt.catalog]), strict: true });
    const { messages, repairs, issues } = gatherAnswer(parseAnswer(answer, { fold }));
    expect([messages.length, repairs, issues]).toEqual([3, [], []]);
  });

  it('[PM2] says what is required, bound, given and meant', () => {
    const { text: prompt } = createPrompt(basic09Prompt, { schema: false });
    expect(prompt).toContain('- Text: Shows text.\n  - text!: text* — The text.');
    expect(prompt).toContain('  - justify: "start"|"center"|');
    expect(prompt).toContain('= "stretch"');
    expect(prompt).toContain('  - tabs!: list of {title, child}, at least 1');
    expect(prompt).toContain('  - tabs.child!: id');
    expect(prompt).toContain('- length → boolean, needs min or max');
    expect(prompt).toContain('  - min: whole number ≥ 0');
    expect(prompt).toContain('* (no call) or {svgPath}');
  });

  it('[PM4] of chosen components names no others', () => {
    const { text: prompt, dropped } = createPrompt(basic09Prompt, { components: ['Text', 'Column'], functions: [] });
    expect(prompt).toContain('- Column');
    for (const other of ['Button', 'Slider', 'formatString', '## Functions', '"call"'])
      expect(prompt).not.toContain(other);
    expect(dropped).toEqual(basic09Prompt.examples?.map(({ request }) => `example ${JSON.stringify(request)}`));
    const form = ['Column', 'Text', 'TextField', 'DateTimeInput', 'Button'];
    const { text: kept } = createPrompt(basic09Prompt, { components: form, functions: ['required'] });
    expect(blocksOf(kept)).toHaveLength(1);
    expect(() => createPrompt(basic09Prompt, { components: ['Txt'] })).toThrow('has no component "Txt"');
    expect(() => createPrompt(basic09Prompt, { functions: ['shout'] })).toThrow('has no function "shout"');
  });

  it('[PM5] keeps its budget by leaving out what helps least', () => {
    const whole = createPrompt(basic09Prompt);
    const order: string[] = [];
    for (let size = whole.text.length; ; ) {
      const { text: prompt, dropped } = createPrompt(basic09Prompt, { budget: { characters: size } });
      expect(prompt.length).toBeLessThanOrEqual(size);
      order.splice(0, order.length, ...dropped);
      if (dropped.length === 5) break;
      size = prompt.length - 1;
    }
    expect(order).toEqual(['schema', 'example 2', 'example 1', 'meaning of properties', 'meaning of components']);
    const small = createPrompt(basic09Prompt, { budget: { tokens: 3000 } });
    expect(small.tokens).toBeLessThanOrEqual(3000);
    expect(() => createPrompt(basic09Prompt, { budget: { tokens: 100 } })).toThrow(
      /needs \d+ characters; the budget is 350/,
    );
  });

  it.each([
    ['nothing', {}],
    ['a summary', { summary: 'S' }],
    ['some components', { components: { Text: {}, Row: { props: { children: 'What stands in it.' } } } }],
    ['some functions', { functions: { required: { summary: 'Something stands there.' } } }],
    ['null, in a file,', JSON.parse('{"components":{"Text":{"props":null},"Row":null},"functions":null}')],
    ['null for words, in a file,', JSON.parse('{"components":{"Text":{"summary":null,"props":{"text":null}}}}')],
    ['null of all, in a file,', JSON.parse('{"components":null,"theme":null}')],
  ])('[PM6] is made with descriptions that say %s only', (_, descriptions) => {
    const { text: prompt } = createPrompt({ catalog: basic09Prompt.catalog, descriptions });
    expect(prompt).toContain('- Text\n');
    const express = createPrompt({ catalog: basic09Prompt.catalog, descriptions }, { format: 'express' });
    for (const text of [prompt, express.text]) expect(text).not.toMatch(/undefined|(:|—) null/);
  });

  it('[PM6] is made of a catalog of the author, with examples of the builders or as messages', () => {
    const own = defineCatalog({
      id: 'urn:own',
      components: { Note: defineComponent({ note: required(text()) }) },
      instructions: 'Notes are short.',
    });
    const shows = surface('s', { root: createUi(own).Note({ note: 'x' }) });
    const raw = [
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'urn:own' } },
      {
        version: 'v0.9',
        updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Note', note: 'x' }] },
      },
    ];
    const examples = [
      { request: 'A note', shows },
      { request: 'Another', caption: 'Here:', shows: raw },
    ];
    const { text: prompt } = createPrompt({ catalog: own, examples });
    expect(prompt).toContain('- Note\n  - note!: text*');
    expect(prompt).toContain('Notes are short.');
    expect(prompt).toContain('Person: Another\nYou:\nHere:\n<a2ui-json>');
    expect(blocksOf(prompt)).toEqual([expect.anything(), raw]);
  });

  it('[PM6] offers a template where the catalog takes one, and nowhere else', () => {
    const listing = (templates?: false) =>
      defineCatalog({
        id: 'urn:own',
        components: { Box: defineComponent({ items: children(templates === false ? { templates } : {}) }) },
      });
    for (const templates of [undefined, false] as const) {
      const told = [
        createPrompt({ catalog: listing(templates) }, { schema: false }).text.split('## Components')[1],
        catalogReference(listing(templates)),
        JSON.stringify(structuredSchema(listing(templates))),
      ];
      for (const one of told) expect(/template|componentId/.test(one ?? '')).toBe(templates === undefined);
    }
  });

  it('[PM3] with an example that does not hold is thrown back', () => {
    const bad = [{ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09Prompt.catalog.id } }, { x: 1 }];
    const build = () => createPrompt({ ...basic09Prompt, examples: [{ request: 'Bad', shows: bad }] });
    expect(build).toThrow(PromptError);
    expect(build).toThrow('The example "Bad" does not hold');
  });

  it('[PM1] uses the tag and the dialect that it is told, where the catalog leaves that open', () => {
    const own = defineCatalog({ id: 'urn:own', components: { Note: defineComponent({ note: required(text()) }) } });
    const { text: prompt } = createPrompt({ catalog: own }, { tag: 'ui', dialect: 'a2ui-1.0', schema: false });
    expect(prompt).toContain('<ui>');
    expect(prompt).toContain('"version": "v1.0"');
    expect(() => createPrompt(basic09Prompt, { dialect: 'a2ui-1.0' })).toThrow('no prompt of it speaks a2ui-1.0');
  });
});
