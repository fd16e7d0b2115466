import { readFileSync } from 'node:fs';
import { Catalogs, Fold, type Json } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, it } from 'vitest';
import { AnswerReader } from './answer-reader.ts';
import { gatherAnswer } from './read-answer.ts';
import { REPAIRS, type RepairKind } from './repair.ts';

interface BrokenAnswer {
  readonly name: string;
  readonly answer: string;
  /** `text`: there is no message in it, and none is missed. */
  readonly class: 'lossless' | 'lossy' | 'refused' | 'text';
  /** Kind and pointer. */
  readonly repairs: readonly string[];
  /** Code and pointer. */
  readonly issues: readonly string[];
  readonly text: string;
  readonly messages: readonly Json[];
}

const file = new URL('fixtures/broken-answers.json', import.meta.url);
const answers = JSON.parse(readFileSync(file, 'utf8')) as BrokenAnswer[];
const basic = { ...basic09, aliases: [...basic09.aliases, 'basic'] };

function read({ answer }: BrokenAnswer, size: number): Omit<BrokenAnswer, 'name' | 'answer'> {
  const fold = new Fold({ strict: true, catalogs: new Catalogs([basic08, basic]) });
  const reader = new AnswerReader({ fold });
  const parts = [];
  for (let i = 0; i < answer.length; i += size) parts.push(...reader.push(answer.slice(i, i + size)));
  const { text, messages, repairs, issues: found } = gatherAnswer([...parts, ...reader.end()]);
  const issues = [...found, ...fold.topology()];
  const isRefused = issues.some(({ severity }) => severity === 'error');
  const isLossy = repairs.some((one) => one.class === 'lossy');
  return {
    class: isRefused ? 'refused' : messages.length === 0 ? 'text' : isLossy ? 'lossy' : 'lossless',
    repairs: repairs.map(({ kind, at }) => `${kind} ${at}`.trim()),
    issues: issues.map(({ code, at = '' }) => `${code} ${at}`.trim()),
    text,
    messages,
  };
}

describe('broken answers', () => {
  it.each(answers.map((answer) => [answer.name, answer] as const))('[RR5] %s', (_, answer) => {
    const { name: _name, answer: _text, ...expected } = answer;
    expect(read(answer, answer.answer.length)).toEqual(expected);
    expect(read(answer, 3)).toEqual(expected);
  });

  it('[RR5] there are fifty and more, under names of their own', () => {
    expect(answers.length).toBeGreaterThanOrEqual(50);
    expect(new Set(answers.map(({ name }) => name)).size).toBe(answers.length);
  });

  it('[RR6] every kind of repair is met by one of them', () => {
    const met = new Set(answers.flatMap(({ repairs }) => repairs.map((one) => one.split(' ')[0] as RepairKind)));
    // Of notations with places and names of their own; express.test.ts meets them.
    const elsewhere = new Set<RepairKind>(['misspelt-name', 'moved-argument']);
    const missed = (Object.keys(REPAIRS) as RepairKind[]).filter((kind) => !met.has(kind) && !elsewhere.has(kind));
    expect(missed).toEqual([]);
  });
});
