// The A2UI project's own cases for readers of model output, whole and streaming: one test a case, through our public API.
// Exceptions stand in agent-exceptions.yaml; none is stale.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AnswerPart, hasBlock, ProgressiveReader, parseAnswer, repairJson } from '@vitrine/agent';
import type { Issue, Json, JsonObject } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { imported } from './a2ui/catalogs.ts';
import { compareSubset } from './a2ui/match.ts';
import { readDataFile } from './data-file.ts';

type ExpectedError = string | { readonly category?: string; readonly message?: string };

interface Step {
  readonly input: string;
  readonly expect?: Json;
  readonly expect_error?: ExpectedError;
}

interface Case extends Step {
  readonly name: string;
  readonly action: string;
  readonly catalog?: { readonly version: string; readonly catalog_schema: JsonObject };
  readonly steps?: readonly Step[];
}

interface Exception {
  readonly case: string;
  readonly reason: string;
}

const FOLDER = fileURLToPath(new URL('../../shared/conformance/a2ui/agent/', import.meta.url));
const ABSENT = 'The A2UI cases (../shared/conformance) are not beside this repository; nothing was compared with them.';
const LEAST_CASES = 57;

/** Our codes for what the cases call by a word of theirs. */
const ERRORS: { readonly [words: string]: readonly string[] } = {
  'not found in response': ['no block'],
  'A2UI JSON part is empty': ['VITRINE_MESSAGE_EMPTY'],
  'Failed to parse': ['VITRINE_JSON_MALFORMED'],
  'Failed to parse JSON': ['VITRINE_JSON_MALFORMED'],
  'Self-reference detected': ['VITRINE_TREE_CYCLE'],
  'Validation failed': ['VITRINE_DIALECT_UNKNOWN'],
};

interface Outcome {
  readonly value: Json;
  readonly errors: readonly string[];
}

const ACTIONS: { readonly [action: string]: (input: string) => Outcome } = {
  parse_full(input) {
    const parts = parseAnswer(input, { values: 'any' });
    const value = grouped(parts).map((part) => ({ ...part, text: String(part.text ?? '').trim() }));
    return { value, errors: [...(hasBlock(input) ? [] : ['no block']), ...errorsOf(parts)] };
  },
  fix_payload(input) {
    const { messages, issues } = repairJson(input);
    return { value: [...messages], errors: codes(issues) };
  },
  has_parts: (input) => ({ value: hasBlock(input), errors: [] }),
};

function codes(issues: readonly Issue[]): readonly string[] {
  return issues.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

function errorsOf(parts: readonly AnswerPart[]): readonly string[] {
  return parts.flatMap((part) => (part.part === 'refused' ? codes(part.issues) : []));
}

/** The suite gives a text and the messages that follow it as one part. */
function grouped(parts: readonly AnswerPart[]): JsonObject[] {
  const groups: { text?: string; a2ui?: Json[] }[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.part === 'text') groups.push({ text: part.text });
    else if (part.part === 'message') {
      if (last === undefined) groups.push({ a2ui: [part.message] });
      else last.a2ui = [...(last.a2ui ?? []), part.message];
    }
  }
  return groups as JsonObject[];
}

function compare(outcome: Outcome, { expect: expected, expect_error: error }: Step, what: string): void {
  if (error === undefined) {
    expect(outcome.errors, what).toEqual([]);
    return compareSubset(outcome.value, expected as Json, what);
  }
  const words = typeof error === 'string' ? error : (error.message ?? '');
  const ours = ERRORS[words];
  if (ours === undefined) throw new Error(`the runner does not know the error ${words}`);
  expect(outcome.errors, what).toEqual(expect.arrayContaining([...ours]));
}

function run(testCase: Case): void {
  const { catalog, steps } = testCase;
  if (steps === undefined || catalog === undefined) {
    const action = ACTIONS[testCase.action];
    if (action === undefined) throw new Error(`the runner does not know the action ${testCase.action}`);
    return compare(action(testCase.input), testCase, testCase.name);
  }
  // The suite's parser sends the whole surface whenever a part of it changes.
  const catalogs = [imported(catalog.catalog_schema, catalog.version)];
  const reader = new ProgressiveReader({ catalogs, resend: 'surface' });
  for (const [i, step] of steps.entries()) {
    const parts = reader.push(step.input);
    compare({ value: grouped(parts), errors: errorsOf(parts) }, step, `${testCase.name}, step ${i + 1}`);
  }
}

function readCases(): readonly { readonly title: string; readonly testCase: Case }[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
  return files.flatMap((file) => {
    const cases = parse(readFileSync(join(FOLDER, file), 'utf8')) as Case[];
    return cases.map((testCase) => ({ title: `${basename(file, '.yaml')}/${testCase.name}`, testCase }));
  });
}

/** The same case with something else expected of its last step that expects anything. */
function spoiled(testCase: Case): Case {
  const spoil = (step: Step): Step => {
    if (step.expect_error !== undefined) return { input: step.input, expect: [{ text: 'something else' }] };
    return { ...step, expect: step.expect === true ? false : [{ text: 'something else' }] };
  };
  if (testCase.steps === undefined) return { ...testCase, ...spoil(testCase), ...withoutError(testCase) };
  return { ...testCase, steps: [...testCase.steps.slice(0, -1), spoil(testCase.steps.at(-1) as Step)] };
}

function withoutError(testCase: Case): object {
  return testCase.expect_error === undefined ? {} : { expect_error: undefined };
}

function passes(testCase: Case): boolean {
  try {
    run(testCase);
    return true;
  } catch {
    return false;
  }
}

if (existsSync(FOLDER)) {
  const cases = readCases();
  const exceptions = readDataFile<Exception>('agent-exceptions.yaml');
  const excepted = new Set(exceptions.map((exception) => exception.case));

  describe('A2UI agent', () => {
    for (const { title, testCase } of cases) {
      test(title, () => {
        if (!excepted.has(title)) return run(testCase);
        expect(() => run(testCase), 'it passes now: take it out of agent-exceptions.yaml').toThrow();
      });
    }
  });

  test('all cases of the agent folder are there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(LEAST_CASES);
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
  });

  test('an agent case whose expectations are spoiled fails', () => {
    expect(cases.filter(({ testCase }) => passes(spoiled(testCase))).map(({ title }) => title)).toEqual([]);
  });

  test('exceptions name agent cases that exist, once, each with a reason', () => {
    const titles = new Set(cases.map(({ title }) => title));
    expect([...excepted].filter((title) => !titles.has(title))).toEqual([]);
    expect(excepted.size).toBe(exceptions.length);
    expect(exceptions.filter(({ reason }) => typeof reason !== 'string' || reason.length < 40)).toEqual([]);
  });
} else {
  test('the agent cases of A2UI are compared where they are present', () => {
    console.log(ABSENT);
    expect(process.env.VITRINE_CONFORMANCE, ABSENT).not.toBe('required');
  });
}
