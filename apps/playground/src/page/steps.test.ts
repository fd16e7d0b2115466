import { describe, expect, it } from 'vitest';
import { cutSteps } from './steps.ts';

const LONGEST = 10_000;

const cut = (text: string) =>
  cutSteps(text, LONGEST).map(({ line, range, message }) => [line, text.slice(range.start, range.end), message?.at]);

describe('a text is cut', () => {
  it('into its lines; blank ones count but are no steps', () => {
    expect(cut('{"a":1}\n\n{"b":2}\r\n  \nnot json')).toEqual([
      [1, '{"a":1}', undefined],
      [3, '{"b":2}\r', undefined],
      [5, 'not json', undefined],
    ]);
    expect(cut('')).toEqual([]);
    expect(cut(' \n ')).toEqual([]);
  });

  it('into the messages of a list that is laid out over lines', () => {
    expect(cut('[\n  {"a":1},\n\n  {"b":\n2}]')).toEqual([
      [2, '{"a":1}', '/0'],
      [4, '{"b":\n2}', '/1'],
    ]);
  });

  it('into the messages of a wrapper, or one message', () => {
    expect(cut('{"messages": [\n{"a":1}, {"b":2}\n]}')).toEqual([
      [2, '{"a":1}', '/messages/0'],
      [2, '{"b":2}', '/messages/1'],
    ]);
    expect(cut('\n{\n"a":1\n}')).toEqual([[2, '{\n"a":1\n}', '']]);
  });

  it('into lines when it is one value on one line, or too long to be one document', () => {
    expect(cut('[{"a":1},{"b":2}]\n')).toEqual([[1, '[{"a":1},{"b":2}]', undefined]]);
    expect(cutSteps(`[\n"${'x'.repeat(LONGEST)}"]`, LONGEST)).toHaveLength(2);
  });
});
