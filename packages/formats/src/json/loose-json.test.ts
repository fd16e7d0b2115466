import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLoose } from './loose-json.ts';

const read = (text: string) => parseLoose(text, { maxDepth: 128 });

describe('parseLoose', () => {
  it('[RR1] what is JSON is read as JSON.parse reads it, without a repair', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2, '\t'), (json, indent) => {
        const text = JSON.stringify({ value: JSON.parse(json) }, null, indent);
        expect(read(text)).toEqual(
          expect.objectContaining({ ok: true, value: JSON.parse(text), repairs: [], open: [], length: text.length }),
        );
      }),
    );
  });

  it('[RR2] any text gives a value or says where it gave up, and never throws', () => {
    const pieces = fc.constantFrom(...'{}[]",:\'\\/*.“”‘’'.split(''), 'true', 'None', '1e5', 'u00', ' ', '\n', 'a');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const result = read(`{${parts.join('')}`);
        if (!result.ok) expect(result.why).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  it('[RR2] a key named __proto__ stays a key', () => {
    const result = read('{"__proto__": {"a": 1},}');
    expect(result.ok && Object.hasOwn(result.value as object, '__proto__')).toBe(true);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('[RR3] each repair says what, where in the message and where in the answer', () => {
    const result = parseLoose(`{"a": [1, 2,], 'b': True}`, { maxDepth: 128, offset: 100 });
    expect(result.ok && result.repairs).toEqual([
      { kind: 'trailing-comma', class: 'lossless', at: '/a', offset: 112 },
      { kind: 'single-quotes', class: 'lossless', at: '', offset: 115 },
      { kind: 'python-literal', class: 'lossless', at: '/b', offset: 120 },
    ]);
  });

  it('[RR4] the containers that the text ends in are named, outermost first', () => {
    const result = parseLoose('{"a": [{"b": "c', { maxDepth: 128, keepCut: () => false });
    expect(result.ok && result.value).toEqual({ a: [{}] });
    expect(result.ok && result.open).toEqual([{ a: [{}] }, [{}], {}]);
  });
});
