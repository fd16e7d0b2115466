import { DepthMeter } from '@vitrine/face-kit';
import { describe, expect, it } from 'vitest';

const deepest = (text: string, isEvents = false, size = 7) => {
  const meter = new DepthMeter(isEvents);
  const bytes = Buffer.from(text);
  let most = 0;
  for (let at = 0; at < bytes.length; at += size) most = Math.max(most, meter.push(bytes.subarray(at, at + size)));
  return most;
};

describe('[XC24] what a remote agent sends', () => {
  it.each([
    ['[[1],{"a":[2]}]', 3],
    ['"[[[["', 0],
    ['["\\"[[[","\\\\",[1]]', 2],
    ['['.repeat(500), 500],
    [`${'[\n\n'.repeat(300)}`, 300],
    ['{"é":["ü"]}', 2],
  ])('%j is %i levels deep, whatever its chunks are', (text, levels) => {
    for (const size of [1, 3, 1000]) expect(deepest(text, false, size)).toBe(levels);
  });

  it('counts each event of a stream by itself', () => {
    expect(deepest('data: {"a":[\n\ndata: {"b":[\n\n', true)).toBe(2);
    expect(deepest(`data: ${'['.repeat(200)}\ndata: ${'['.repeat(200)}\n\n`, true)).toBe(400);
    expect(deepest('data: {"a":[\r\n\r\ndata: {"b":[', true)).toBe(2);
  });
});
