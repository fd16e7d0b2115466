import { type Json, takeAll } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { lossesOf } from './typed-losses.ts';

const JSON_TEXT = 'a text that spells JSON may be read as the value it spells';
const LIST = 'lists that hold lists or objects are sent as maps by position';
const NULL = 'null values are sent as empty texts';

describe('what is written to a reader of 0.8', () => {
  it.each<[Json, readonly string[]]>([
    [{ a: 'x', b: 1, c: true, d: {}, e: [] }, []],
    [{ a: ['x', null, '[1]'] }, []],
    [{ a: '[x]', b: '{', c: '"[]"' }, []],
    [{ a: ' [1,2] ' }, [JSON_TEXT]],
    [{ a: { b: '{}' } }, [JSON_TEXT]],
    [{ a: [[1]] }, [LIST]],
    [{ a: [{ b: null }, 'x'] }, [LIST, NULL]],
    [[1], ['a data model that is no object is not sent']],
  ])('%j loses %j', (value, lost) => {
    expect([...takeAll(lossesOf([{ path: [], value }]))]).toEqual(lost);
  });

  it('blanks what the model lost, and only that', () => {
    expect([...takeAll(lossesOf([{ path: ['a', 'b'] }]))]).toEqual([]);
    expect([...takeAll(lossesOf([{ path: ['a'] }]))]).toEqual([
      'what is taken out of the data model is sent as an empty text',
    ]);
  });
});
