// Bad input by name, through the real door, in every dialect: each gives an issue with a code, a pointer and a sentence,
// what stood before stands, and what was accepted replays to the same bytes (the door sees to the last two).

import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { Door } from '../test/hostile-door.ts';
import { deepMark, GONE, INFINITE, RESERVED, spell } from '../test/mutation/nasty.ts';
import { SPEAKERS, type Speaker } from '../test/speakers.ts';

/** A message in which marks stand for what no parsed value can hold. */
const raw = (message: Json): { readonly text: string } => ({ text: spell(JSON.stringify(message)) });
const spelled = (name: string): string => name.replace('o', `o${GONE}`);
/** Pointers of depth are as long as the depth: only where they start is looked at. */
const startsAt = (told: readonly string[], start: string): boolean => told.some((one) => one.startsWith(start));

describe.each(SPEAKERS)('hostile input of $dialect.id', (speaker) => {
  const { at, children, component, dialect, open, path, put, set, text } = speaker;
  const door = (options?: ConstructorParameters<typeof Door>[2]): Door => new Door(dialect, speaker.opening, options);
  const tolerant = (): Door => door();
  const strict = (): Door => door({ strict: true });
  const label = (id: Json, value: Json): Json => component(id, 'Text', { text: value });
  const boxOf = (id: string, ...ids: readonly Json[]): Json => component(id, 'Column', { children: children(...ids) });
  const fine = put(label('fine', text('x')));

  it('[HI6] malformed JSON is refused with its line, and the next line is read', () => {
    const one = door();
    for (const line of [
      '{',
      '{"a":',
      '[1,',
      'nul',
      '{"a":1,}',
      "{'a':1}",
      '\u0000',
      'NaN',
      '{"a":1}}',
      '"\ud800',
      '\u202e',
    ]) {
      one.refuses({ text: line }, 'JSON_MALFORMED');
      one.accepts(fine);
    }
    for (let end = 1; end < JSON.stringify(fine).length; end++)
      one.refuses({ text: JSON.stringify(fine).slice(0, end) }, 'JSON_MALFORMED');
  });

  it('[HI7] wrong types are refused where the message cannot be read, and mended where tolerance can live with them', () => {
    const one = door();
    for (const wire of [null, 1, 'x', true]) one.refuses(wire, 'MESSAGE_SHAPE');
    one.refuses([], 'MESSAGE_EMPTY');
    one.refuses({ text: JSON.stringify(put('@')).replace('["@"]', '"x"') }, `MESSAGE_SHAPE ${at.components}`);
    one.refuses(set(7, 1), `MESSAGE_SHAPE ${at.path}`);
    one.refuses(open(7), `MESSAGE_SHAPE ${at.surface}`);
    for (const bad of [7, null, 'x', [], label(7, text('x')), label(null, text('x'))])
      expect(startsAt(one.send(put(bad)), '~')).toBe(false);
    const wrong = put(component('a', 'Column', { children: 7 }));
    one.accepts(wrong, `~PROP_TYPE ${at.prop(0, 'Column', 'children')}`);
    strict().refuses(wrong, `PROP_TYPE ${at.prop(0, 'Column', 'children')}`);
  });

  it('[HI7] keys that nobody knows are told, and mean nothing', () => {
    const odd = put(component('a', 'Text', { text: text('x'), sparkle: 1, toString: 'y' }));
    const told = ['sparkle', 'toString'].map((name) => `PROP_UNKNOWN ${at.prop(0, 'Text', name)}`);
    tolerant().accepts(odd, ...told.map((one) => `~${one}`));
    strict().refuses(odd, ...told);
    const beside = { ...(fine as JsonObject), sparkle: 1 };
    if (dialect.id === 'vitrine') tolerant().refuses(beside, 'MESSAGE_FIELD_UNKNOWN');
    else tolerant().accepts(beside, '~MESSAGE_FIELD_UNKNOWN /sparkle');
    expect(strict().send(beside)[0]).toMatch(/^MESSAGE_FIELD_UNKNOWN/);
  });

  it('[HI7] a component that no catalog has is kept as unknown, and refused where reading is strict', () => {
    const hologram = put(boxOf('root', 'a'), component('a', 'Hologram', { depth: 3 }));
    const one = tolerant();
    one.accepts(hologram, `~COMPONENT_UNKNOWN ${at.type(1)}`);
    expect(one.shown()).toContain('a\nunknown\nHologram');
    strict().refuses(hologram, `COMPONENT_UNKNOWN ${at.type(1)}`);
  });

  it('[HI8] a reference to what was never sent waits, and the whole-tree check names it', () => {
    const one = strict();
    one.accepts(put(boxOf('root', 'nobody')));
    expect(one.shown()).toContain('nobody\npending');
    expect(one.fold.topology().map(({ code }) => code)).toEqual(['VITRINE_TREE_DANGLING']);
  });

  it('[HI8] cycles are told when they are closed, and end where they would repeat', () => {
    const chain = Array.from({ length: 1000 }, (_, i) => boxOf(`c${i}`, i === 999 ? 'root' : `c${i + 1}`));
    for (const cycle of [
      [boxOf('root', 'root')],
      [boxOf('root', 'b'), boxOf('b', 'root')],
      [boxOf('root', 'c0'), ...chain],
    ]) {
      const one = tolerant();
      one.accepts(put(...cycle), `~TREE_CYCLE ${at.component(0)}`);
      expect(one.shown()).toMatch(/\n(cyclic|over-limit)\n/);
      strict().refuses(put(...cycle), `TREE_CYCLE ${at.component(0)}`);
    }
    const later = tolerant();
    later.accepts(put(boxOf('root', 'b')));
    later.accepts(put(boxOf('b', 'root')), `~TREE_CYCLE ${at.component(0)}`);
  });

  it('[HI9] of two roots in one message the last counts', () => {
    const two = put(label('root', text('first')), label('root', text('second')));
    const one = tolerant();
    one.accepts(two, `~COMPONENT_DUPLICATE ${at.component(1)}`);
    expect(one.shown()).toContain('\nsecond\n');
    strict().refuses(two, `COMPONENT_DUPLICATE ${at.component(1)}`);
  });

  it('[HI10] what is nested too deeply to be kept is refused, be it data, a property, an id or a key that nobody knows', () => {
    const one = door();
    for (const kind of ['L', 'O'] as const) {
      const deep = deepMark(kind, 150);
      expect(startsAt(one.send(raw(put(label('a', deep)))), `LIMIT_DEPTH ${at.prop(0, 'Text', 'text')}/`)).toBe(true);
      expect(one.send(raw(put(label(deep, text('x')))))).toHaveLength(1);
      expect(one.send(raw(open(deep)))).toEqual([`MESSAGE_SHAPE ${at.surface}`]);
      expect(
        startsAt(
          one.send(raw({ ...(fine as JsonObject), sparkle: deepMark(kind, 212) })),
          dialect.id === 'vitrine' ? 'MESSAGE_FIELD_UNKNOWN' : 'JSON_DEPTH /sparkle/',
        ),
      ).toBe(true);
      expect(one.send(raw(deep)).some((told) => !told.startsWith('~'))).toBe(true);
    }
    expect(one.send(raw(set('/deep', deepMark('L', 150)))).at(-1)).toMatch(/^(LIMIT|JSON)_DEPTH \/.+/);
    expect(one.fold.surfaces.get('s')?.data.get('/deep')).toBeUndefined();
  });

  it('[HI10] what is nested 10^5 deep is refused before it is parsed, wherever it stands', () => {
    const one = door();
    for (const kind of ['L', 'O'] as const) {
      const deep = deepMark(kind, 100_000);
      const sent = [put(label('a', deep)), put(label(deep, text('x'))), open(deep), set('/deep', deep), deep];
      for (const message of [...sent, { ...(fine as JsonObject), sparkle: deep }])
        expect(one.send(raw(message))).toEqual(['JSON_DEPTH']);
    }
    one.accepts(fine);
  });

  it('[HI11] a line of 5 MB is refused by its length, and the next line is read', () => {
    for (const limits of ['default', 'openclaw'] as const) {
      const one = door({ limits });
      one.refuses(set('/long', 'x'.repeat(5_000_000)), 'LINE_SIZE');
      one.refuses({ text: 'x'.repeat(5_000_000) }, 'LINE_SIZE');
      one.accepts(fine);
      one.send(set('/long', 'x'.repeat(1_048_000)));
      expect(one.fold.surfaces.get('s')?.data.get('/long') === undefined).toBe(limits === 'openclaw');
    }
  });

  it('[HI11] 10^6 components are refused, in one message and over many', () => {
    const one = door();
    const empty = (count: number) => ({
      text: JSON.stringify(put('@')).replace('"@"', Array(count).fill('{}').join(',')),
    });
    one.refuses(empty(1_000_000), 'JSON_VALUES');
    one.refuses(empty(50_000), `${dialect.id === 'vitrine' ? 'LIMIT_ENTRIES' : 'LIMIT_COMPONENTS'} ${at.components}`);
    const some = (from: number): Json =>
      put(...Array.from({ length: 5000 }, (_, i) => label(`c${from + i}`, text(''))));
    for (let from = 0; from < 15_000; from += 5000) one.accepts(some(from));
    expect(startsAt(one.send(some(15_000)), 'LIMIT_COMPONENTS')).toBe(true);
    one.accepts(some(0));
    expect(one.fold.surfaces.get('s')?.componentCount).toBe(15_001);
  });

  it('[HI12] a list is not written far behind its end', () => {
    const one = door();
    for (const index of ['4294967294', '4294967295', '99999999999999999999', '2000', '-1', '-', '1e3', '01', 'x'])
      one.refuses(set(`/items/${index}`, 1), `POINTER_INDEX ${at.path}`);
    one.accepts(set('/items/3', 1));
    expect(one.fold.surfaces.get('s')?.data.get('/items')).toEqual([1, null, null, 1]);
  });

  it('[HI12] a number past a double is refused wherever it stands', () => {
    const one = door();
    const slider = dialect.id === 'a2ui-0.8' ? { value: { literalNumber: INFINITE } } : { value: INFINITE, max: 1 };
    one.refuses(raw(set('/n', INFINITE)), `JSON_NUMBER ${at.value}`);
    one.refuses(raw(put(component('a', 'Slider', slider))), `JSON_NUMBER ${at.prop(0, 'Slider', 'value')}`);
    expect(
      startsAt(
        one.send(raw(put({ ...component('a', 'Text', { text: text('x') }), weight: INFINITE }))),
        `JSON_NUMBER ${at.component(0)}`,
      ),
    ).toBe(true);
  });

  it.each(RESERVED)('[HI13] %s is no id, no key and no part of a pointer', (name) => {
    const one = door();
    one.refuses(put(label(name, text('x'))), `NAME_RESERVED ${at.component(0)}`);
    one.refuses(open(name), `NAME_RESERVED ${at.surface}`);
    one.refuses(put(component('a', name, {})), `NAME_RESERVED ${at.type(0)}`);
    expect(startsAt(one.send(put(boxOf('a', name))), `NAME_RESERVED ${at.prop(0, 'Column', 'children')}`)).toBe(true);
    one.refuses(put(label('a', path(`/${name}/x`))), `POINTER_RESERVED ${at.prop(0, 'Text', 'text')}`);
    for (const pointer of [`/${name}`, `/${name}/x`, `/items/${name}/x`])
      one.refuses(set(pointer, 1), `POINTER_RESERVED ${at.path}`);
    expect(one.send(set(name, 1))).toContain(`POINTER_RESERVED ${at.path}`);
    const key = component('a', 'Text', { text: text('x'), [spelled(name)]: { polluted: true } });
    expect(startsAt(one.send(raw(put(key))), 'NAME_RESERVED')).toBe(true);
    expect(one.send(raw({ ...(fine as JsonObject), [spelled(name)]: { polluted: true } }))[0]).toMatch(
      /^~?MESSAGE_FIELD_UNKNOWN/,
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('[HI14] half of a surrogate pair is refused in ids, keys, texts, data and pointers', () => {
    const one = door();
    for (const half of ['\ud800', 'x\udc00', '\udfff\ud800']) {
      expect(startsAt(one.send(put(label(half, text('x')))), `JSON_TEXT ${at.component(0)}`)).toBe(true);
      one.refuses(open(half), `JSON_TEXT ${at.surface}`);
      one.refuses(put(label('a', text(half))), `JSON_TEXT ${at.prop(0, 'Text', 'text')}`);
      one.refuses(put(label('a', path(`/${half}`))), `JSON_TEXT ${at.prop(0, 'Text', 'text')}`);
      one.refuses(put(component('a', 'Text', { text: text('x'), [half]: 1 })), `JSON_TEXT ${at.prop(0, 'Text', half)}`);
      one.refuses(set(`/${half}`, 1), `JSON_TEXT ${at.path}`);
      expect(startsAt(one.send(set('/a', half)), 'JSON_TEXT')).toBe(true);
    }
  });
});

describe('two roots', () => {
  const text = (id: string): Json => ({ id, component: { Text: { text: { literalString: `This is ${id}` } } } });
  const begin = (root: string): Json => ({ beginRendering: { surfaceId: 's', root } });

  it('[HI9] of two beginRendering the last names the root', () => {
    const [speaker] = SPEAKERS.filter(({ dialect }) => dialect.id === 'a2ui-0.8');
    const door = new Door((speaker as Speaker).dialect, [], { strict: true });
    door.accepts({ surfaceUpdate: { surfaceId: 's', components: [text('a'), text('b')] } });
    door.accepts(begin('a'));
    expect(door.shown()).toContain('This is a');
    door.accepts(begin('b'));
    expect(door.shown()).not.toContain('This is a');
    expect(door.shown()).toContain('This is b');
    door.refuses(begin('constructor'), 'NAME_RESERVED /beginRendering/root');
    expect(door.shown()).toContain('This is b');
  });

  it.each(SPEAKERS.filter(({ dialect }) => dialect.id !== 'a2ui-0.8'))(
    '[HI9] a surface that is opened again stands as it was ($dialect.id)',
    ({ at, dialect, open, opening }) => {
      const tolerant = new Door(dialect, opening);
      tolerant.accepts(open('s'), `~SURFACE_EXISTS ${at.surface}`);
      expect(tolerant.shown()).toContain('\nStands\n');
      new Door(dialect, opening, { strict: true }).refuses(open('s'), `SURFACE_EXISTS ${at.surface}`);
    },
  );
});
