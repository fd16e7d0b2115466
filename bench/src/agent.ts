// Promise: reading what a model writes, four characters at a time, costs a small multiple of parsing the whole at once, and
// grows with its length. Ratios are taken within one run.

import { AnswerReader, ProgressiveReader, readAnswer } from '@vitrine/agent';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { answerOf, cut } from './agent/answers.ts';
import { expressRows } from './agent/express.ts';
import { sampleAsync } from './agent/sample-async.ts';
import { tokenRows } from './agent/tokens.ts';
import { median, type Row, ratio, row, type Subject, sample } from './measure.ts';

const CHUNK = 4;
const PROMISED = 200_000;
const SIZES = [10_000, 100_000, 1_000_000] as const;
/** Cost per character at 100 times the length, against the shortest. */
const LINEAR = 1.5;

export async function agent(): Promise<Row[]> {
  return [...againstParse(), ...growth(), ...(await growthAsync()), ...expressRows(), ...tokenRows()];
}

interface Reading {
  push(chunk: string): readonly { readonly part: string }[];
  end(): readonly { readonly part: string }[];
}

/** Reads all chunks; fails unless every message came. */
function read(reader: Reading, chunks: readonly string[], expected: number): void {
  let messages = 0;
  for (const chunk of chunks) for (const { part } of reader.push(chunk)) if (part === 'message') messages++;
  for (const { part } of reader.end()) if (part === 'message') messages++;
  if (messages < expected) throw new Error(`${messages} of ${expected} messages came.`);
}

function againstParse(): Row[] {
  const { text, json, messages } = answerOf(PROMISED);
  const chunks = cut(text, CHUNK);
  const title = `push of ${Math.round(text.length / 1000)} KB in chunks of ${CHUNK} characters`;
  const parse: Subject = { name: 'parse', run: () => JSON.parse(json) };
  const push: Subject = { name: 'push', run: () => read(new AnswerReader(), chunks, messages) };
  const pushed = sample([parse, push]);
  const shown: Subject = {
    name: 'progressive',
    run: () => read(new ProgressiveReader({ catalogs: [basic09] }), chunks, 1),
  };
  const drafted = sample([parse, shown]);
  return [
    row(title, ratio(pushed, 'push', 'parse'), '× JSON.parse', 4),
    row(`${title}, drafts and placeholders`, ratio(drafted, 'progressive', 'parse'), '× JSON.parse', null),
  ];
}

function growth(): Row[] {
  const subjects = SIZES.map((size): Subject => {
    const { text, messages } = answerOf(size);
    const chunks = cut(text, CHUNK);
    return { name: String(size), run: () => read(new AnswerReader(), chunks, messages) };
  });
  return perCharacter('push', sample(subjects));
}

async function growthAsync(): Promise<Row[]> {
  const subjects = SIZES.map((size) => {
    const { text, messages } = answerOf(size);
    const chunks = cut(text, CHUNK);
    return { name: String(size), run: () => readAsync(chunks, messages) };
  });
  return perCharacter('for await', await sampleAsync(subjects));
}

async function readAsync(chunks: readonly string[], expected: number): Promise<void> {
  let messages = 0;
  for await (const { part } of readAnswer(arriving(chunks))) if (part === 'message') messages++;
  if (messages !== expected) throw new Error(`${messages} of ${expected} messages came.`);
}

async function* arriving(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks;
}

function perCharacter(form: string, times: ReadonlyMap<string, readonly number[]>): Row[] {
  const [least] = SIZES;
  const base = times.get(String(least)) ?? [];
  return SIZES.slice(1).map((size) => {
    const ratios = (times.get(String(size)) ?? []).map((time, i) => time / size / ((base[i] as number) / least));
    const title = `${form}: cost of a character at ${size / 1000} KB against ${least / 1000} KB`;
    return row(title, median(ratios), '×', LINEAR);
  });
}
