import type { Component, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { patternRule } from '../../test/emitted.ts';
import { vocabulary08 } from './basic-0.8.ts';
import { vocabulary09 } from './basic-0.9.ts';
import { vocabulary10 } from './basic-1.0.ts';
import type { Vocabulary } from './canonical.ts';

const component = (type: string, props: JsonObject): Component => ({ id: 'x', type, props });

function to(vocabulary: Vocabulary, type: string, props: JsonObject): { parts: readonly Component[]; lost: string[] } {
  const lost: string[] = [];
  return { parts: vocabulary.to(component(type, props), (what) => void lost.push(what)), lost };
}

describe('the words of 0.8', () => {
  const both: readonly [string, JsonObject, string, JsonObject][] = [
    ['Text', { text: 'a', usageHint: 'h2' }, 'Text', { text: 'a', variant: 'h2' }],
    [
      'Image',
      { url: 'u', altText: 'alt', usageHint: 'avatar', fit: 'scale-down' },
      'Image',
      { url: 'u', description: 'alt', variant: 'avatar', fit: 'scaleDown' },
    ],
    [
      'Row',
      { children: ['a'], distribution: 'end', alignment: 'start' },
      'Row',
      { children: ['a'], justify: 'end', align: 'start' },
    ],
    ['Column', { children: [], distribution: 'center' }, 'Column', { children: [], justify: 'center' }],
    [
      'List',
      { children: [], direction: 'horizontal', alignment: 'end' },
      'List',
      { children: [], direction: 'horizontal', align: 'end' },
    ],
    ['Card', { child: 'a' }, 'Card', { child: 'a' }],
    ['Tabs', { tabItems: [{ title: 't', child: 'a' }] }, 'Tabs', { tabs: [{ title: 't', child: 'a' }] }],
    ['Modal', { entryPointChild: 'a', contentChild: 'b' }, 'Modal', { trigger: 'a', content: 'b' }],
    ['Divider', { axis: 'vertical' }, 'Divider', { axis: 'vertical' }],
    ['Icon', { name: 'home' }, 'Icon', { name: 'home' }],
    ['Video', { url: 'u' }, 'Video', { url: 'u' }],
    ['AudioPlayer', { url: 'u', description: 'd' }, 'AudioPlayer', { url: 'u', description: 'd' }],
    ['Button', { child: 'a', primary: true, action: 'n' }, 'Button', { child: 'a', variant: 'primary', action: 'n' }],
    ['CheckBox', { label: 'l', value: true }, 'CheckBox', { label: 'l', value: true }],
    [
      'TextField',
      { label: 'l', text: 't', textFieldType: 'obscured', validationRegexp: 'a+' },
      'TextField',
      { label: 'l', value: 't', variant: 'obscured', validationRegexp: 'a+' },
    ],
    [
      'DateTimeInput',
      { value: 'v', enableDate: false, enableTime: true },
      'DateTimeInput',
      { value: 'v', enableDate: false, enableTime: true },
    ],
    [
      'MultipleChoice',
      { selections: ['a'], options: [], maxAllowedSelections: 1, variant: 'chips', filterable: true },
      'ChoicePicker',
      {
        value: ['a'],
        options: [],
        maxAllowedSelections: 1,
        variant: 'mutuallyExclusive',
        displayStyle: 'chips',
        filterable: true,
      },
    ],
    [
      'MultipleChoice',
      { selections: ['a'], options: [] },
      'ChoicePicker',
      { value: ['a'], options: [], variant: 'multipleSelection' },
    ],
    ['Slider', { value: 1, label: 'l', minValue: 0, maxValue: 9 }, 'Slider', { value: 1, label: 'l', min: 0, max: 9 }],
  ];

  it.each(both)('%s %j become %s %j and come back', (type, props, commonType, common) => {
    expect(vocabulary08.from(component(type, props))).toEqual(component(commonType, common));
    expect(to(vocabulary08, commonType, common)).toEqual({ parts: [component(type, props)], lost: [] });
  });

  it('say what 0.8 renderers do where a later version has another default', () => {
    expect(vocabulary08.from(component('Slider', { value: 1 })).props).toEqual({ value: 1, max: 100 });
    expect(vocabulary08.from(component('DateTimeInput', { value: '' })).props).toEqual({ value: '', enableDate: true });
    expect(vocabulary08.from(component('Button', { child: 'a', primary: false })).props).toEqual({ child: 'a' });
  });

  it('say of a date input whether it takes a date and whether it takes a time', () => {
    expect(to(vocabulary08, 'DateTimeInput', { value: 'v', enableDate: true }).parts[0]?.props).toEqual({
      value: 'v',
      enableDate: true,
      enableTime: false,
    });
    expect(to(vocabulary08, 'DateTimeInput', { value: 'v' }).parts[0]?.props).toEqual({ value: 'v' });
  });

  it('make a picker without a limit exclusive, as later versions do', () => {
    expect(to(vocabulary08, 'ChoicePicker', { value: [], options: [] }).parts[0]?.props).toMatchObject({
      maxAllowedSelections: 1,
    });
  });

  it.each([
    ['ChoicePicker', { value: { path: '/v' }, options: [], label: 'L' }, 'MultipleChoice'],
    ['DateTimeInput', { value: { path: '/v' }, label: 'L' }, 'DateTimeInput'],
  ])('put the label of a %s above it', (type, props, input) => {
    const { parts, lost } = to(vocabulary08, type, props);
    expect(parts.map(({ id, type: made }) => [id, made])).toEqual([
      ['x', 'Column'],
      ['vitrine:x:label', 'Text'],
      ['vitrine:x:input', input],
    ]);
    expect(parts[0]?.props).toEqual({ children: ['vitrine:x:label', 'vitrine:x:input'] });
    expect(parts[1]?.props).toEqual({ text: 'L', usageHint: 'caption' });
    expect(parts[2]?.props).not.toHaveProperty('label');
    expect(lost).toEqual([]);
  });

  it('have characters for later icons and nothing for drawn ones', () => {
    expect(to(vocabulary08, 'Icon', { name: 'play' })).toEqual({
      parts: [component('Text', { text: '▶' })],
      lost: ['the icon play is sent as a character'],
    });
    expect(to(vocabulary08, 'Icon', { name: { svgPath: 'M0 0' } })).toEqual({
      parts: [component('Text', { text: '' })],
      lost: ['an icon drawn as a path is not sent'],
    });
  });

  it('tell of layout and looks that they lack', () => {
    expect(to(vocabulary08, 'Row', { children: [], justify: 'stretch' })).toEqual({
      parts: [component('Row', { children: [] })],
      lost: ['justify stretch is dropped'],
    });
    expect(to(vocabulary08, 'Button', { child: 'a', variant: 'borderless' })).toEqual({
      parts: [component('Button', { child: 'a' })],
      lost: ['the button variant borderless is dropped'],
    });
  });

  it('keep a font and a colour of a theme', () => {
    const lost: string[] = [];
    const theme = { font: 'Roboto', primaryColor: '#00ff00', iconUrl: 'https://example.com/i.png' };
    expect(vocabulary08.theme(theme, (what) => void lost.push(what))).toEqual({
      font: 'Roboto',
      primaryColor: '#00ff00',
    });
    expect(lost).toEqual(['theme.iconUrl is dropped']);
    expect(vocabulary08.theme({ primaryColor: 'green' }, () => undefined)).toBeUndefined();
  });
});

describe.each([
  ['0.9', vocabulary09],
  ['1.0', vocabulary10],
])('the words of %s', (_version, vocabulary) => {
  it('make a text field for dates a date input', () => {
    expect(to(vocabulary, 'TextField', { label: 'l', variant: 'date', value: { path: '/d' } }).parts).toEqual([
      component('DateTimeInput', { label: 'l', value: { path: '/d' }, enableDate: true }),
    ]);
    expect(to(vocabulary, 'TextField', { label: 'l', variant: 'date' }).parts[0]?.props).toMatchObject({ value: '' });
  });

  it('have no limit of selections but one', () => {
    expect(to(vocabulary, 'ChoicePicker', { value: [], maxAllowedSelections: 1 }).lost).toEqual([]);
    expect(to(vocabulary, 'ChoicePicker', { value: [], maxAllowedSelections: 3 }).lost).toEqual([
      'the number of selections is not limited',
    ]);
  });

  it('have no tabs without a tab', () => {
    expect(to(vocabulary, 'Tabs', { tabs: [] }).parts).toEqual([component('Column', { children: [] })]);
  });
});

describe('the words of 0.9', () => {
  it('keep a theme but for what its schema refuses', () => {
    const lost: string[] = [];
    const theme = { primaryColor: 'red', iconUrl: 'not a uri', agentDisplayName: 5, font: 'Roboto' };
    expect(vocabulary09.theme(theme, (what) => void lost.push(what))).toEqual({ font: 'Roboto' });
    expect(lost).toEqual([
      'theme.primaryColor is dropped',
      'theme.iconUrl is dropped',
      'theme.agentDisplayName is dropped',
    ]);
  });
});

describe('the words of 1.0', () => {
  it('write headings as Markdown and read them back', () => {
    const heading = component('Text', { text: 'Hello', variant: 'h3' });
    const { parts } = to(vocabulary10, 'Text', heading.props);
    expect(parts).toEqual([component('Text', { text: '### Hello' })]);
    expect(vocabulary10.from(parts[0] as Component)).toEqual(heading);
  });

  it('keep a heading that cannot be written as one as plain text', () => {
    const { parts, lost } = to(vocabulary10, 'Text', { text: { path: '/a b' }, variant: 'h1' });
    expect(parts).toEqual([component('Text', { text: { path: '/a b' } })]);
    expect(lost).toEqual(['a heading is sent as plain text']);
  });

  it('write a pattern as a check', () => {
    const props = {
      label: 'l',
      value: { path: '/zip' },
      validationRegexp: '^[0-9]{5}$',
      checks: [{ condition: { path: '/ok' } }],
    };
    expect(to(vocabulary10, 'TextField', props).parts[0]?.props).toEqual({
      label: 'l',
      value: { path: '/zip' },
      checks: [{ condition: { path: '/ok' } }, patternRule('/zip', '^[0-9]{5}$')],
    });
    expect(to(vocabulary10, 'TextField', { label: 'l', value: 'fixed', validationRegexp: 'a' }).lost).toEqual([
      'validationRegexp is dropped',
    ]);
  });

  it('have no theme', () => {
    const lost: string[] = [];
    expect(vocabulary10.theme({ primaryColor: '#000000' }, (what) => void lost.push(what))).toBeUndefined();
    expect(lost).toEqual(['theme is dropped']);
  });
});
