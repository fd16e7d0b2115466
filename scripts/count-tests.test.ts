import { expect, it } from 'vitest';
import { countTests, slowestFiles } from './count-tests.mjs';

const options = {
  files: [],
  exitedWell: true,
  conformanceRequired: false,
  isConformance: (path: string) => path.startsWith('conformance/'),
};
const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
});
const report = (...testResults: ReturnType<typeof file>[]) => ({
  success: testResults.every(({ status }) => status === 'passed'),
  testResults,
});

it('counts passed and failed tests and names the failed ones', () => {
  expect(countTests(report(file('a.test.ts', 'passed', 'failed'), file('b.test.ts', 'passed')), options)).toEqual({
    passed: 2,
    failed: 1,
    notes: ['failed: a.test.ts: test 1'],
  });
});

it.each(['skipped', 'pending', 'todo'])('counts a %s test as failed', (status) => {
  expect(countTests(report(file('a.test.ts', 'passed', status)), options)).toEqual({
    passed: 1,
    failed: 1,
    notes: [`not run (${status}): a.test.ts: test 1`],
  });
});

it('lets a conformance test be skipped, and says so, unless conformance is required', () => {
  const skipped = report(file('conformance/a.test.ts', 'skipped'), file('a.test.ts', 'passed'));
  expect(countTests(skipped, options)).toEqual({
    passed: 1,
    failed: 0,
    notes: ['not run, for want of the outside cases: test 0'],
  });
  expect(countTests(skipped, { ...options, conformanceRequired: true }).failed).toBe(1);
});

it('fails when conformance is required and absent', () => {
  const count = countTests(report(file('a.test.ts', 'passed')), { ...options, conformanceRequired: true });
  expect(count).toMatchObject({ passed: 1, failed: 1 });
});

it('counts a file that could not be loaded as one failure', () => {
  const broken = { ...file('a.test.ts'), status: 'failed', message: 'SyntaxError: no\n  at x' };
  expect(countTests(report(broken, file('b.test.ts', 'passed')), options)).toEqual({
    passed: 1,
    failed: 1,
    notes: ['failed as a whole: a.test.ts: SyntaxError: no'],
  });
});

it('counts a test file that was not looked for as one failure', () => {
  const files = ['a.test.ts', 'b.test.ts'];
  expect(countTests(report(file('a.test.ts', 'passed')), { ...options, files })).toEqual({
    passed: 1,
    failed: 1,
    notes: ['not run: b.test.ts, which vitest.config.ts does not include'],
  });
});

it('fails on an error outside of any test, on an empty run and on a missing report', () => {
  expect(countTests({ ...report(file('a.test.ts', 'passed')), success: false }, options)).toMatchObject({ failed: 1 });
  expect(countTests(report(file('a.test.ts', 'passed')), { ...options, exitedWell: false })).toMatchObject({
    failed: 1,
  });
  expect(countTests(report(), options)).toMatchObject({ passed: 0, failed: 1 });
  expect(countTests(undefined, options)).toMatchObject({ passed: 0, failed: 1 });
});

it('the slowest files come first, as many as are asked for', () => {
  const file = (name: string, startTime: number, endTime: number) => ({
    name,
    status: 'passed',
    startTime,
    endTime,
    assertionResults: [],
  });
  const report = { success: true, testResults: [file('a', 0, 1000), file('b', 500, 4000), file('c', 0, 2000)] };
  expect(slowestFiles(report, 2)).toEqual([
    { name: 'b', seconds: 3.5 },
    { name: 'c', seconds: 2 },
  ]);
  expect(slowestFiles(undefined, 2)).toEqual([]);
});
