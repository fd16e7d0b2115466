// Promise: Express is read while it is written for a small multiple of parsing the messages that come of it, growing with its
// length, and a component is there within a millisecond of its last character, however many came before.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { express } from '@vitrine/formats';
import { median, type Row, ratio, row, type Subject, sample } from '../measure.ts';
import { cut } from './answers.ts';
import { expressAnswerOf } from './express-answers.ts';

const CHUNK = 4;
const CATALOGS = [basic09];
const COMPONENTS = 1000;
const SIZES = [100, 1000, 10_000] as const;
/** Cost per character at 100 times the length, against the shortest. */
const LINEAR = 1.5;
const ROUNDS = 15;

export function expressRows(): Row[] {
  return [...againstParse(), ...growth(), ...delay()];
}

/** Reads all chunks; fails unless every message came. */
function read(chunks: readonly string[], expected: number): void {
  const reader = express.createReader({ catalogs: CATALOGS });
  let messages = 0;
  for (const chunk of chunks) for (const { part } of reader.push(chunk)) if (part === 'message') messages++;
  for (const { part } of reader.end()) if (part === 'message') messages++;
  if (messages !== expected) throw new Error(`${messages} of ${expected} messages came.`);
}

function againstParse(): Row[] {
  const { text, json, messages } = expressAnswerOf(COMPONENTS, CATALOGS);
  const chunks = cut(text, CHUNK);
  const times = sample([
    { name: 'parse', run: () => JSON.parse(json) },
    { name: 'express', run: () => read(chunks, messages) },
  ]);
  const title = `Express of ${Math.round(text.length / 1000)} KB in chunks of ${CHUNK} characters`;
  return [row(title, ratio(times, 'express', 'parse'), '× JSON.parse of its messages', 3)];
}

function growth(): Row[] {
  const answers = SIZES.map((size) => ({ size, ...expressAnswerOf(size, CATALOGS) }));
  const times = sample(
    answers.map(({ size, text, messages }): Subject => {
      const chunks = cut(text, CHUNK);
      return { name: String(size), run: () => read(chunks, messages) };
    }),
  );
  const [least, ...larger] = answers as [(typeof answers)[number], ...typeof answers];
  const base = times.get(String(least.size)) ?? [];
  return larger.map(({ size, text }) => {
    const ratios = (times.get(String(size)) ?? []).map(
      (time, i) => time / text.length / ((base[i] as number) / least.text.length),
    );
    const title = `Express: cost of a character at ${size} components against ${least.size}`;
    return row(title, median(ratios), '×', LINEAR);
  });
}

/** What the push of a component's last character takes, warm: for each component the median of the rounds. */
function delay(): Row[] {
  const { text, messages } = expressAnswerOf(COMPONENTS, CATALOGS);
  const rounds = Array.from({ length: ROUNDS }, () => delays(text, messages));
  const each = (rounds[0] as number[]).map((_, i) => median(rounds.map((round) => round[i] as number)));
  const title = `Express: from a component's last character to its message, ${COMPONENTS} components`;
  return [row(`${title}, median`, median(each), 'ms', 1), row(`${title}, worst`, Math.max(...each), 'ms', 1)];
}

/** How long each push that gave messages took, character by character. */
function delays(text: string, expected: number): number[] {
  const reader = express.createReader({ catalogs: CATALOGS });
  const times: number[] = [];
  let messages = 0;
  for (const char of text) {
    const start = performance.now();
    const parts = reader.push(char);
    const took = performance.now() - start;
    const found = parts.filter(({ part }) => part === 'message').length;
    if (found > 0) times.push(took);
    messages += found;
  }
  if (messages !== expected) throw new Error(`${messages} of ${expected} messages came.`);
  return times;
}
