import { describe, expect, it } from 'vitest';
import { component, stageCatalog } from '../test/stage.ts';
import type { JsonObject } from './json.ts';
import { bearsChild, referencesOf } from './references.ts';

const refer = (type: string, props: JsonObject) =>
  referencesOf(component('c', type, props), stageCatalog.components.get(type));

describe('references', () => {
  it('[RE1] a child, a list of children and the component of a template are referred to', () => {
    expect(refer('Card', { child: 'a' })).toEqual(['a']);
    expect(refer('Box', { children: ['a', 'b', 'a'] })).toEqual(['a', 'b', 'a']);
    expect(refer('Box', { children: { componentId: 't', path: '/l' } })).toEqual(['t']);
    expect(refer('Kinds', { child: 'a', children: ['b'] })).toEqual(['a', 'b']);
  });

  it('[RE1] children inside lists, objects, maps and alternatives are referred to', () => {
    expect(refer('Tabs', { tabs: [{ title: 't', child: 'a' }, { child: 'b' }] })).toEqual(['a', 'b']);
    expect(refer('Shelf', { slots: { x: 'a', y: 'b' } })).toEqual(['a', 'b']);
    expect(refer('Shelf', { either: 'a' })).toEqual(['a']);
    expect(refer('Shelf', { either: ['a', 'b'] })).toEqual(['a', 'b']);
    expect(refer('Shelf', { either: { child: 'a' } })).toEqual(['a']);
  });

  it('[RE2] only declared properties refer, whatever others look like', () => {
    expect(refer('Text', { text: 'a', child: 'b', children: ['c'] })).toEqual([]);
    expect(referencesOf(component('c', 'Nothing', { child: 'a' }), undefined)).toEqual([]);
  });

  it('[RE2] values of another type refer to nothing', () => {
    expect(refer('Card', { child: 5 })).toEqual([]);
    expect(refer('Card', { child: { path: '/x' } })).toEqual([]);
    expect(refer('Box', { children: [1, null, 'a', {}] })).toEqual(['a']);
    expect(refer('Box', { children: { path: '/x' } })).toEqual([]);
    expect(refer('Tabs', { tabs: 'x' })).toEqual([]);
    expect(refer('Tabs', { tabs: [null, 'x', { child: null }] })).toEqual([]);
  });

  it('[RE3] a declaration says whether it can refer at all', () => {
    const props = stageCatalog.declared;
    expect(bearsChild(props.Shelf.props.either)).toBe(true);
    expect(bearsChild(props.Tabs.props.tabs)).toBe(true);
    expect(bearsChild(props.Kinds.props.object)).toBe(false);
    expect(bearsChild(props.Kinds.props.any)).toBe(false);
  });
});
