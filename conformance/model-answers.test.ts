// 42 real answers of a language model in Express: each compiles to what the reference compiler made of it, and streams to the same
// surface however it is cut.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs, Fold, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { express } from '@vitrine/formats';
import { describe, expect, test } from 'vitest';

interface ModelAnswer {
  readonly name: string;
  readonly answer: string;
  readonly compiled: readonly JsonObject[];
}

const FILE = fileURLToPath(new URL('../../shared/conformance/model-answers/express.jsonl', import.meta.url));
const ABSENT =
  'The model answers (../shared/conformance) are not beside this repository; nothing was compared with them.';
const catalogs = [basic10];

/** The spelling of bindings, an empty context and the words of a check that says none are left to each compiler. */
function normalised(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalised);
  if (!isObject(value)) return value;
  const isCheck = 'condition' in value;
  const members = Object.entries(value).flatMap(([key, one]): [string, Json][] => {
    if ((key === 'context' && isObject(one) && Object.keys(one).length === 0) || (isCheck && key === 'message'))
      return [];
    return [[key === '@path' ? 'path' : key === '@call' ? 'call' : key, normalised(one)]];
  });
  return Object.fromEntries(members);
}

function stateOf(messages: readonly JsonObject[]): Json {
  const fold = new Fold({ strict: true, catalogs: new Catalogs(catalogs) });
  const intake = new Intake(fold, { dialects: DIALECTS });
  for (const message of messages) expect(intake.message(message).issues).toEqual([]);
  return JSON.parse(JSON.stringify(fold.snapshot().surfaces)) as Json;
}

interface StreamedAnswer {
  readonly messages: JsonObject[];
  /** Drafts too. */
  readonly shown: JsonObject[];
  readonly refused: string[];
}

function streamed(answer: string, size: number, drafts = false): StreamedAnswer {
  const reader = express.createReader({ catalogs, surfaceId: 'main', drafts });
  const read: StreamedAnswer = { messages: [], shown: [], refused: [] };
  const take = (parts: ReturnType<typeof reader.push>): void => {
    for (const part of parts) {
      if (part.part === 'refused') read.refused.push(part.issues[0]?.message ?? '');
      if (part.part !== 'message') continue;
      read.shown.push(part.message);
      if (!part.draft) read.messages.push(part.message);
    }
  };
  for (let at = 0; at < answer.length; at += size) take(reader.push(answer.slice(at, at + size)));
  take(reader.end());
  return read;
}

if (existsSync(FILE)) {
  const answers = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ModelAnswer);

  test('all answers are there', () => {
    expect(answers.length).toBe(42);
  });

  describe.each(answers.map((one, i) => ({ ...one, title: `${i + 1} ${one.name}` })))(
    'model answer $title',
    ({ answer, compiled }) => {
      const { parts, ok } = express.parse(answer, { catalogs, surfaceId: 'main' });
      const messages = parts.flatMap((part) => ('messages' in part ? part.messages : []));

      test('compiles to what the reference compiler made', () => {
        expect(ok).toBe(true);
        expect(normalised([...messages])).toEqual(normalised(compiled as Json));
      });

      test('streams to the same surface in every chunking', () => {
        const { messages: whole, refused } = streamed(answer, answer.length);
        expect(refused).toEqual([]);
        expect(stateOf(whole)).toEqual(stateOf(messages));
        const text = JSON.stringify(whole);
        for (let size = 1; size <= 64; size++) expect(JSON.stringify(streamed(answer, size).messages)).toBe(text);
      });

      test('shows drafts that end in the same surface', () => {
        for (const size of [1, 7, 40]) expect(stateOf(streamed(answer, size, true).shown)).toEqual(stateOf(messages));
      });

      test('is valid wherever it is cut, and shows what was complete', () => {
        for (let end = 10; end < answer.length; end += 37) {
          const { messages: complete, refused } = streamed(answer.slice(0, end), 16);
          stateOf(complete);
          expect(refused.length).toBeLessThanOrEqual(2);
        }
      });

      test('is read back from what it became', () => {
        const { text, issues } = express.decompile(messages, { catalogs });
        expect(issues).toEqual([]);
        expect(express.compile(text, { catalogs }).messages).toEqual(messages);
      });
    },
  );
} else {
  test('model answers are compared where they are present', () => {
    console.log(ABSENT);
    expect(process.env.VITRINE_CONFORMANCE, ABSENT).not.toBe('required');
  });
}
