import { describe, expect, it } from 'vitest';
import { nestedLists, stageCatalog } from '../test/stage.ts';
import { checkContext } from './check.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const context = (strict = false) =>
  checkContext({ ...DEFAULT_LIMITS, propDepth: 2, keyLength: 3 }, strict, () => stageCatalog);

describe('the context of a check', () => {
  it('[CK15] what is found in a trial does not count by itself', () => {
    const real = context(true);
    real.path.push('here');
    const trial = real.trial();
    trial.mend('VITRINE_PROP_TYPE', 'm');
    expect([trial.refused, trial.all()[0]?.at]).toEqual([true, '']);
    expect([real.refused, real.all()]).toEqual([false, []]);
  });

  it('[CK15] free JSON is only refused for what can never be stored', () => {
    const free = context();
    expect([free.storable(nestedLists(2)), free.refused]).toEqual([true, false]);
    free.path.push('any');
    expect([free.storable(nestedLists(3)), free.refused, free.all()[0]?.at]).toEqual([false, true, '/any/0/0']);
  });

  it('[PA16] texts that are read as programs are counted over all trials of a message, and anew for the next', () => {
    const real = checkContext({ ...DEFAULT_LIMITS, compiledLength: 10 }, false, () => stageCatalog);
    expect([real.mayCompile(6), real.trial().mayCompile(4), real.refused]).toEqual([true, true, false]);
    expect([real.mayCompile(1), real.all()[0]?.code]).toEqual([false, 'VITRINE_LIMIT_PATTERN']);
    real.reset();
    expect([real.mayCompile(10), real.refused]).toEqual([true, false]);
  });

  it('[CK15] a name that no declaration knows must be fit to be a key', () => {
    for (const [name, fit] of [
      ['abc', true],
      ['', true],
      ['abcd', false],
      ['__proto__', false],
      ['\ud800', false],
    ] as const) {
      const named = context();
      expect([name, named.storableName(name), named.refused]).toEqual([name, fit, !fit]);
    }
  });
});
