import { describe, expect, it } from 'vitest';
import { boxOf, component, createStage, poisoned, puts, textOf, told } from '../test/stage.ts';
import type { Component } from './entry.ts';
import type { Json, JsonObject } from './json.ts';

const both = (...components: readonly Component[]) =>
  [createStage(), createStage({ strict: true })].map((stage) => told(stage.send(puts(...components))));

describe('components at the door', () => {
  it('[CK16] an unknown component is kept with a warning, and refused where reading is strict', () => {
    expect(both(component('c', 'Nothing', { any: [1] }))).toEqual([
      ['COMPONENT_UNKNOWN /components/0/component'],
      ['!COMPONENT_UNKNOWN /components/0/component'],
    ]);
    const stage = createStage();
    stage.send(puts(component('c', 'Nothing', { any: [1] })));
    expect(stage.surface.component('c')).toEqual(component('c', 'Nothing', { any: [1] }));
    expect(told(stage.send(puts(component('c', 'toString'))))).toEqual(['COMPONENT_UNKNOWN /components/0/component']);
  });

  it('[CK16] what an unknown component holds is judged as free JSON', () => {
    const stage = createStage();
    for (const props of [
      { a: Infinity },
      { a: { b: '\ud800' } },
      { a: poisoned() },
      poisoned(),
      { a: { path: '/~' } },
    ] as JsonObject[]) {
      expect(stage.send(puts(component('c', 'Nothing', props))).ok).toBe(false);
    }
    expect(stage.surface.componentCount).toBe(0);
  });

  it('[CK16] names beyond the limits refuse the entry: they would be keys elsewhere', () => {
    expect(both(component('c', 'T'.repeat(1025)))[0]).toEqual(['!LIMIT_TEXT /components/0/component']);
    expect(both(component('c', '\ud800'))[0]).toEqual(['!JSON_TEXT /components/0/component']);
    expect(both(component('c', 'Text', { text: 'x', ['p'.repeat(1025)]: 1 }))[0]?.[0]).toMatch(/^!LIMIT_TEXT/);
  });

  it('[CK17] an id may not be empty, reserved, too long or half of a pair', () => {
    const cases: [string, string][] = [
      ['', '!COMPONENT_SHAPE'],
      ['__proto__', '!NAME_RESERVED'],
      ['constructor', '!NAME_RESERVED'],
      ['x'.repeat(1025), '!LIMIT_TEXT'],
      ['\ud800', '!JSON_TEXT'],
    ];
    for (const [id, code] of cases)
      expect(both(textOf('a', 'x'), textOf(id, 'x'))).toEqual([[`${code} /components/1`], [`${code} /components/1`]]);
    for (const id of ['x'.repeat(1024), ' ', 'toString', '/', '\u{1f600}'])
      expect(both(textOf(id, 'x'))).toEqual([[], []]);
  });

  it('[CK17] ids have a limit of their own, the same for components and for references', () => {
    const stage = createStage({ limits: { idLength: 5, keyLength: 3 } });
    expect(told(stage.send(puts(boxOf('12345', 'abcde'))))).toEqual([]);
    expect(told(stage.send(puts(boxOf('123456'))))).toEqual(['!LIMIT_TEXT /components/0']);
    expect(told(stage.send(puts(boxOf('a', 'abcdef'))))).toEqual(['!LIMIT_TEXT /components/0/children/0']);
  });

  it('[CK18] of an id that comes twice in a message the last counts, with a warning', () => {
    const stage = createStage();
    expect(told(stage.send(puts(textOf('a', 'first'), textOf('b', 'x'), textOf('a', 'last'))))).toEqual([
      'COMPONENT_DUPLICATE /components/2',
    ]);
    expect(stage.surface.component('a')).toEqual(textOf('a', 'last'));
    expect(both(textOf('a', 'x'), textOf('a', 'x'))[1]).toEqual(['!COMPONENT_DUPLICATE /components/1']);
  });

  it('[CK19] weight, accessibility and metadata are judged too', () => {
    const given = (more: Partial<Component>): Component => ({ ...textOf('a', 'x'), ...more });
    const a11y = { label: { path: '/l' }, description: 'd', live: 'polite', hidden: { path: '/h' } };
    expect(both(given({ weight: 2, a11y, ext: { any: [{ path: '/~' }] } }))).toEqual([[], []]);
    expect(both(given({ weight: Infinity }))[0]).toEqual(['!JSON_NUMBER /components/0']);
    expect(both(given({ a11y: { label: 5 } }))[0]).toEqual(['PROP_TYPE /components/0/accessibility/label']);
    expect(both(given({ a11y: { live: 'loud' } }))[0]).toEqual(['PROP_VALUE /components/0/accessibility/live']);
    expect(both(given({ a11y: { role: 'x' } }))[1]).toEqual(['!PROP_UNKNOWN /components/0/accessibility/role']);
    expect(both(given({ ext: { a: [Infinity] } }))[0]).toEqual(['!JSON_NUMBER /components/0/metadata/a/0']);
  });

  it('[CK20] a component is judged by the catalog that it names', () => {
    const other = (id: string, props: JsonObject, catalog: string): Component => ({ id, type: 'Text', props, catalog });
    const stage = createStage();
    expect(told(stage.send(puts(other('a', { words: 'w' }, 'other'), textOf('b', 'x'))))).toEqual([]);
    expect(told(stage.send(puts(other('a', { text: 'w' }, 'other'))))).toEqual([
      'PROP_UNKNOWN /components/0/text',
      'PROP_MISSING /components/0',
    ]);
    expect(told(stage.send(puts(textOf('b', 'x'), other('a', {}, 'nowhere'))))).toEqual([
      '!CATALOG_UNKNOWN /components/1',
    ]);
    stage.must({ op: 'open', surface: 'none' });
    expect(told(stage.send({ op: 'put', surface: 'none', components: [textOf('a', 'x')] }))).toEqual([
      '!CATALOG_MISSING /components/0',
    ]);
    expect(told(stage.send({ op: 'put', surface: 'none', components: [other('a', { words: 'w' }, 'other')] }))).toEqual(
      [],
    );
    stage.must({ op: 'open', surface: 'one', protocol: '1', catalog: 'stage' });
    expect(told(stage.send({ op: 'put', surface: 'one', components: [other('a', { words: 'w' }, 'other')] }))).toEqual([
      '!CATALOG_PROTOCOL /components/0',
    ]);
  });

  it('[CK21] one fault refuses the whole message, and every fault is told', () => {
    const stage = createStage();
    const outcome = stage.send(puts(textOf('a', 'x'), component('b', 'Text'), textOf('c', Infinity), textOf('', 'x')));
    expect(told(outcome)).toEqual([
      'PROP_MISSING /components/1',
      'PROP_TYPE /components/2/text',
      '!JSON_NUMBER /components/2/text',
      '!COMPONENT_SHAPE /components/3',
    ]);
    expect(stage.surface.componentCount).toBe(0);
  });

  it('[CK22] the number of components is bounded exactly; known ids can still be updated', () => {
    const stage = createStage({ limits: { componentsPerSurface: 3 } });
    expect(told(stage.send(puts(textOf('a', 1), textOf('b', 'x'), textOf('c', 'x'), textOf('d', 'x'))))).toEqual([
      '!LIMIT_COMPONENTS',
    ]);
    stage.put(textOf('a', 'x'), textOf('b', 'x'), textOf('c', 'x'));
    expect(told(stage.send(puts(textOf('d', 'x'))))).toEqual(['!LIMIT_COMPONENTS']);
    expect(told(stage.send(puts(textOf('a', 'y'), textOf('b', 'y'), textOf('c', 'y'))))).toEqual([]);
    expect(told(stage.send(puts(textOf('a', 'y'), textOf('a', 'y'), textOf('a', 'z'), textOf('b', 'z'))))).toEqual([
      'COMPONENT_DUPLICATE /components/1',
      'COMPONENT_DUPLICATE /components/2',
    ]);
    const two = createStage({ limits: { componentsPerSurface: 2 } });
    two.put(textOf('a', 'x'));
    expect(told(two.send(puts(textOf('b', 'x'), textOf('b', 'y'))))).toEqual(['COMPONENT_DUPLICATE /components/1']);
  });

  it('[CK22] a million components and a list of a million children are refused at once', () => {
    const stage = createStage();
    const many = Array.from({ length: 1_000_000 }, (_, i): Component => ({ id: `c${i}`, type: 'Text', props: {} }));
    expect(told(stage.send({ op: 'put', surface: 's', components: many }))).toEqual(['!LIMIT_COMPONENTS']);
    expect(told(stage.send(puts(component('b', 'Box', { children: Array(1_000_000).fill('a') as Json[] }))))).toEqual([
      '!LIMIT_COMPONENTS /components/0/children',
    ]);
    expect(stage.surface.componentCount).toBe(0);
  });
});

describe('nesting rules', () => {
  const row = component('row', 'Row', { children: ['cell'] });
  const cell = component('cell', 'Cell', { child: 'text' });

  it('[CK23] a component stands only under parents that it allows, in whichever order they come', () => {
    expect(both(row, cell, textOf('text', 'x'))).toEqual([[], []]);
    expect(both(boxOf('box', 'cell'), cell)).toEqual([['TREE_PARENT /components/1'], ['!TREE_PARENT /components/1']]);
    const stage = createStage();
    stage.put(boxOf('box', 'cell'));
    expect(told(stage.send(puts(cell)))).toEqual(['TREE_PARENT /components/0']);
    stage.put(component('other', 'Cell'));
    expect(told(stage.send(puts(boxOf('late', 'other'))))).toEqual(['TREE_PARENT /components/0']);
  });

  it('[CK23] a container takes only children that it allows', () => {
    const stage = createStage();
    stage.put(component('row', 'Row', { children: ['t'] }));
    const outcome = stage.send(puts(textOf('t', 'x')));
    expect(told(outcome)).toEqual(['TREE_CHILD /components/0']);
    expect(outcome.issues[0]?.message).toContain('Allowed children: Cell');
  });

  it('[CK23] the root of a surface stands under Surface', () => {
    expect(both(component('root', 'Cell'))[0]).toEqual(['TREE_PARENT /components/0']);
    expect(both(component('root', 'Row'))[0]).toEqual([]);
  });

  it('[CK23] edges that a message does not touch are not told again', () => {
    const stage = createStage();
    stage.send(puts(boxOf('box', 'cell'), component('cell', 'Cell')));
    expect(told(stage.send(puts(textOf('t', 'x'))))).toEqual([]);
  });
});

describe('themes', () => {
  const open = (theme: JsonObject, strict = false) =>
    told(createStage({ strict }).send({ op: 'open', surface: 't', catalog: 'stage', theme }));

  it('[CK24] a theme is judged by the catalog', () => {
    expect(open({ color: '#00ff00', other: { any: 1 } })).toEqual([]);
    expect(open({ color: 'green' })).toEqual(['THEME_INVALID /theme/color']);
    expect(open({ color: 5 }, true)).toEqual(['!THEME_INVALID /theme/color']);
    expect(open({ other: Infinity })).toEqual(['!JSON_NUMBER /theme/other']);
    expect(open(poisoned())).toEqual([expect.stringMatching(/^!NAME_RESERVED \/theme/)]);
  });

  it('[CK24] a theme for a catalog that declares none, or without a catalog, is free JSON', () => {
    const stage = createStage();
    expect(told(stage.send({ op: 'open', surface: 'a', catalog: 'other', theme: { any: [1] } }))).toEqual([]);
    expect(told(stage.send({ op: 'open', surface: 'b', catalog: 'other', theme: { any: [Infinity] } }))).toEqual([
      '!JSON_NUMBER /theme/any/0',
    ]);
    expect(told(stage.send({ op: 'open', surface: 'c', theme: { any: [Infinity] } }))).toEqual([
      '!JSON_NUMBER /theme/any/0',
    ]);
  });
});
