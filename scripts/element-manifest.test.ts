import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VitrineSessionElement, VitrineSurfaceElement } from '../packages/embed/src/index.ts';
import { ELEMENTS, FRAMEWORKS, generatedFiles } from './element-manifest.mjs';
import { ROOT } from './source-files.mjs';

const CLASSES = { 'vitrine-session': VitrineSessionElement, 'vitrine-surface': VitrineSurfaceElement };
const sourceOf = (path: string): string => readFileSync(join(ROOT, 'packages', path), 'utf8');

describe('the description of the elements', () => {
  it.each([...generatedFiles()])('is what %s was written from', (path, text) => {
    expect(readFileSync(join(ROOT, path), 'utf8'), 'node scripts/element-manifest.mjs writes it anew').toBe(text);
  });

  it.each(ELEMENTS)(
    'names the attributes, properties and events of $tag, and no others',
    ({ tag, module, members, events }) => {
      const element = CLASSES[tag as keyof typeof CLASSES];
      const attributes = members.flatMap(({ attribute }) => attribute ?? []);
      const observed = 'observedAttributes' in element ? (element.observedAttributes as readonly string[]) : [];
      expect(attributes.toSorted()).toEqual(observed.toSorted());
      const base = module.replace('src/', 'web/src/');
      const more = tag === 'vitrine-session' ? ['web/src/session/session-stage.ts'] : [];
      const sources = [`embed/${module}`, base, 'web/src/element-base.ts', ...more];
      const text = sources.map(sourceOf).join('');
      for (const { name } of members)
        expect(text, name).toMatch(new RegExp(`(?:set ${name}\\(|^  ${name}\\b|'${name}')`, 'm'));
      // What an app in a frame asks of the element around it is no event for the page.
      const told = new Set([...text.matchAll(/'(vitrine-(?!session|surface|app)[a-z]+)'/g)].map(([, name]) => name));
      expect([...told].toSorted()).toEqual(events.map(({ name }) => name).toSorted());
    },
  );

  it('is there for every framework', () => {
    expect(Object.keys(FRAMEWORKS).toSorted()).toEqual(['preact', 'react', 'solid', 'svelte', 'vue']);
  });
});
