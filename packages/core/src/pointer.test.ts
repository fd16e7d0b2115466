import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../test/runs.ts';
import type { Json } from './json.ts';
import {
  escapeSegment,
  formatPointer,
  getAt,
  isAbsolute,
  isSegments,
  listIndex,
  parsePointer,
  readPointer,
  resolvePointer,
} from './pointer.ts';

const code = (pointer: string) => {
  const read = readPointer(pointer, '/path');
  return isSegments(read) ? undefined : read.code;
};

describe('reading a pointer', () => {
  it('[PT1] a pointer is cut at its slashes', () => {
    expect(parsePointer('/a/b/0')).toEqual(['a', 'b', '0']);
    expect(parsePointer('/ /%41/a.b[0]')).toEqual([' ', '%41', 'a.b[0]']);
    expect(parsePointer('/a//b')).toEqual(['a', '', 'b']);
  });

  it('[PT1] ~1 is a slash and ~0 a tilde, in the order that reads ~01 as ~1', () => {
    expect(parsePointer('/a~1b')).toEqual(['a/b']);
    expect(parsePointer('/m~0n')).toEqual(['m~n']);
    expect(parsePointer('/~01')).toEqual(['~1']);
    expect(parsePointer('/~10')).toEqual(['/0']);
    expect(escapeSegment('~1/')).toBe('~01~1');
  });

  it('[PT2] the empty pointer and a lone slash are the root', () => {
    for (const root of ['', '/']) expect(parsePointer(root)).toEqual([]);
    expect(formatPointer([])).toBe('/');
    expect(getAt({ a: 1 }, parsePointer('/'))).toEqual({ a: 1 });
  });

  it('[PT2] the empty pointer, a dot and a dot with a slash are the scope', () => {
    for (const own of ['', '.', './']) expect(resolvePointer(own, ['list', '3'])).toEqual(['list', '3']);
    expect(resolvePointer('/', ['list', '3'])).toEqual([]);
  });

  it('[PT3] one trailing slash is ignored', () => {
    expect(parsePointer('/a/')).toEqual(['a']);
    expect(parsePointer('a/b/')).toEqual(['a', 'b']);
    expect(parsePointer('/a//')).toEqual(['a', '']);
  });

  it('[PT4] without a leading slash a pointer begins at the scope, with one at the root', () => {
    expect(resolvePointer('name', ['people', '0'])).toEqual(['people', '0', 'name']);
    expect(resolvePointer('./name', ['people', '0'])).toEqual(['people', '0', 'name']);
    expect(resolvePointer('/name', ['people', '0'])).toEqual(['name']);
    expect(resolvePointer('name', [])).toEqual(['name']);
    expect([isAbsolute('/a'), isAbsolute('a'), isAbsolute('./a'), isAbsolute('')]).toEqual([true, false, false, false]);
  });

  it('[PT4] a dot inside a pointer is a key like any other', () => {
    expect(parsePointer('/a/./b')).toEqual(['a', '.', 'b']);
    expect(parsePointer('/.')).toEqual(['.']);
    expect(parsePointer('..')).toEqual(['..']);
  });
});

describe('refusing a pointer', () => {
  it('[PT5] a tilde without 0 or 1 behind it is refused', () => {
    for (const bad of ['/x/~2', '~', '/~', 'a~b', '/~~0']) expect(code(bad)).toBe('VITRINE_POINTER_SYNTAX');
    expect(readPointer('/x/~2', '/path')).toMatchObject({ severity: 'error', at: '/path' });
    for (const good of ['/~0', '/~1', '/~01', '/a~1b~0']) expect(code(good)).toBeUndefined();
  });

  it('[PT6] reserved names are refused wherever they stand', () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      for (const pointer of [`/${name}`, name, `/a/${name}/b`, `./${name}`, `/${name}/`]) {
        expect(code(pointer)).toBe('VITRINE_POINTER_RESERVED');
      }
    }
    for (const fine of ['/constructors', '/__proto', '/protot~1ype', '/Constructor'])
      expect(code(fine)).toBeUndefined();
  });

  it('[PT6] a reserved name is never followed, refused or not', () => {
    const parsed = JSON.parse('{"a": {}, "l": [], "t": "x"}') as Json;
    for (const path of [
      'a/__proto__',
      'a/constructor',
      'a/constructor/prototype',
      'l/__proto__',
      'l/constructor',
      't/constructor',
    ]) {
      expect(getAt(parsed, path.split('/'))).toBeUndefined();
    }
  });

  it('[PT7] half of a surrogate pair is refused, a whole pair is not', () => {
    expect(code('/a\ud800')).toBe('VITRINE_JSON_TEXT');
    expect(code('/\udc00/a')).toBe('VITRINE_JSON_TEXT');
    expect(code('/\ud83d\ude00')).toBeUndefined();
  });
});

describe('following a pointer', () => {
  const document: Json = { list: [{ name: 'a' }, null], text: 'abc', zero: 0, '': { '': 1 }, '007': 'key', no: null };

  it('[PT8] what is not there reads as absent, and nothing throws', () => {
    const absent = [
      '/none',
      '/none/a/b',
      '/list/2',
      '/list/-',
      '/list/-1',
      '/list/1.0',
      '/list/x',
      '/list/length',
      '/text/0',
      '/text/length',
    ];
    for (const pointer of [...absent, '/zero/a', '/no/a', '/list/1/a'])
      expect(getAt(document, parsePointer(pointer))).toBeUndefined();
    expect(getAt(document, ['no'])).toBeNull();
    expect(getAt(undefined, ['a'])).toBeUndefined();
  });

  it('[PT8] members that every object inherits are absent', () => {
    for (const name of ['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']) {
      expect(getAt(document, [name])).toBeUndefined();
      expect(getAt(document, ['list', '0', name])).toBeUndefined();
      expect(getAt(document, ['list', name])).toBeUndefined();
    }
    expect(getAt({ toString: 1 } as unknown as Json, ['toString'])).toBe(1);
  });

  it('[PT9] a list position is at most ten decimal digits without leading zeros', () => {
    expect(['0', '7', '10', '4294967294', '9999999999'].map(listIndex)).toEqual([0, 7, 10, 4294967294, 9999999999]);
    for (const none of ['', '-', '-1', '+1', '01', '007', '1.5', '1e3', ' 1', '1 ', '\u0661', '99999999999', 'a']) {
      expect(listIndex(none)).toBe(-1);
    }
    expect(getAt(document, ['007'])).toBe('key');
    expect(getAt(document, ['list', '00'])).toBeUndefined();
  });
});

describe('writing a pointer', () => {
  const segment = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom('', '~', '/', '~1', '.', '0', 'a/b', 'toString'),
  );

  it('[PT10] what formatPointer writes is read as the same segments, empty ones too', () => {
    expect(formatPointer(['a', '', 'b'])).toBe('/a//b');
    expect(formatPointer(['a', ''])).toBe('/a//');
    expect(formatPointer([''])).toBe('//');
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        expect(parsePointer(formatPointer(segments))).toEqual(segments);
      }),
      { numRuns: runs(2000), verbose: 1 },
    );
  });

  it('[PT10] a pointer seen from a scope is the scope and the pointer', () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), fc.array(segment, { maxLength: 4 }), (scope, own) => {
        const relative = `.${formatPointer(own)}`;
        expect(resolvePointer(relative, scope)).toEqual([...scope, ...own]);
        expect(resolvePointer(formatPointer(own), scope)).toEqual(own);
      }),
      { numRuns: runs(2000), verbose: 1 },
    );
  });

  it('[PT11] remembering pointers changes no result, however many and however long they are', () => {
    const pointers = Array.from({ length: 70_000 }, (_, i) => `/p${i}/~0${i % 7}`);
    for (let round = 0; round < 2; round++) {
      for (const [i, pointer] of pointers.entries()) {
        const segments = parsePointer(pointer);
        if (segments[0] !== `p${i}` || segments[1] !== `~${i % 7}`)
          throw new Error(`${pointer} was read as ${segments}`);
      }
    }
    const long = `/${'x'.repeat(200)}/b`;
    expect(parsePointer(long)).toEqual(parsePointer(long));
    expect(parsePointer(long)[1]).toBe('b');
  });
});
