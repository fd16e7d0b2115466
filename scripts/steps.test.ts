import { describe, expect, it } from 'vitest';
import { check, runSteps, type Step, summary } from './steps.mjs';

const OPTIONS = { lanes: 2, maxStepMs: 60_000, write: () => undefined };
const ok = { passed: 1, failed: 0, notes: [] };

/** Steps that write down when they begin and end; each goes on when the others have had their turn. */
function recorder() {
  const log: string[] = [];
  const step = (name: string, more: Partial<Step> = {}): Step => ({
    name,
    run: async () => {
      log.push(`+${name}`);
      for (let i = 0; i < 10; i++) await Promise.resolve();
      log.push(`-${name}`);
      return ok;
    },
    ...more,
  });
  return { log, step };
}

describe('steps', () => {
  it('run side by side, no more than there are lanes', async () => {
    const { log, step } = recorder();
    await runSteps([step('a'), step('b'), step('c')], OPTIONS);
    expect(log.slice(0, 2)).toEqual(['+a', '+b']);
    expect(log.indexOf('+c')).toBeGreaterThan(Math.min(log.indexOf('-a'), log.indexOf('-b')));
  });

  it('begin when what they wait for is over, however it ended', async () => {
    const { log, step } = recorder();
    const failing = step('build');
    const broken: Step = { ...failing, run: async (node) => ({ ...(await failing.run(node)), passed: 0, failed: 1 }) };
    const results = await runSteps([broken, step('types', { after: ['build'] }), step('lint')], OPTIONS);
    expect(log.indexOf('+types')).toBeGreaterThan(log.indexOf('-build'));
    expect(log.indexOf('+lint')).toBeLessThan(log.indexOf('-build'));
    expect(results.map(({ name, failed }) => [name, failed])).toEqual([
      ['build', 1],
      ['types', 0],
      ['lint', 0],
    ]);
  });

  it('that run alone have nothing beside them', async () => {
    const { log, step } = recorder();
    await runSteps([step('a'), step('unit', { alone: true }), step('b')], OPTIONS);
    expect(log).toEqual(['+a', '-a', '+unit', '-unit', '+b', '-b']);
  });

  it('that run alone may begin beside the steps that they name, and still let nothing begin beside them', async () => {
    const log: string[] = [];
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const step = (name: string, run: () => unknown, more: Partial<Step> = {}): Step => ({
      name,
      run: async () => {
        log.push(`+${name}`);
        await run();
        log.push(`-${name}`);
        return ok;
      },
      ...more,
    });
    const steps = [
      step('types', () => isReleased),
      step('unit', release, { alone: true, beside: ['types'] }),
      step('browser', () => undefined, { alone: true }),
      step('b', () => undefined),
    ];
    await runSteps(steps, { ...OPTIONS, lanes: 3 });
    expect(log.slice(0, 2)).toEqual(['+types', '+unit']);
    expect(log.slice(4)).toEqual(['+browser', '-browser', '+b', '-b']);
  });

  it('that run alone and name each other run side by side, and the first of them prints as it goes', async () => {
    const log: string[] = [];
    const written: string[] = [];
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const step = (name: string, run: () => unknown, beside: readonly string[] = []): Step => ({
      name,
      alone: true,
      beside,
      run: async () => {
        log.push(`+${name}`);
        await run();
        log.push(`-${name}`);
        return ok;
      },
    });
    const steps = [
      step('unit', () => isReleased),
      step('browser', release, ['unit']),
      step('measured', () => undefined, ['browser']),
    ];
    await runSteps(steps, { ...OPTIONS, lanes: 3, write: (text) => void written.push(text) });
    expect(log.slice(0, 2)).toEqual(['+unit', '+browser']);
    expect(log.slice(4)).toEqual(['+measured', '-measured']);
    expect(written[0]).toBe('\n== unit\n');
    expect(written.find((text) => text.includes('browser'))).toMatch(/^\n== browser\n== browser: ok, [0-9.]+ s\n$/);
  });

  it('that wait for each other are a mistake of the table', async () => {
    const { step } = recorder();
    const steps = [step('a', { after: ['b'] }), step('b', { after: ['a'] })];
    await expect(runSteps(steps, OPTIONS)).rejects.toThrow('a, b');
  });

  it('print what they have to say in one piece', async () => {
    const written: string[] = [];
    const steps = ['1', '2'].map((name) => ({ name, run: check(['-e', `console.log('said ${name}')`]) }));
    await runSteps(steps, { ...OPTIONS, write: (text) => void written.push(text) });
    expect(written).toHaveLength(2);
    for (const text of written) expect(text).toMatch(/^\n== (\d)\nsaid \1\n== \1: ok, [0-9.]+ s\n$/);
  });
});

describe('a check', () => {
  it('counts one, and its first failing command ends it', async () => {
    const steps = [{ name: 'x', run: check(['-e', ''], ['-e', 'process.exit(3)'], ['-e', 'console.log("never")']) }];
    const written: string[] = [];
    const [result] = await runSteps(steps, { ...OPTIONS, write: (text) => void written.push(text) });
    expect(result).toMatchObject({ passed: 0, failed: 1 });
    expect(written.join('')).not.toContain('never');
  });

  it('that takes too long is ended and has failed', async () => {
    const steps = [{ name: 'x', run: check(['-e', 'setInterval(() => {}, 1000)']) }];
    const [result] = await runSteps(steps, { ...OPTIONS, maxStepMs: 300 });
    expect(result).toMatchObject({ passed: 0, failed: 1 });
  });
});

it('the summary ends with the count of all steps', () => {
  const results = [
    { name: 'a', passed: 3, failed: 0, seconds: 1 },
    { name: 'b', passed: 1, failed: 2, seconds: 61.25 },
  ];
  expect(summary(results)).toEqual({
    lines: [
      'a                         1.0 s  ok (3 passed, 0 failed)',
      'b                        61.3 s  FAILED (1 passed, 2 failed)',
    ],
    failed: 2,
    count: '4 passed, 2 failed',
  });
});
