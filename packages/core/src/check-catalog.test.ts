import { describe, expect, it } from 'vitest';
import { type Catalog, defineCatalog, defineComponent, number, oneOf, plainText, required, text } from './catalog.ts';
import { allCatalogs } from './catalogs/all.ts';
import { basic08 } from './catalogs/basic-0.8.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import { checkCatalog } from './check-catalog.ts';
import { describeCatalog } from './descriptions.ts';
import { extendCatalog, isCatalog } from './extend-catalog.ts';
import { Fold } from './fold.ts';
import { importCatalog } from './import-catalog.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { catalogReference } from './reference.ts';
import { Catalogs } from './registry.ts';
import { sampleSurface } from './sample-component.ts';
import { catalogSchema } from './schema.ts';

const Rating = defineComponent(
  {
    label: required(text({ description: 'What is rated.' })),
    value: required(number({ writable: true, integer: true, min: 0, max: 5 })),
  },
  {
    description: 'A number of stars.',
    example: { label: 'How was it?', value: { path: '/stars' } },
    fallback: ({ id, props: { label = '', value = 0 } }) => ({
      components: [{ id, type: 'Slider', props: { label, value, min: 0, max: 5 } }],
      losses: ['stars are a slider'],
    }),
  },
);

/** Of one type, so that one test can extend each of them. */
const BASES = [basic08, basic09, basic10] as unknown as readonly (typeof basic09)[];

const found = (catalog: unknown) =>
  checkCatalog(catalog as Catalog).map(({ at, severity, message }) => `${severity} ${at} ${message}`);

describe('a catalog that extends another', () => {
  it.each(BASES)('[OC1] has all of it, and an id of its own: $protocol', (base) => {
    const own = extendCatalog(base, { Rating }, { functions: { double: { args: {}, returns: 'number' } } });
    expect([...own.components.keys()]).toEqual([...base.components.keys(), 'Rating']);
    expect([...own.functions.keys()]).toEqual([...base.functions.keys(), 'double']);
    expect([own.protocol, own.theme, own.base, own.aliases]).toEqual([base.protocol, base.theme, base, []]);
    expect(own.id).toBe(`${base.id}#Rating`);
    expect(extendCatalog(base, {}, { id: 'urn:own' }).id).toBe('urn:own');
    expect(found(own)).toEqual([]);
  });

  it('[OC1] puts a component of its own in the place of one of the same name', () => {
    const own = extendCatalog(basic10, { Slider: Rating });
    expect(own.components.get('Slider')).toBe(Rating);
    expect(own.declared.Slider.props.label.required).toBe(true);
  });

  it('[OC2] is described where it is declared', () => {
    const own = extendCatalog(basic10, { Rating }, { title: 'Ratings', description: 'Stars.' });
    const base = { components: { Text: { summary: 'Shows text.' } } };
    expect(describeCatalog(own, base)).toMatchObject({
      ...{ title: 'Ratings', summary: 'Stars.' },
      components: {
        Text: { summary: 'Shows text.' },
        Rating: { summary: 'A number of stars.', props: { label: 'What is rated.' } },
      },
    });
    expect(catalogReference(own)).toContain('# Ratings\n\nStars.');
    expect(catalogReference(own)).toContain('| `label` (required) | text (bindable) |  | What is rated. |');
    expect(JSON.stringify(catalogSchema(own))).toContain('A number of stars.');
  });

  it('[OC2] an imported definition is described by its own words', () => {
    const properties = { level: { type: 'number', description: 'How full.' } };
    const definition = { catalogId: 'urn:g', components: { Gauge: { description: 'A gauge.', properties } } };
    const read = importCatalog(definition, DEFAULT_LIMITS);
    expect(read.ok && describeCatalog(read.value).components?.Gauge).toEqual({
      summary: 'A gauge.',
      props: { level: 'How full.' },
    });
  });
});

describe('the check of a catalog', () => {
  it('[OC3] finds nothing wrong with those of Vitrine but fallbacks that none of them needs', () => {
    const errors = allCatalogs.flatMap((catalog) => found(catalog).filter((line) => line.startsWith('error')));
    expect(errors).toEqual([]);
  });

  it('tells a catalog from all else', () => {
    expect([basic09, {}, null, [], new Map(), 'x', { id: 'x', components: {} }].map(isCatalog)).toEqual([
      ...[true, false, false, false, false, false, false],
    ]);
  });

  const faults: readonly [string, unknown, RegExp][] = [
    ['an id', { ...basic09, id: 'two words' }, /^error \/id /],
    ['a protocol', { ...basic09, protocol: '2.0' }, /^error \/protocol .*"2.0"/],
    [
      'a name',
      extendCatalog(basic09, { 'My Rating': Rating }, { id: 'urn:own' }),
      /^error \/components\/My Rating A name/,
    ],
    ['a declaration', extendCatalog(basic09, { Rating: 3 as never }), /^error \/components\/Rating A declaration/],
    ['props', extendCatalog(basic09, { Rating: {} as never }), /^error \/components\/Rating\/props /],
    [
      'a property',
      extendCatalog(basic09, { Rating: { props: { stars: 'number' as never } } }),
      /^error \/components\/Rating\/props\/stars A property is declared by/,
    ],
    [
      'what is written and cannot be bound',
      extendCatalog(basic09, { Rating: { props: { label: plainText({ writable: true }) } } }),
      /^error \/components\/Rating\/props\/label What a person writes/,
    ],
    [
      'a declaration that is missing',
      extendCatalog(basic09, { Rating: undefined as never }),
      /^error \/components\/Rating A declaration/,
    ],
    [
      'a property that every component has',
      extendCatalog(basic09, { Rating: { ...Rating, props: { ...Rating.props, id: text() } } }),
      /^error \/components\/Rating\/props\/id /,
    ],
    [
      'options',
      extendCatalog(basic09, { Rating: { props: { size: oneOf([]) } } }),
      /^error \/components\/Rating\/props\/size oneOf/,
    ],
    [
      'a pattern',
      extendCatalog(basic09, { Rating: { props: { code: text({ pattern: '(' }) } } }),
      /^error \/components\/Rating\/props\/code\/pattern /,
    ],
    [
      'a default',
      extendCatalog(basic09, { Rating: { props: { max: number({ default: 'five' }) } } }),
      /^error \/components\/Rating\/props\/max\/default /,
    ],
    [
      'an example',
      extendCatalog(basic09, { Rating: { ...Rating, example: { label: 3 } } }),
      /^error \/components\/Rating\/example /,
    ],
    [
      'a hook',
      extendCatalog(basic09, { Rating: { ...Rating, inputs: [] as never } }),
      /^error \/components\/Rating\/inputs It is a function/,
    ],
    [
      'a name of a property',
      extendCatalog(basic09, { Rating: { ...Rating, takes: { kind: 'range', min: 'lable', max: 'value' } } }),
      /^error \/components\/Rating There is no property "lable".*label/,
    ],
    [
      'a parent',
      extendCatalog(basic09, { Rating: { ...Rating, allowedParents: ['Colum'] } }),
      /^error \/components\/Rating\/allowedParents There is no component "Colum".*Column/,
    ],
    [
      'a fallback that throws',
      extendCatalog(basic09, {
        Rating: {
          ...Rating,
          fallback: () => {
            throw new Error('no stars');
          },
        },
      }),
      /^error \/components\/Rating\/fallback It failed with the example: no stars/,
    ],
    [
      'a fallback without the component itself',
      extendCatalog(basic09, { Rating: { ...Rating, fallback: () => ({ components: [], losses: [] }) } }),
      /^error \/components\/Rating\/fallback /,
    ],
    [
      'a fallback that is no basic component',
      extendCatalog(basic09, {
        Rating: {
          ...Rating,
          fallback: ({ id }) => ({ components: [{ id, type: 'Stars', props: {} }], losses: [] }),
        },
      }),
      /^error \/components\/Rating\/fallback Its "Stars" is none of the basic catalog/,
    ],
    ['no fallback', extendCatalog(basic09, { Rating: { props: {} } }), /^warning \/components\/Rating Without/],
    [
      'what a function returns',
      extendCatalog(basic09, {}, { functions: { f: { args: {}, returns: 'stars' as never } } }),
      /^error \/functions\/f\/returns /,
    ],
    [
      'the code of a function',
      extendCatalog(basic09, {}, { functions: { f: { args: {}, returns: 'any', run: 'x' as never } } }),
      /^error \/functions\/f\/run /,
    ],
    [
      'an argument that one of several needs',
      extendCatalog(basic09, {}, { functions: { f: { args: {}, returns: 'any', needsOneOf: ['x'] } } }),
      /^error \/functions\/f\/needsOneOf There is no argument "x"/,
    ],
  ];
  it.each(faults)('[OC3] says where %s is wrong, and that once', (_what, catalog, expected) => {
    const lines = found(catalog);
    expect(lines).toEqual([expect.stringMatching(expected)]);
  });

  it('[OC3] says every fault, not the first alone', () => {
    const two = extendCatalog(basic09, { A: { props: { x: 1 as never } }, B: { props: { y: 2 as never } } });
    expect(found(two)).toHaveLength(2);
  });
});

it('[OC5] every component of every catalog of A2UI has a sample that its catalog takes', () => {
  for (const catalog of [basic08, basic09, basic10, defineCatalog({ id: 'urn:r', components: { Rating } })])
    for (const [type, declaration] of catalog.components) {
      const fold = new Fold({ catalogs: new Catalogs([catalog]), strict: true });
      const { ok, issues } = fold.accept({ body: [sampleSurface(catalog, type, declaration)] });
      expect([type, ok, issues]).toEqual([type, true, []]);
    }
});
