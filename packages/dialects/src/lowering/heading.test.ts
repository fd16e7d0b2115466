import type { Json } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { headingOf, readHeading, wholePath } from './heading.ts';

const format = (value: string): Json => ({ call: 'formatString', args: { value } });

describe('a heading', () => {
  it.each<[Json, Json]>([
    ['Title', '## Title'],
    ['# Title', '## Title'],
    ['two\nlines', '## two lines'],
    [{ path: '/a/b-c_d' }, format('## ${/a/b-c_d}')],
    [{ path: 'name' }, format('## ${name}')],
    [format('Hi ${name}'), format('## Hi ${name}')],
    [
      { call: 'formatCurrency', args: { value: { path: '/total' }, currency: 'USD', decimals: 2 } },
      format("## ${formatCurrency(value: ${/total}, currency: 'USD', decimals: 2)}"),
    ],
    [
      { call: 'formatDate', args: { value: { call: 'f', args: { a: true } }, format: "d 'of' MMMM\\" } },
      format("## ${formatDate(value: f(a: true), format: 'd \\'of\\' MMMM\\\\')}"),
    ],
  ])('is made of %j', (text, heading) => {
    expect(headingOf(2, text)).toEqual(heading);
  });

  it.each<[Json]>([
    [{ path: '/a b' }],
    [{ path: '' }],
    [{ path: 'true' }],
    [{ path: '12' }],
    [{ call: 'and', args: { values: [true, false] } }],
    [{ call: 'formatNumber', args: { value: -1 } }],
    [{ call: 'formatNumber', args: { value: 1 }, catalog: 'other' }],
    [5],
  ])('is not made of %j, which no expression spells', (text) => {
    expect(headingOf(1, text)).toBeUndefined();
  });

  it('is read from a text that is nothing else', () => {
    expect(readHeading('### A **b**')).toEqual({ level: 3, text: 'A **b**' });
    expect(readHeading(format('# ${/a}'))).toEqual({ level: 1, text: { path: '/a' } });
    expect(readHeading(format('# Hi ${/a}'))).toEqual({ level: 1, text: format('Hi ${/a}') });
    for (const text of ['plain', '#no space', '# two\nlines', '###### six', '# '])
      expect(readHeading(text)).toBeUndefined();
    expect(readHeading({ path: '/a' })).toBeUndefined();
    expect(readHeading({ call: 'formatNumber', args: { value: 1 } })).toBeUndefined();
  });
});

describe('a template that is one path', () => {
  it('is told from others', () => {
    expect(wholePath('${name}')).toBe('name');
    expect(wholePath('${ /a/0 }')).toBe('/a/0');
    for (const text of ['${name}!', '${12}', '${true}', '${f(a: 1)}', '', undefined, 5])
      expect(wholePath(text)).toBeUndefined();
  });
});
