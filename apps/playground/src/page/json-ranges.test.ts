import { describe, expect, it } from 'vitest';
import { itemRanges, rangeOf } from './json-ranges.ts';

const at = (text: string, pointer: string) => {
  const { start, end } = rangeOf(text, pointer);
  return text.slice(start, end);
};

describe('the place of a value in a JSON text', () => {
  const text = ' {"a": [1, {"b\\"c": "x,]}"}, true ], "d/e": null, "~": -1.5e3} ';

  it('is found through lists and objects, whatever the strings on the way hold', () => {
    expect(at(text, '')).toBe(text.trim());
    expect(at(text, '/a/0')).toBe('1');
    expect(at(text, '/a/1')).toBe('{"b\\"c": "x,]}"}');
    expect(at(text, '/a/1/b"c')).toBe('"x,]}"');
    expect(at(text, '/a/2')).toBe('true');
    expect(at(text, '/d~1e')).toBe('null');
    expect(at(text, '/~0')).toBe('-1.5e3');
  });

  it('is that of the nearest value around it where the pointer leads into nothing', () => {
    expect(at(text, '/a/9')).toBe('[1, {"b\\"c": "x,]}"}, true ]');
    expect(at(text, '/a/0/deeper')).toBe('1');
    expect(at('"just text"', '/x')).toBe('"just text"');
  });

  it('is that of the last of keys that are sent twice, as in the parsed value', () => {
    expect(at('{"a":1,"a":2}', '/a')).toBe('2');
  });

  it('of the items of a list are all found in one walk', () => {
    const list = '[ {"a":[1]} , [] , "s", 7 ]';
    expect(itemRanges(list, '').map(({ start, end }) => list.slice(start, end))).toEqual([
      '{"a":[1]}',
      '[]',
      '"s"',
      '7',
    ]);
    expect(itemRanges('{"a":1}', '')).toEqual([]);
  });

  it('is found below any nesting', () => {
    const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
    expect(at(deep, '/0')).toHaveLength(deep.length - 2);
  });
});
