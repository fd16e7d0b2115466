// Every published example in every version: valid by the published schema, accepted by a strict reader, and the same to
// look at.

import { readFileSync } from 'node:fs';
import { Catalogs, extendCatalog, type Fold, type Json, type JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { isObject } from '@vitrine/core/internal';
import { describe, expect, it, test } from 'vitest';
import { agent08, agent09, agent10 } from '../test/bridge.ts';
import { picturesOf, Reader, schemaProblems } from '../test/emitted.ts';
import { publishedExamples } from '../test/published.ts';
import { saidIn } from '../test/said.ts';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { agentchainsDialect } from './agentchains/codec.ts';
import { convert } from './convert.ts';
import type { Dialect } from './dialect.ts';
import { drawView } from './draw-view.ts';
import { vitrine } from './vitrine/codec.ts';

const targets: readonly Dialect[] = [a2ui08, a2ui09, a2ui10];
const sources = [
  { dialect: a2ui09, examples: publishedExamples('v0_9') },
  { dialect: a2ui10, examples: publishedExamples('v1_0') },
];

describe.each(sources)('the published examples of $dialect.id', ({ dialect, examples }) => {
  it('say every word to a viewer of AgentChains', () => {
    for (const { messages } of examples) {
      const converted = convert(messages as readonly Json[], agentchainsDialect);
      expect(schemaProblems('agentchains', converted.messages)).toEqual([]);
      const shown = new Reader(agentchainsDialect).read(converted.messages).fold;
      const source = new Reader(dialect).read(messages as Json[]).fold;
      for (const [surface, words] of Object.entries(saidIn(source))) {
        const said = textsIn(
          ['', '#actions'].map((more) => shown.surfaces.get(`${surface}${more}`)?.data.get('/') ?? ''),
        );
        for (const word of words) expect(said).toContain(word);
      }
    }
  });

  it.each(targets)('are valid by the published schema when converted to $id', (target) => {
    expect(examples).toHaveLength(43);
    for (const { messages } of examples) {
      const converted = convert(messages as readonly Json[], target);
      expect(converted.issues).toEqual([]);
      expect(converted.messages.length).toBeGreaterThan(0);
      expect(schemaProblems(target.id, converted.messages)).toEqual([]);
    }
  });

  it('come back as they were when they are converted to their own version', () => {
    for (const { file, messages } of examples) {
      const converted = convert(messages as readonly Json[], dialect);
      expect({ file, ...converted }).toEqual({ file, messages: messages.map(withoutRootPath), losses: [], issues: [] });
    }
  });

  it.each(targets)('say the same to a strict reader of $id', (target) => {
    for (const { file, messages } of examples) {
      const source = new Reader(dialect).read(messages as readonly Json[]);
      const reader = new Reader(target, { strict: true }).read(convert(messages as readonly Json[], target).messages);
      expect({ file, shown: shownBy(reader.fold, target) }).toEqual({ file, shown: shownBy(source.fold, target) });
    }
  });
});

describe('a stream', () => {
  it('of 0.8 says the same to strict readers of later versions', () => {
    for (const file of ['form', 'restaurant-list']) {
      const text = readFileSync(new URL(`./a2ui-0.8/fixtures/${file}.jsonl`, import.meta.url), 'utf8');
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const messages = lines.map((line) => JSON.parse(line) as Json);
      const source = saidIn(new Reader(a2ui08).read(messages).fold);
      expect(Object.values(source).flat().length).toBeGreaterThan(0);
      for (const target of [a2ui09, a2ui10]) {
        const converted = convert(messages, target);
        expect(schemaProblems(target.id, converted.messages)).toEqual([]);
        expect(saidIn(new Reader(target, { strict: true }).read(converted.messages).fold)).toEqual(source);
      }
    }
  });

  it('may be wrapped, of several dialects, and partly refused', () => {
    const text = { id: 'root', component: 'Text', text: 'A' };
    const converted = convert(
      [
        { messages: [agent09.create(), agent09.put(text)] },
        [agent08.put(['x', { Text: { text: { literalString: 'B' } } }]), { nothing: 1 }],
        agent09.data(1, '/__proto__'),
      ],
      a2ui10,
    );
    const other = { id: 'x', component: 'Text', text: 'B' };
    expect(converted.messages).toEqual([agent10.create(), agent10.put(text), agent10.put(other)]);
    expect(converted.issues.map(({ code }) => code)).toEqual(['VITRINE_DIALECT_UNKNOWN', 'VITRINE_POINTER_RESERVED']);
  });

  it('goes through our own dialect and back without a loss', () => {
    for (const { dialect, examples } of sources) {
      for (const { file, messages } of examples) {
        const neutral = convert(messages as readonly Json[], vitrine);
        const back = convert(neutral.messages, dialect);
        expect({ file, ...back }).toEqual({ file, messages: messages.map(withoutRootPath), losses: [], issues: [] });
      }
    }
  });

  it('is judged by the options', () => {
    const broken = [agent09.create(), agent09.put({ id: 'root', component: 'Text', text: 'A', colour: 'red' })];
    expect(convert(broken, a2ui09).messages).toHaveLength(2);
    const strict = convert(broken, a2ui09, { strict: true });
    expect(strict.messages).toHaveLength(1);
    expect(strict.issues).toMatchObject([{ severity: 'error' }]);
    const image = [agent09.create(), agent09.put({ id: 'root', component: 'Image', url: 'https://example.com/a' })];
    expect(JSON.stringify(convert(image, a2ui09, { trust: 'untrusted' }).messages)).not.toContain(
      'https://example.com/a',
    );
    expect(convert([agent09.create()], a2ui09, { from: a2ui10 }).issues).toMatchObject([{ severity: 'error' }]);
    const date = agent09.put({ id: 'root', component: 'Text', text: { call: 'formatNumber', args: { value: 1.5 } } });
    expect(JSON.stringify(convert([agent09.create(), date], a2ui08, { locale: 'de-DE' }).messages)).toContain('"1,5"');
  });
});

const text08 = (literalString: string, more: JsonObject = {}) => ({
  label: { literalString },
  text: { path: '/n' },
  ...more,
});
/** What tolerance let in as the component `g`, and what of it is drawn otherwise afterwards. */
const MENDED: readonly (readonly [name: string, component: JsonObject, otherwise?: string])[] = [
  ['a child that nobody sent', { component: 'Card' }],
  ['a child without a name', { component: 'Button', child: '', action: { event: { name: 'go' } } }, '[… waiting for ]'],
  ['a tab without content', { component: 'Tabs', tabs: [{ title: 'T' }] }],
  ['children without names', { component: 'Row', children: ['', 'e'] }, '[… waiting for ]'],
  ['a range without an end', { component: 'Slider', value: { path: '/n' }, min: 2 }],
  ['a range of 0.8 without an end', { Slider: { value: { path: '/n' }, minValue: 2 } }],
  ['a heading without a text', { component: 'Text', text: { path: '/no' }, variant: 'h4' }],
  ['a pattern', { TextField: text08('L', { validationRegexp: 'x' }) }],
  ['a pattern over an empty field', { TextField: text08('L', { text: { path: '/no' }, validationRegexp: 'x' }) }],
  ['a word of later versions', { TextField: text08('L', { text: { path: '/no' }, value: { literalString: 'V' } }) }],
  ['a text for a number', { component: 'Text', text: { call: 'formatNumber', args: { value: 'V' } } }],
  ['a name that nobody sent', { component: 'Icon' }, '‹icon›'],
];

for (const [what, component, otherwise] of MENDED)
  it(`[CV4] ${what} looks the same to readers of every version`, () => {
    const is08 = component.component === undefined;
    const messages = is08
      ? [
          agent08.put(['root', { Column: { children: { explicitList: ['g', 'e'] } } }], ['g', component]),
          agent08.put(['e', { Text: { text: { literalString: 'E' } } }]),
          agent08.data([{ key: 'n', valueString: '5' }]),
          agent08.begin(),
        ]
      : [
          agent09.create(),
          agent09.put({ id: 'root', component: 'Column', children: ['g', 'e'] }, { id: 'g', ...component }),
          agent09.put({ id: 'e', component: 'Text', text: 'E' }),
          agent09.data({ n: '5' }),
        ];
    const seenIn = (dialect: Dialect, stream: readonly Json[]): unknown =>
      drawView(new Reader(dialect).read(stream).fold, { tried: true });
    const wanted = seenIn(is08 ? a2ui08 : a2ui09, messages);
    if (otherwise !== undefined) expect(JSON.stringify(wanted)).toContain(otherwise);
    for (const target of targets) {
      const { messages: said } = convert(messages, target);
      expect(schemaProblems(target.id, said), target.id).toEqual([]);
      const seen = seenIn(target, said);
      if (otherwise === undefined) expect(seen, target.id).toEqual(wanted);
      else expect(JSON.stringify(seen), target.id).not.toContain(otherwise);
    }
  });

/** No path and the path "/" are the same; we write the shorter one. */
function withoutRootPath(message: JsonObject): JsonObject {
  const update = message.updateDataModel as JsonObject | undefined;
  if (update?.path !== '/') return message;
  const { path: _root, ...rest } = update;
  return { ...message, updateDataModel: rest };
}

const SYMBOLS: { readonly [icon: string]: string } = { '‹skipPrevious›': '⏮', '‹skipNext›': '⏭', '‹play›': '▶' };

/** The lines of a picture without its frames and messages of checks. To 0.8 they are words: a label stands elsewhere. */
function shownBy(fold: Fold, target: Dialect): readonly string[] {
  const lines = Object.values(picturesOf(fold))
    .flatMap((picture) => picture.split('\n'))
    .map((line) =>
      line
        .replace(/[│┌┐└┘─═]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '' && !line.startsWith('! '));
  if (target !== a2ui08) return lines;
  const words = lines.flatMap((line) =>
    line
      .replace(' (disabled)', '')
      .replace(/‹\w+›/g, (icon) => SYMBOLS[icon] ?? icon)
      .split(' '),
  );
  return words.map((word) => word.replace(/:$/, '')).sort();
}

/** All texts of a value in one line, without marks of headings. */
function textsIn(value: Json): string {
  if (typeof value === 'string') return value.replace(/(^|\n)(#+ +)+/g, ' ').replace(/\s*\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(textsIn).join(' ');
}

it('[DC18] a flat check is written with its condition, of the catalog that it names', () => {
  const own = extendCatalog(basic10, {}, { id: 'own' });
  const checks = [
    { call: 'required', args: { value: { path: '/n' } }, catalogId: basic10.id, message: 'a' },
    { path: '/ok', message: 'b' },
  ];
  const root = { id: 'root', component: 'TextField', label: 'L', value: { path: '/n' }, checks };
  const stream = [{ version: 'v1.0', createSurface: { surfaceId: 's', catalogId: 'own', components: [root] } }];
  const { messages, losses } = convert(stream, a2ui10, { catalogs: new Catalogs([basic10, own]) });
  const condition = { call: 'required', args: { value: { path: '/n' } }, catalogId: basic10.id };
  expect(messages).toMatchObject([
    {
      createSurface: {
        components: [
          {
            checks: [
              { condition, message: 'a' },
              { condition: { path: '/ok' }, message: 'b' },
            ],
          },
        ],
      },
    },
  ]);
  expect(losses).toEqual([]);
});

describe('a component that no catalog has', () => {
  const BESIDE: readonly JsonObject[] = [
    { checks: [{ call: 'required', args: { value: 'x' }, message: 'Say it.' }] },
    { check: { call: 'required', args: { value: { path: '/x' } }, message: 'Say it.', more: { path: '/y' } } },
    { value: { path: '/x', label: 'Y' } },
    { children: { componentId: 'a', path: '/items', empty: 'None' } },
  ];

  test.each(BESIDE)('[DE17] keeps what stands beside its bindings: %j', (props) => {
    const put = [
      { id: 'root', component: 'Radar', ...props },
      { id: 'a', component: 'Text', text: 'A' },
    ];
    const messages: Json[] = [
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } },
      { version: 'v0.9', updateComponents: { surfaceId: 's', components: put } },
    ];
    const { messages: said } = convert(messages, a2ui09);
    const found = said.flatMap((one) =>
      isObject(one) && isObject(one.updateComponents) ? [one.updateComponents] : [],
    );
    expect(found.flatMap(({ components }) => components)).toEqual(put);
  });
});
