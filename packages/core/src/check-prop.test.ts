import { describe, expect, it } from 'vitest';
import { component, createStage, nestedLists, poisoned, puts, told } from '../test/stage.ts';
import type { Json, JsonObject } from './json.ts';

/** What is said about one component with one property, tolerantly and strictly, and whether the value was kept. */
function judge(name: string, value: Json, type = 'Kinds') {
  const [tolerant, strict] = [createStage(), createStage({ strict: true })];
  const put = puts(component('c', type, { [name]: value }));
  const [mended, refused] = [tolerant.send(put), strict.send(put)];
  const at = `/components/0/${name}`;
  const short = (line: string) => line.replace(at, '.');
  return {
    mended: told(mended).map(short),
    refused: told(refused).map(short),
    kept: tolerant.surface.component('c')?.props[name],
    strictly: strict.surface.component('c'),
  };
}

function accepts(name: string, ...values: readonly Json[]): void {
  for (const value of values) {
    const { mended, refused, kept } = judge(name, value);
    expect([name, value, mended, refused]).toEqual([name, value, [], []]);
    expect(kept).toEqual(value);
  }
}

/** Each value is a warning and kept, and refused where reading is strict. */
function mends(name: string, cases: readonly (readonly [Json, string])[]): void {
  for (const [value, line] of cases) {
    const { mended, refused, kept, strictly } = judge(name, value);
    expect([name, value, mended]).toEqual([name, value, [line]]);
    expect(refused).toEqual([`!${line}`]);
    expect([kept, strictly]).toEqual([value, undefined]);
  }
}

const bound: readonly Json[] = [
  { path: '/a' },
  { path: 'a' },
  { path: '/a', from: 'item-first' },
  { call: 'upper', args: { value: 'x' } },
];
const badBindings: readonly (readonly [Json, string])[] = [
  [{}, 'BINDING_INVALID .'],
  [{ path: 5 }, 'BINDING_INVALID .'],
  [{ literal: 'x' }, 'BINDING_INVALID .'],
  [{ path: '/a', more: 1 }, 'BINDING_INVALID .'],
  [{ path: '/a', from: 'item' }, 'BINDING_INVALID .'],
];

describe('single values', () => {
  it('[CK5] text: a string, or a binding where the declaration lets one stand', () => {
    accepts('text', '', 'x', 'a'.repeat(1000), '${not an expression', ...bound);
    mends('text', [[5, 'PROP_TYPE .'], [null, 'PROP_TYPE .'], [['x'], 'PROP_TYPE .'], ...badBindings]);
    accepts('plain', '', 'x');
    mends('plain', [
      [{ path: '/a' }, 'PROP_TYPE .'],
      [{ call: 'upper' }, 'PROP_TYPE .'],
      [true, 'PROP_TYPE .'],
    ]);
  });

  it('[CK5] text: the declared length, pattern and format hold for literals', () => {
    accepts('short', 'ab');
    mends('short', [
      ['a', 'PROP_VALUE .'],
      ['AB', 'PROP_VALUE .'],
    ]);
    expect(judge('short', '!').mended).toEqual(['PROP_VALUE .', 'PROP_VALUE .']);
    accepts('template', 'a ${/b} ${upper(value: "x")}', '\\${', ...bound);
    mends('template', [
      ['${', 'EXPRESSION_SYNTAX .'],
      ['${none(a: 1)}', 'FUNCTION_UNKNOWN .'],
      ['${upper()}', 'FUNCTION_ARGS .'],
    ]);
    accepts('pattern', '^a+$', '^(a+)+$');
    mends('pattern', [
      ['(', 'PATTERN_SYNTAX .'],
      ['(?=a)', 'PATTERN_SYNTAX .'],
    ]);
    accepts('url', 'https://a.example');
    mends('url', [['a.png', 'PROP_VALUE .']]);
    accepts('date', '2026-11-15', '10:30:00Z', '2026-11-15T10:30:00+01:00', { path: '/d' });
    // Understood, but no time by JSON Schema: it has no seconds and no offset.
    expect(judge('date', '10:30')).toMatchObject({ mended: [], refused: ['!PROP_VALUE .'] });
    mends('date', [['tomorrow', 'PROP_VALUE .']]);
  });

  it('[CK5] number: finite, within bounds, whole where declared', () => {
    accepts('number', 0, 10, 2.5, ...bound);
    mends('number', [
      [-1, 'PROP_VALUE .'],
      [10.1, 'PROP_VALUE .'],
      ['5', 'PROP_TYPE .'],
      [null, 'PROP_TYPE .'],
      ...badBindings,
    ]);
    accepts('integer', 3, -3);
    mends('integer', [
      [1.5, 'PROP_TYPE .'],
      [{ path: '/a' }, 'PROP_TYPE .'],
    ]);
  });

  it('[CK5] bool and one-of', () => {
    accepts('bool', true, false, ...bound);
    mends('bool', [['true', 'PROP_TYPE .'], [0, 'PROP_TYPE .'], ...badBindings]);
    mends('fixed', [[{ path: '/a' }, 'PROP_TYPE .']]);
    accepts('one', 'a', 1, null);
    mends('one', [
      ['c', 'PROP_VALUE .'],
      ['1', 'PROP_VALUE .'],
      [['a'], 'PROP_VALUE .'],
      [{ path: '/a' }, 'PROP_TYPE .'],
    ]);
    accepts('bound', 'b', { path: '/a' });
    mends('bound', [
      ['c', 'PROP_VALUE .'],
      [{ call: 'upper', args: { value: 'x' } }, 'PROP_TYPE .'],
    ]);
  });

  it('[CK5] lists of texts', () => {
    accepts('texts', [], ['a', ''], ...bound);
    mends('texts', [
      ['a', 'PROP_TYPE .'],
      [[1], 'PROP_TYPE ./0'],
      [['a', { path: '/a' }], 'PROP_TYPE ./1'],
      ...badBindings,
    ]);
    mends('fixedTexts', [[{ path: '/a' }, 'PROP_TYPE .']]);
  });

  it('[CK5] value and any', () => {
    accepts('value', 'x', 1, false, ['a', { path: '/b' }], ...bound);
    mends('value', [
      [null, 'PROP_TYPE .'],
      [{ a: 1 }, 'PROP_TYPE .'],
      [{ literal: 1 }, 'BINDING_INVALID .'],
    ]);
    accepts('free', { a: { path: '/b' } }, { literal: { path: 1 } }, ...bound);
    mends('free', [
      [null, 'PROP_TYPE .'],
      [{ path: 5 }, 'BINDING_INVALID .'],
      [{ a: { call: 'none' } }, 'FUNCTION_UNKNOWN ./a'],
    ]);
    accepts('any', null, {}, { path: 5 }, [[{ x: null }]], { literal: { call: 'none' } }, ...bound);
    mends('any', [
      [[{ call: 'none' }], 'FUNCTION_UNKNOWN ./0'],
      [{ a: { path: '/b', x: 1 } }, 'BINDING_INVALID ./a'],
    ]);
  });
});

describe('structures', () => {
  it('[CK6] lists, objects, maps and alternatives are judged by what they hold', () => {
    accepts('list', ['a'], ['a', 'b']);
    mends('list', [
      [[], 'PROP_VALUE .'],
      [['a', 'b', 'c'], 'PROP_VALUE .'],
      ['a', 'PROP_TYPE .'],
      [[1], 'PROP_TYPE ./0'],
    ]);
    accepts('object', { name: 'x' }, { name: 'x', more: { path: '/a' } });
    mends('object', [
      [{}, 'PROP_MISSING .'],
      [{ name: 5 }, 'PROP_TYPE ./name'],
      [{ name: 'x', 'a/b': 1 }, 'PROP_UNKNOWN ./a~1b'],
      ['x', 'PROP_TYPE .'],
      [[], 'PROP_TYPE .'],
    ]);
    accepts('open', { name: 'x', other: { deep: [1] } });
    mends('open', [[{ other: { call: 'none' } }, 'FUNCTION_UNKNOWN ./other']]);
    accepts('map', {}, { a: 1, b: 2 });
    mends('map', [
      [{ a: 'x' }, 'PROP_TYPE ./a'],
      [[1], 'PROP_TYPE .'],
    ]);
    accepts('either', 1, { name: 'x' });
    mends('either', [
      ['x', 'PROP_TYPE .'],
      [{ name: 1 }, 'PROP_TYPE .'],
      [{}, 'PROP_TYPE .'],
    ]);
  });

  it('[CK6] children are ids or a template', () => {
    accepts('child', 'x', ' ', '/');
    mends('child', [
      [5, 'PROP_TYPE .'],
      ['', 'TREE_DANGLING .'],
      [{ path: '/a' }, 'PROP_TYPE .'],
    ]);
    accepts(
      'children',
      [],
      ['x', 'y'],
      { componentId: 'x', path: '/l' },
      { componentId: 'x', path: 'l', from: 'item-first', over: 'list-or-map' },
    );
    mends('children', [
      [['x', 1], 'PROP_TYPE ./1'],
      ['x', 'PROP_TYPE .'],
      [{ componentId: 'x' }, 'PROP_TYPE .'],
      [{ componentId: 5, path: '/l' }, 'PROP_TYPE .'],
      [{ componentId: 'x', path: '/l', key: 'id' }, 'PROP_UNKNOWN .'],
      [{ componentId: 'x', path: '/l', over: 'map' }, 'PROP_UNKNOWN .'],
      [{ componentId: 'x', path: '/l', from: 'root' }, 'PROP_UNKNOWN .'],
    ]);
  });

  it('[CK6] unknown properties are kept with a warning, required ones are missed, open components take any', () => {
    mends('nothing', [
      ['x', 'PROP_UNKNOWN .'],
      [{ deep: [1] }, 'PROP_UNKNOWN .'],
    ]);
    expect(judge('none', 1, 'Loose').mended).toEqual([]);
    const [tolerant, strict] = [createStage(), createStage({ strict: true })];
    expect(told(tolerant.send(puts(component('c', 'Text'))))).toEqual(['PROP_MISSING /components/0']);
    expect(told(strict.send(puts(component('c', 'Text'))))).toEqual(['!PROP_MISSING /components/0']);
  });

  it('[CK7] a property may be called as something that every object inherits', () => {
    const stage = createStage();
    expect(told(stage.send(puts(component('c', 'Demanding'))))).toEqual(['PROP_MISSING /components/0']);
    expect(
      told(stage.send(puts(component('c', 'Demanding', { toString: 'x', valueOf: 'y' } as unknown as JsonObject)))),
    ).toEqual([]);
    expect(told(stage.send(puts(component('d', 'Loose', { hasOwnProperty: 'x' } as unknown as JsonObject))))).toEqual(
      [],
    );
    expect(
      told(stage.send(puts(component('e', 'Text', { text: 'x', hasOwnProperty: 'x' } as unknown as JsonObject)))),
    ).toEqual(['PROP_UNKNOWN /components/0/hasOwnProperty']);
  });
});

describe('actions and checks', () => {
  it('[CK8] an action is an event or a call', () => {
    const context = { a: 1, b: { path: '/b' }, c: { call: 'upper', args: { value: 'x' } }, d: { e: [1] }, n: null };
    accepts(
      'action',
      { event: { name: 'go' } },
      { event: { name: 'go', context, message: { path: '/m' } } },
      { name: 'go', context },
    );
    accepts(
      'action',
      { functionCall: { call: 'upper', args: { value: 'x' } } },
      { call: 'upper', args: { value: 'x' } },
    );
    mends('action', [
      ['go', 'PROP_TYPE .'],
      [{}, 'PROP_TYPE .'],
      [{ event: {} }, 'PROP_TYPE ./event'],
      [{ event: { name: 5 } }, 'PROP_TYPE ./event'],
      [{ event: { name: 'go', context: [1] } }, 'PROP_TYPE ./event/context'],
      [{ event: { name: 'go', context: { a: { call: 'none' } } } }, 'FUNCTION_UNKNOWN ./event/context/a'],
      [{ event: { name: 'go', message: 5 } }, 'PROP_TYPE ./event/message'],
      [{ event: { name: 'go', more: 1 } }, 'PROP_UNKNOWN ./event'],
      [{ event: { name: 'go' }, functionCall: { call: 'upper' } }, 'PROP_UNKNOWN .'],
      [{ functionCall: { call: 'none' } }, 'FUNCTION_UNKNOWN ./functionCall'],
      [{ functionCall: {} }, 'PROP_TYPE ./functionCall'],
      [{ functionCall: { call: 'formatString', args: { value: 'x' } }, more: 1 }, 'PROP_UNKNOWN .'],
    ]);
  });

  it('[CK8] what is judged is what runs: nothing hides beside it', () => {
    const bad = Infinity;
    for (const action of [
      { event: { name: 'go', context: { a: bad } }, functionCall: { call: 'upper', args: { value: 'x' } } },
      { functionCall: { call: 'upper', args: { value: 'x' } }, event: { context: { a: bad } } },
      { functionCall: { call: 'upper', args: { value: 'x' } }, name: 'go', context: { a: bad } },
      { event: { name: 'go', other: bad } },
      { event: { name: 'go' }, other: bad },
    ]) {
      expect(judge('action', action).mended.filter((line) => line.startsWith('!'))).not.toEqual([]);
    }
  });

  it('[CK9] a check has a condition and may have a message', () => {
    accepts('checks', [], [{ condition: true }], [{ condition: { path: '/ok' }, message: 'm' }]);
    accepts('checks', [{ condition: { call: 'between', args: { value: 1, min: 0 } } }]);
    mends('checks', [
      [[{ call: 'between', args: { value: 1, min: 0 }, message: 'm' }], 'PROP_TYPE ./0'],
      ['x', 'PROP_TYPE .'],
      [['x'], 'PROP_TYPE ./0'],
      [[{ message: 'm' }], 'PROP_TYPE ./0'],
      [[{ condition: 'yes' }], 'PROP_TYPE ./0/condition'],
      [[{ condition: true, message: 5 }], 'PROP_TYPE ./0/message'],
      [[{ condition: true, more: 1 }], 'PROP_UNKNOWN ./0'],
      [[{ condition: { call: 'none' } }], 'FUNCTION_UNKNOWN ./0/condition'],
    ]);
  });
});

describe('what can never be stored', () => {
  /** Every kind of property, with a place for a value that nobody declared. */
  const places: readonly ((value: Json) => readonly [string, Json])[] = [
    (value) => ['text', value],
    (value) => ['text', { path: '/a', x: value }],
    (value) => ['text', { call: 'upper', args: { value: 'a', x: value } }],
    (value) => ['text', { call: 'upper', args: { value: 'a' }, x: value }],
    (value) => ['text', { call: 'upper', args: { value: 'a' }, returnType: value }],
    (value) => ['text', { call: 'upper', args: value }],
    (value) => ['text', { call: 'none', args: { a: [value] } }],
    (value) => ['plain', value],
    (value) => ['number', [value]],
    (value) => ['bool', { a: value }],
    (value) => ['one', [value]],
    (value) => ['bound', { call: 'upper', args: { value } }],
    (value) => ['texts', [value]],
    (value) => ['texts', [{ a: value }]],
    (value) => ['value', [value]],
    (value) => ['value', { literal: value }],
    (value) => ['free', { a: value }],
    (value) => ['free', { literal: value }],
    (value) => ['any', [{ a: value }]],
    (value) => ['any', { literal: value }],
    (value) => ['any', { path: '/a', x: value }],
    (value) => ['list', [value]],
    (value) => ['object', { name: value }],
    (value) => ['object', { name: 'a', unknown: value }],
    (value) => ['open', { unknown: [value] }],
    (value) => ['map', { a: value }],
    (value) => ['either', [value]],
    (value) => ['either', { name: value }],
    (value) => ['child', [value]],
    (value) => ['children', [value]],
    (value) => ['children', { componentId: 'x', path: '/l', key: value }],
    (value) => ['children', { componentId: 'x', path: '/l', over: value }],
    (value) => ['children', { componentId: 'x', path: '/l', from: value }],
    (value) => ['children', { componentId: 'x', path: 5, other: value }],
    (value) => ['action', [value]],
    (value) => ['action', { event: value }],
    (value) => ['action', { event: { name: value } }],
    (value) => ['action', { event: { name: 'a', context: { b: value } } }],
    (value) => ['action', { event: { name: 'a', context: [value] } }],
    (value) => ['action', { event: { name: 'a', message: value } }],
    (value) => ['action', { event: { name: 'a', x: value } }],
    (value) => ['action', { functionCall: value, x: value }],
    (value) => ['action', { functionCall: { call: 'upper', x: value } }],
    (value) => ['action', { functionCall: { x: value } }],
    (value) => ['checks', [value]],
    (value) => ['checks', [{ condition: value }]],
    (value) => ['checks', [{ condition: true, message: value }]],
    (value) => ['checks', [{ condition: true, x: value }]],
    (value) => ['checks', [{ call: 'between', args: { value: 1, min: 1 }, message: value }]],
    (value) => ['unknown', value],
  ];
  const hostile: readonly (readonly [string, Json])[] = [
    ['a number that no double holds', [1, Infinity]],
    ['nesting of a hundred thousand levels', nestedLists(100_000)],
    ['a reserved key', [poisoned()]],
    ['a reserved key, constructor', { constructor: 1 } as unknown as Json],
    ['half of a surrogate pair', ['\ud800']],
    ['a key with half of a surrogate pair', { '\udc00': 1 }],
    ['a text beyond the limit', ['x'.repeat(1024 * 1024 + 1)]],
  ];

  for (const [what, value] of hostile) {
    it(`[CK10] ${what} refuses the entry wherever it stands, and nothing stays of it`, () => {
      const stage = createStage();
      stage.put(component('before', 'Text', { text: 'x' }));
      const before = stage.bytes;
      for (const [at, place] of places.entries()) {
        const [name, held] = place(value);
        const outcome = stage.send(puts(component('c', 'Kinds', { [name]: held })));
        expect([at, name, outcome.ok]).toEqual([at, name, false]);
        expect(
          outcome.issues
            .filter(({ severity }) => severity === 'error')
            .every(({ at: where }) => where?.startsWith('/components/0') === true),
        ).toBe(true);
        expect(outcome.issues.every(({ message }) => message.length < 400 && message.isWellFormed())).toBe(true);
      }
      expect(stage.bytes).toBe(before);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });
  }

  it('[CK10] reserved names refuse the entry as names of properties, members and arguments', () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const own = (inner: string): JsonObject => JSON.parse(inner.replaceAll('NAME', name)) as JsonObject;
      for (const props of [
        '{"NAME": 1}',
        '{"object": {"name": "a", "NAME": 1}}',
        '{"open": {"NAME": 1}}',
        '{"map": {"NAME": 1}}',
      ]) {
        expect(told(createStage().send(puts(component('c', 'Kinds', own(props)))))).toContainEqual(
          expect.stringMatching(/^!NAME_RESERVED/),
        );
      }
      for (const props of [
        '{"text": {"path": "/a", "NAME": 1}}',
        '{"text": {"call": "open", "args": {"NAME": 1}}}',
        '{"text": {"call": "open", "NAME": 1}}',
      ]) {
        expect(told(createStage().send(puts(component('c', 'Kinds', own(props)))))).toContainEqual(
          expect.stringMatching(/^!NAME_RESERVED/),
        );
      }
      const context = own('{"event": {"name": "a", "context": {"NAME": {"x": 1}}}}');
      expect(judge('action', context).mended).toContainEqual(expect.stringMatching(/^!NAME_RESERVED/));
      expect(judge('text', { path: `/a/${name}` }).mended).toEqual(['!POINTER_RESERVED .']);
      expect(judge('child', name).mended).toEqual(['!NAME_RESERVED .']);
      expect(judge('children', ['a', name]).mended).toEqual(['!NAME_RESERVED ./1']);
      expect(judge('children', { componentId: name, path: '/l' }).mended).toEqual(['!NAME_RESERVED .']);
      expect(told(createStage().send(puts(component('c', name))))).toEqual(['!NAME_RESERVED /components/0/component']);
    }
  });
});
