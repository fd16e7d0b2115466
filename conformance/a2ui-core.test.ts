// The A2UI project's own cases against our public API: one test a case. Exceptions stand in expected-failures.yaml.

import { own } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { ACTIONS } from './a2ui/actions/index.ts';
import { type Case, dataIsHere, readCases } from './a2ui/cases.ts';
import { spoiled } from './a2ui/spoil.ts';
import { readDataFile } from './data-file.ts';

interface ExpectedFailure {
  readonly case: string;
  readonly reason: string;
}

const ABSENT = 'The A2UI cases (../shared/conformance) are not beside this repository; nothing was compared with them.';
const MOST_EXCEPTIONS = 9;
const LEAST_CASES = 322;

const exceptions = readDataFile<ExpectedFailure>('expected-failures.yaml');
const excepted = new Set(exceptions.map((exception) => exception.case));

function run(testCase: Case): void {
  const action = own(ACTIONS, testCase.action);
  if (action === undefined) throw new Error(`the runner does not know the action ${testCase.action}`);
  action(testCase);
}

function passes(testCase: Case): boolean {
  try {
    run(testCase);
    return true;
  } catch {
    return false;
  }
}

if (dataIsHere()) {
  const cases = readCases();

  describe('A2UI core', () => {
    for (const { title, testCase } of cases) {
      test(title, () => {
        if (!excepted.has(title)) return run(testCase);
        expect(() => run(testCase), 'it passes now: take it out of expected-failures.yaml').toThrow();
      });
    }
  });

  test('all cases are there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(LEAST_CASES);
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
  });

  test('a case whose expectations are spoiled fails', () => {
    const blind = cases.filter(({ title, testCase }) => {
      const wrong = spoiled(testCase);
      return wrong !== undefined && !excepted.has(title) && passes(wrong);
    });
    expect(blind.map(({ title }) => title)).toEqual([]);
  });

  describe('expected failures', () => {
    test('name cases that exist, once, each with a reason', () => {
      const titles = new Set(cases.map(({ title }) => title));
      expect([...excepted].filter((title) => !titles.has(title))).toEqual([]);
      expect(excepted.size).toBe(exceptions.length);
      expect(exceptions.filter(({ reason }) => typeof reason !== 'string' || reason.length < 40)).toEqual([]);
    });

    test('are fewer than ten', () => {
      expect(excepted.size).toBeLessThanOrEqual(MOST_EXCEPTIONS);
    });
  });
} else {
  test('the A2UI cases are compared where they are present', () => {
    console.log(ABSENT);
    expect(process.env.VITRINE_CONFORMANCE, ABSENT).not.toBe('required');
  });
}
