import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerPart, AnswerReader } from './answer-reader.ts';
import { parseAnswer, readAnswer } from './read-answer.ts';

const file = new URL('fixtures/broken-answers.json', import.meta.url);
const answers = JSON.parse(readFileSync(file, 'utf8')) as { answer: string; repairs: string[] }[];
const corpus = answers.map(({ answer }) => answer);

const pieces = fc.oneof(
  fc.constantFrom(...corpus),
  fc.constantFrom(
    ...[
      '<a2ui-json>',
      '</a2ui-json>',
      '<a2ui-',
      '```',
      '```json\n',
      '\n```\n',
      '\n',
      ' ',
      '{',
      '}',
      '[',
      ']',
      ',',
      '"',
    ],
    ...[
      '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}',
      '{"a": "<b>"}',
      "'",
      '//',
      '/*',
      '*/',
      '\\',
      '“',
      '’',
      'é',
      '😀',
    ],
  ),
  fc.string({ maxLength: 12 }),
);
const answer = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

/** Where prose is cut depends on the chunks; what it says does not. */
function merged(parts: Iterable<AnswerPart>): AnswerPart[] {
  const out: AnswerPart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.part === 'text' && last?.part === 'text')
      out[out.length - 1] = { part: 'text', text: last.text + part.text };
    else out.push(part);
  }
  return out;
}

function inChunks(text: string, cuts: readonly number[]): string[] {
  const chunks: string[] = [];
  let rest = text;
  for (let i = 0; rest !== ''; i++) {
    const size = cuts.length === 0 ? rest.length : (cuts[i % cuts.length] as number);
    chunks.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return chunks;
}

function pushed(chunks: readonly string[]): AnswerPart[] {
  const reader = new AnswerReader();
  return merged([...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]);
}

const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });

describe('an answer in chunks', () => {
  it('[SP1] the result is the same for every way to cut it', () => {
    fc.assert(
      fc.property(answer, cuts, (text, sizes) => {
        expect(pushed(inChunks(text, sizes))).toEqual(merged(parseAnswer(text)));
      }),
      { numRuns: 300 },
    );
  });

  it('[SP1] one character at a time gives the same for all broken answers', () => {
    for (const text of corpus)
      expect(pushed([...text].flatMap((char) => char.split('')))).toEqual(merged(parseAnswer(text)));
  });

  it('[SP1] a cut at any place gives the same where brackets and quotes do not fit', () => {
    const unfit = answers.filter(({ repairs }) => repairs.some((one) => /bracket|quote\b|block/.test(one)));
    expect(unfit.length).toBeGreaterThan(15);
    for (const { answer: text } of unfit) {
      const whole = JSON.stringify(merged(parseAnswer(text)));
      for (let at = 1; at < text.length; at++)
        expect(JSON.stringify(pushed([text.slice(0, at), text.slice(at)])), `${at} of ${text}`).toBe(whole);
    }
  });

  it('[SP2] the async form gives the same', async () => {
    await fc.assert(
      fc.asyncProperty(answer, cuts, async (text, sizes) => {
        const parts: AnswerPart[] = [];
        for await (const part of readAnswer(inChunks(text, sizes))) parts.push(part);
        expect(merged(parts)).toEqual(merged(parseAnswer(text)));
      }),
    );
  });

  it('[SP7] without tags and messages all is text, character for character', () => {
    const piece = fc.constantFrom(
      ...[
        '```',
        '```json\n',
        '\n```\n',
        '```js\n',
        '\n',
        ' ',
        '{',
        '}',
        '[',
        ']',
        ',',
        '"',
        '{"a": 1}',
        '[{"b": "c"}]',
      ],
      ...['// no\n', '/*', '*/', '<b>', "'", '\\', '“', 'words', '`x`', '{ "d": [1, {"e": 2', '\n\n'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), cuts, (parts, sizes) => {
        const text = `Look: ${parts.join('')}.`;
        expect(pushed(inChunks(text, sizes))).toEqual([{ part: 'text', text }]);
      }),
      { numRuns: 1000 },
    );
  });

  it('[SP3] prose without any block comes out as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), cuts, (text, sizes) => {
        fc.pre(!/[<`{[]/.test(text) && text.trim() !== '');
        expect(pushed(inChunks(text, sizes))).toEqual([{ part: 'text', text }]);
      }),
    );
  });
});
