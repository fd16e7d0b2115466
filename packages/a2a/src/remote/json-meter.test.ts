import { JsonMeter } from '@vitrine/face-kit';
import { describe, expect, it } from 'vitest';

const deepest = (text: string, isEvents = false, size = 7) => {
  const meter = new JsonMeter(isEvents);
  const bytes = Buffer.from(text);
  let most = 0;
  for (let at = 0; at < bytes.length; at += size) {
    meter.push(bytes.subarray(at, at + size));
    most = Math.max(most, meter.deepest);
  }
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

  it.each([
    ['[]', 4],
    ['[1,2,3]', 6],
    ['{"a,[{":[1,"\\",["]}', 9],
    ['data: [1,2]\n\ndata: [1', 4],
  ])('%j holds %i values, counted as texts of our own are', (text, values) => {
    const meter = new JsonMeter(text.startsWith('data'));
    meter.push(Buffer.from(text));
    expect(meter.values).toBe(values);
  });

  it('counts each event of a stream by itself', () => {
    expect(deepest('data: {"a":[\n\ndata: {"b":[\n\n', true)).toBe(2);
    expect(deepest(`data: ${'['.repeat(200)}\ndata: ${'['.repeat(200)}\n\n`, true)).toBe(400);
    expect(deepest('data: {"a":[\r\n\r\ndata: {"b":[', true)).toBe(2);
  });
});
