// The A2UI project's own cases against our public API: one test a case. Exceptions stand in expected-failures.yaml.

import { own } from '@vitrine/core/internal';
import { describe, expect, test } from 'vitest';
import { ACTIONS } from './a2ui/actions/index.ts';
import { type Case, dataIsHere, NotRunnableError, readCases } from './a2ui/cases.ts';
import { spoiled } from './a2ui/spoil.ts';
import { TWINS } from './a2ui/twins.ts';
import { readDataFile } from './data-file.ts';

interface ExpectedFailure {
  readonly case: string;
  readonly reason: string;
}

const ABSENT = 'The A2UI cases (../shared/conformance) are not beside this repository; nothing was compared with them.';
const MOST_EXCEPTIONS = 9;
/** Of a kind. */
const LEAST_TWINS = 4;
const LEAST_CASES = { core: 322, core_more: 83 };
/** Run in a browser, where there is something to name and to read aloud: packages/web/test/a2ui-accessibility.browser.ts. */
const IN_BROWSER = 'accessibility_check';

const exceptions = readDataFile<ExpectedFailure>('expected-failures.yaml');
const excepted = new Set(exceptions.map((exception) => exception.case));
const notRunnable = readDataFile<ExpectedFailure>('not-runnable.yaml');
const unrun = new Set(notRunnable.map((entry) => entry.case));

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
  const suites = { core: readCases('core'), core_more: readCases('core_more') };
  const all = [...suites.core, ...suites.core_more];
  const cases = all.filter(({ title, testCase }) => testCase.action !== IN_BROWSER && !unrun.has(title));

  describe('A2UI core', () => {
    for (const { title, testCase } of cases) {
      test(title, () => {
        if (!excepted.has(title)) return run(testCase);
        expect(() => run(testCase), 'it passes now: take it out of expected-failures.yaml').toThrow();
      });
    }
  });

  test('all cases are there', () => {
    expect(suites.core.length).toBeGreaterThanOrEqual(LEAST_CASES.core);
    expect(suites.core_more.length).toBeGreaterThanOrEqual(LEAST_CASES.core_more);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });

  test('what cannot be run is counted apart, each with its reason', () => {
    const named = all.filter(({ title }) => unrun.has(title));
    expect([named.length, unrun.size]).toEqual([notRunnable.length, notRunnable.length]);
    for (const { title, testCase } of named) expect(() => run(testCase), title).toThrow(NotRunnableError);
    expect(notRunnable.filter(({ reason }) => typeof reason !== 'string' || reason.length < 40)).toEqual([]);
    const elsewhere = all.length - cases.length - named.length;
    console.log(
      `A2UI core: ${cases.length} cases run here, ${elsewhere} in the browser, ${named.length} cannot be run.`,
    );
  });

  test('a case whose expectations are spoiled fails', () => {
    const blind = cases.filter(({ title, testCase }) => {
      const wrong = spoiled(testCase);
      return wrong !== undefined && !excepted.has(title) && passes(wrong);
    });
    expect(blind.map(({ title }) => title)).toEqual([]);
  });

  test.each(Object.entries(TWINS))('a case with %s ends as it did', (_name, twinOf) => {
    const pairs = cases.flatMap(({ title, testCase }) => {
      const twin = excepted.has(title) ? undefined : twinOf(testCase);
      return twin === undefined ? [] : [{ title, twin }];
    });
    expect(pairs.length).toBeGreaterThanOrEqual(LEAST_TWINS);
    expect(pairs.filter(({ twin }) => !passes(twin)).map(({ title }) => title)).toEqual([]);
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
