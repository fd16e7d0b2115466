import { Catalogs, DEFAULT_LIMITS, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, it } from 'vitest';
import { AnswerReader } from './answer-reader.ts';
import { ProgressiveReader } from './progressive-reader.ts';
import { gatherAnswer, type PartReader, parseAnswer, type WholeAnswer } from './read-answer.ts';

const DEEP = 10_000;

function readers(): readonly PartReader[] {
  const fold = new Fold({ strict: true, catalogs: new Catalogs([basic09]) });
  return [new AnswerReader(), new AnswerReader({ fold }), new ProgressiveReader({ catalogs: [basic09] })];
}

function readInPieces(answer: string, size: number, reader: PartReader): WholeAnswer {
  const parts = [];
  for (let i = 0; i < answer.length; i += size) parts.push(...reader.push(answer.slice(i, i + size)));
  return gatherAnswer([...parts, ...reader.end()]);
}

const bombs: readonly (readonly [string, string, string])[] = [
  [
    'objects nested ten thousand deep',
    `<a2ui-json>${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}</a2ui-json>`,
    'VITRINE_JSON_DEPTH',
  ],
  [
    'lists nested ten thousand deep',
    `<a2ui-json>{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}</a2ui-json>`,
    'VITRINE_JSON_DEPTH',
  ],
  ['ten thousand brackets never closed', `<a2ui-json>${'{"a":'.repeat(DEEP)}`, 'VITRINE_JSON_DEPTH'],
  [
    'ten thousand open objects and as many square brackets',
    `<a2ui-json>${'{"a":'.repeat(DEEP)}${']'.repeat(DEEP)}`,
    'VITRINE_JSON_DEPTH',
  ],
  ['a deep message in bare text', `{"version":"v0.9","x":${'['.repeat(DEEP)}`, 'VITRINE_JSON_DEPTH'],
  [
    'one quote too many in each of many messages',
    `<a2ui-json>${'{"version":"v0.9","a":"5" pipe"}\n'.repeat(500)}</a2ui-json>`,
    'VITRINE_JSON_MALFORMED',
  ],
];

describe('hostile answers', () => {
  it('[SP12] runs of white space and brackets in a text without its quote are passed once', () => {
    for (const run of [' '.repeat(400_000), '}'.repeat(400_000), ' }'.repeat(200_000)]) {
      const { repairs } = gatherAnswer(parseAnswer(`<a2ui-json>{"version":"v0.9","a":"${run}x</a2ui-json>`));
      expect(repairs.map(({ kind }) => kind)).toContain('unclosed-quote');
    }
  });

  it('[SP12] what looks like the beginning of a message without end is not kept', () => {
    const answer = `<a2ui-json>{"a":1 {"version":"v${'1'.repeat(200_000)}</a2ui-json>`;
    expect(gatherAnswer(parseAnswer(answer)).messages).toEqual([]);
  });

  it.each(bombs)('[SP11] %s: reported, never thrown', (_, answer, code) => {
    for (const reader of readers()) {
      const { issues } = readInPieces(answer, 7, reader);
      expect(issues.map((one) => one.code)).toContain(code);
    }
  });

  it('[SP12] brackets and commas without end are told once', () => {
    const { repairs } = gatherAnswer(parseAnswer(`<a2ui-json>${'['.repeat(DEEP)}${',]}'.repeat(DEEP)}</a2ui-json>`));
    expect(repairs.map(({ kind }) => kind).sort()).toEqual(['stray-bracket', 'trailing-comma', 'wrong-wrapper']);
  });

  it('[SP12] a bare value that is longer than the limit is refused, not dropped in silence', () => {
    const limits = { ...DEFAULT_LIMITS, lineLength: 1000 };
    const { issues } = readInPieces(`{"${'x'.repeat(5000)}": 1}`, 10, new AnswerReader({ limits }));
    expect(issues.map(({ code }) => code)).toEqual(['VITRINE_LINE_SIZE']);
  });

  it('[SP12] a message longer than the limit is dropped as it comes, and the next one is read', () => {
    const limits = { ...DEFAULT_LIMITS, lineLength: 1000 };
    const long = `{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":"${'x'.repeat(5000)}"}}`;
    const small = '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}';
    const { messages, issues } = readInPieces(
      `<a2ui-json>[${long},${small}]</a2ui-json>`,
      10,
      new AnswerReader({ limits }),
    );
    expect(issues.map(({ code }) => code)).toEqual(['VITRINE_LINE_SIZE']);
    expect(messages).toEqual([JSON.parse(small)]);
  });

  it('[SP12] what is kept of a refused text is bounded', () => {
    const parts = parseAnswer(`<a2ui-json>${'words '.repeat(10_000)}</a2ui-json>`);
    expect(parts).toEqual([expect.objectContaining({ part: 'refused' })]);
    expect(JSON.stringify(parts).length).toBeLessThan(4000);
  });

  it('[SP11] a prototype is not to be had', () => {
    const answer =
      '<a2ui-json>{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},}</a2ui-json>';
    for (const reader of readers()) readInPieces(answer, 3, reader);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
