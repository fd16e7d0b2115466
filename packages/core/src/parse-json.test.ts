import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, OPENCLAW_LIMITS } from './limits.ts';
import { HOST_JSON_BOUNDS, itemRanges, JSON_BOUNDS, jsonProblem, messageBounds, parseJson } from './parse-json.ts';

const codeOf = (text: string, bounds = {}) => {
  const parsed = parseJson(text, bounds);
  return parsed.ok ? 'ok' : parsed.issue.code;
};
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a text from outside', () => {
  it.each(['', 'x', '{"a":}', '[1,]', '"', '{"a":1}{"b":2}', '\u0000', "{'a':1}"])(
    '[JP1] %j is an issue, not a throw',
    (text) => {
      expect(codeOf(text)).toBe('VITRINE_JSON_MALFORMED');
    },
  );

  it('[JP1] that cannot be read is quoted without characters that steer a terminal', () => {
    const parsed = parseJson('\u001b[31m\u202e');
    const message = parsed.ok ? '' : parsed.issue.message;
    expect(['\u001b', '\u202e'].filter((char) => message.includes(char))).toEqual([]);
  });

  it.each([
    ['brackets never closed', '['.repeat(300)],
    ['brackets closed', nested(300)],
    ['objects', '{"a":'.repeat(300)],
    ['brackets behind strings of brackets', `["]]]]","\\"]]",${'['.repeat(300)}`],
    ['brackets far behind what is read', `[${'0,'.repeat(1000)}${nested(300)}]`],
    ['a mixture that is no JSON', '[{'.repeat(200)],
  ])('[JP2] %s are refused for their depth', (_, text) => {
    expect(codeOf(text)).toBe('VITRINE_JSON_DEPTH');
  });

  it('[JP2] as deep as the bound is read, one level more is not', () => {
    expect(codeOf(nested(256))).toBe('ok');
    expect(codeOf(nested(257))).toBe('VITRINE_JSON_DEPTH');
    expect(codeOf(nested(8), { maxDepth: 8 })).toBe('ok');
    expect(codeOf(nested(9), { maxDepth: 8 })).toBe('VITRINE_JSON_DEPTH');
    expect(codeOf(`["${'['.repeat(5000)}","\\\\","\\"[[["]`, { maxDepth: 1 })).toBe('ok');
  });

  it.each([
    ['[1,2,3]', 7],
    ['[]', 4],
    ['[ \n ]', 4],
    ['{"a":{},"b":[],"c":[[]]}', 20],
    ['[[],[],{}]', 16],
    ['{"a":[1,{"b":null}],"c":"x,y[z"}', 15],
    ['"a,b,[c"', 1],
    ['7', 1],
  ])('[JP3] %s is worth %i values', (text, count) => {
    expect(codeOf(text, { maxValues: count, maxDepth: 1e9 })).toBe('ok');
    if (count > 1) expect(codeOf(text, { maxValues: count - 1 })).toBe('VITRINE_JSON_VALUES');
  });

  it('[JP3] may hold more values where they are long enough', () => {
    const bounds = { maxValues: 10, charsPerValue: 4 };
    expect(codeOf(`[${Array(100).fill('123').join(',')}]`, bounds)).toBe('VITRINE_JSON_VALUES');
    expect(codeOf(`[${Array(100).fill('12345').join(',')}]`, bounds)).toBe('ok');
  });

  it('[JP7] has so many different names of members, however they are spread over its objects', () => {
    const members = (count: number, name = (i: number) => `k${i}`) =>
      Array.from({ length: count }, (_, i) => `"${name(i)}": 1`).join(',');
    const bounds = { maxNames: 1000, maxValues: 1e9 };
    expect(codeOf(`{${members(1000)}}`, bounds)).toBe('ok');
    expect(codeOf(`{${members(1100)}}`, bounds)).toBe('VITRINE_JSON_NAMES');
    expect(codeOf(`[${Array.from({ length: 1100 }, (_, i) => `{"a${i}":1}`)}]`, bounds)).toBe('VITRINE_JSON_NAMES');
    expect(codeOf(`[${Array.from({ length: 5000 }, (_, i) => `{"id":"k${i}","of":1}`)}]`, bounds)).toBe('ok');
    expect(codeOf(`["${members(5000).replaceAll('"', '\\"')}"]`, bounds)).toBe('ok');
    expect(codeOf(`{${members(10_500)}}`)).toBe('VITRINE_JSON_NAMES');
    expect(codeOf(`{${members(10_500)}}`, HOST_JSON_BOUNDS)).toBe('ok');
  });

  it('[JP4] is measured before anything else', () => {
    expect(codeOf('['.repeat(101), { maxLength: 100 })).toBe('VITRINE_LINE_SIZE');
    expect(codeOf(`"${'x'.repeat(98)}"`, { maxLength: 100 })).toBe('ok');
    expect(codeOf('x'.repeat(JSON_BOUNDS.maxLength + 1))).toBe('VITRINE_LINE_SIZE');
  });

  it('[JP2] whose depth is refused has built nothing: 8 MiB of brackets take less than ten times as long as 1 MiB of numbers', () => {
    const measure = (text: string) => {
      const start = process.cpuUsage();
      for (let i = 0; i < 20; i++) jsonProblem(text, { maxLength: 1e9, maxValues: 1e9 });
      return process.cpuUsage(start).user + 1;
    };
    const plain = `[${'1,'.repeat(1 << 19)}1]`;
    measure(plain);
    expect(measure('['.repeat(8 << 20))).toBeLessThan(10 * measure(plain));
  });

  it('[JP5] of a message may be as deep as the deepest message and what stands around it', () => {
    expect(messageBounds(DEFAULT_LIMITS)).toEqual({
      maxLength: 4 << 20,
      maxDepth: 216,
      maxValues: 250_000,
      maxNames: 10_000,
      charsPerValue: 4,
    });
    expect(messageBounds(OPENCLAW_LIMITS)).toMatchObject({ maxLength: 1 << 20, maxDepth: 80 });
  });
});

describe('the items of a list', () => {
  const items = (text: string, max = 100) => {
    const found = itemRanges(text, max);
    if (found === undefined) return undefined;
    const { ranges } = found;
    return Array.from({ length: ranges.length / 2 }, (_, i) => text.slice(ranges[2 * i], ranges[2 * i + 1]).trim());
  };

  it.each([
    ['[]', []],
    ['[ ]', []],
    [' [1, "a,]" ,{"b":[2,3]}] ', ['1', '"a,]"', '{"b":[2,3]}']],
    ['[[1,2],[3]]', ['[1,2]', '[3]']],
    ['["\\"",2]', ['"\\""', '2']],
    ['[1,]', ['1', '']],
  ])('[JP6] of %s are found without parsing', (text, found) => {
    expect(items(text)).toEqual(found);
  });

  it.each(['', '1', '{"a":[1]}', '[1', '[1]]', '[1] 2', '[1}', '[[1]'])(
    '[JP6] of %j are none: it is no whole list',
    (text) => {
      expect(items(text)).toBeUndefined();
    },
  );

  it('[JP6] that are too many are counted and not listed', () => {
    expect(itemRanges('[1,2,3,4]', 2)).toEqual({ count: 4, ranges: [1, 2, 3, 4] });
  });
});
