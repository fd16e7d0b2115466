import { describe, expect, test } from 'vitest';
import { comparable } from '../../test/comparable.ts';
import { publishedExamples, readPublished } from '../../test/published.ts';
import { type Catalog, type ComponentProps, required, text } from '../catalog.ts';
import { importCatalog } from '../import-catalog.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { basic08 } from './basic-0.8.ts';
import { basic09 } from './basic-0.9.ts';
import { basic10 } from './basic-1.0.ts';
import { ICON_NAMES, ICON_NAMES_08 } from './icon-names.ts';
import { minimal09 } from './minimal-0.9.ts';

const PUBLISHED = [
  ['basic 0.8', basic08, 'v0_8', 'standard_catalog_definition.json'],
  ['basic 0.9', basic09, 'v0_9', 'catalogs/basic/catalog.json'],
  ['basic 1.0', basic10, 'v1_0', 'catalogs/basic/catalog.json'],
  ['minimal 0.9', minimal09, 'v0_9', 'catalogs/minimal/catalog.json'],
] as const;

describe.each(PUBLISHED)('%s', (_name, catalog, version, file) => {
  const imported = importCatalog(readPublished(version, file), DEFAULT_LIMITS, { id: catalog.id });

  test('[CA1] declares what the published definition declares', () => {
    expect(imported.issues).toEqual([]);
    expect(imported.ok && comparable(imported.value)).toEqual(comparable(catalog));
  });

  test('[CA1] is told apart from a catalog with one property less', () => {
    const components = new Map(catalog.components);
    components.set('Text', { props: { text: required(text()) } });
    expect(imported.ok && comparable(imported.value)).not.toEqual(comparable({ ...catalog, components }));
  });

  test('[CA2] has code for every function', () => {
    for (const [name, declaration] of catalog.functions)
      expect([name, typeof declaration.run]).toEqual([name, 'function']);
  });
});

test('[CA1] the basic catalogs have 18 components each, 0.9 and 1.0 have 14 functions', () => {
  expect([basic08, basic09, basic10].map(({ components }) => components.size)).toEqual([18, 18, 18]);
  expect([basic08, basic09, basic10].map(({ functions }) => functions.size)).toEqual([0, 14, 14]);
});

test('[CA1] there are 48 icons in 0.8 and 59 later, each once', () => {
  expect([new Set(ICON_NAMES_08).size, new Set(ICON_NAMES).size]).toEqual([48, 59]);
});

test('[CA3] catalogs are known by the addresses that A2UI gave them', () => {
  const ids = [basic08, basic09, basic10, minimal09].map(({ id, aliases, protocol }) => [protocol, id, ...aliases]);
  expect(ids).toEqual([
    ['0.8', 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json'],
    [
      '0.9',
      'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
      'https://a2ui.org/specification/v0_9_1/catalogs/basic/catalog.json',
      'https://a2ui.org/specification/v0_9/basic_catalog.json',
      'https://a2ui.org/specification/v0_9/standard_catalog.json',
    ],
    [
      '1.0',
      'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json',
      'https://a2ui.org/catalogs/basic/v1/catalog.json',
      'https://a2ui.org/specification/v0_10/catalogs/basic/catalog.json',
    ],
    ['0.9', 'https://a2ui.org/specification/v0_9/catalogs/minimal/catalog.json'],
  ]);
});

function marked(catalog: Catalog, mark: 'writable' | 'media'): readonly string[] {
  return [...catalog.components].flatMap(([name, { props }]) =>
    Object.entries(props)
      .filter(([, prop]) => prop[mark])
      .map(([prop]) => `${name}.${prop}`),
  );
}

test.each([
  [basic08, ['CheckBox.value', 'TextField.text', 'DateTimeInput.value', 'MultipleChoice.selections', 'Slider.value']],
  [basic09, ['CheckBox.value', 'ChoicePicker.value', 'DateTimeInput.value', 'TextField.value', 'Slider.value']],
  [basic10, ['CheckBox.value', 'ChoicePicker.value', 'DateTimeInput.value', 'TextField.value', 'Slider.value']],
  [minimal09, ['TextField.value']],
])('[CA4] an input marks the one property that it writes', (catalog, writable) => {
  expect(marked(catalog, 'writable')).toEqual(writable);
  for (const [, { props }] of catalog.components) {
    for (const prop of Object.values(props))
      expect(prop.writable ? 'dynamic' in prop && prop.dynamic : true).toBe(true);
  }
});

test.each([
  [basic08, ['Image.url', 'Video.url', 'AudioPlayer.url']],
  [basic09, ['Video.url', 'Image.url', 'AudioPlayer.url']],
  [basic10, ['Video.url', 'Video.posterUrl', 'Image.url', 'AudioPlayer.url']],
])('[CA5] every address that the page itself would fetch is marked', (catalog, media) => {
  expect(marked(catalog, 'media')).toEqual(media);
});

test('[CA6] what is typed into an obscured TextField is a secret', () => {
  for (const catalog of [basic08, basic09, basic10, minimal09]) {
    const field = catalog.components.get('TextField');
    const { prop, is } = field?.secretWhen ?? { prop: '', is: null };
    const declared = field?.props[prop];
    expect(declared?.kind === 'one-of' && declared.options.includes(String(is))).toBe(true);
  }
});

test('[CA7] an icon is a name, an outline or a path; a call gives none', () => {
  for (const catalog of [basic09, basic10]) {
    const name = catalog.components.get('Icon')?.props.name;
    expect(name?.kind === 'any-of' && name.of[0]).toMatchObject({ kind: 'one-of', dynamic: true, calls: false });
    expect(name?.kind === 'any-of' && name.of[1]).toMatchObject({ kind: 'object', open: false });
  }
});

test('[CA8] published examples use nothing that the catalogs lack', () => {
  const examples = [
    ...publishedExamples('v0_9').map((example) => ({ ...example, catalog: basic09 as Catalog })),
    ...publishedExamples('v1_0').map((example) => ({ ...example, catalog: basic10 as Catalog })),
    ...publishedExamples('v0_9', 'catalogs/minimal/examples').map((example) => ({
      ...example,
      catalog: minimal09 as Catalog,
    })),
  ];
  expect(examples.length).toBeGreaterThan(1000);
  for (const { file, component, catalog } of examples) {
    const declaration = catalog.components.get(String(component.component));
    const known = new Set(['id', 'component', 'weight', 'accessibility', ...Object.keys(declaration?.props ?? {})]);
    expect([file, Object.keys(component).filter((key) => !known.has(key))]).toEqual([file, []]);
  }
});

test('[CA9] the types of a component follow from its declaration', () => {
  const heading: ComponentProps<typeof basic09, 'Text'> = { text: { path: '/title' }, variant: 'h1' };
  const slider: ComponentProps<typeof basic10, 'Slider'> = { value: 1, max: 5, steps: 5 };
  // @ts-expect-error The variant is one of a closed set.
  const wrong: ComponentProps<typeof basic10, 'Text'> = { text: 'x', variant: 'h1' };
  // @ts-expect-error The text is required.
  const missing: ComponentProps<typeof basic08, 'Text'> = {};
  expect([heading, slider, wrong, missing]).toHaveLength(4);
});
