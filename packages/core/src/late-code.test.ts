import { expect, it } from 'vitest';
import { codesOf } from '../test/function-scope.ts';
import { dispatchAction } from './action.ts';
import { evaluate, Scope } from './binding.ts';
import { defineCatalog, defineFunction, text } from './catalog.ts';
import { accepted, type Issue } from './issue.ts';
import { LateCode } from './late-code.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { Watcher } from './reactive.ts';
import { Pending, type Value } from './value.ts';

interface Shouting {
  shout(words: string): string;
}

/** A surface whose one function is made of code that has not come. `need`: hears that it is missed. */
function createStage(need?: () => void) {
  const late = new LateCode<Shouting>();
  const shout = defineFunction({
    args: { words: text() },
    returns: 'string',
    needs: late,
    run: ({ words }) => accepted((late.code as Shouting).shout(String(words))),
  });
  const catalog = defineCatalog({ id: 'late', components: {}, functions: { shout } });
  const reported: Issue[] = [];
  const report = (problem: Issue): void => void reported.push(problem);
  const env = { locale: 'en', zone: 'UTC', limits: DEFAULT_LIMITS, report, ...(need && { need }) };
  const scope = new Scope({ data: { readFrom: () => undefined }, catalogFor: () => catalog }, env);
  return { late, reported, scope };
}

const CALL = { call: 'shout', args: { words: 'hey' } };
const CODE: Shouting = { shout: (words) => words.toUpperCase() };

it('[FN18] a call whose code has not come is pending, and is evaluated again when it has', () => {
  let needed = 0;
  const { late, reported, scope } = createStage(() => needed++);
  const seen: Value[] = [];
  class Reader extends Watcher {
    override run(): void {
      seen.push(evaluate(CALL, scope));
    }
  }
  const reader = new Reader();
  reader.execute();
  expect(seen).toEqual([new Pending('shout')]);
  expect(needed).toBe(1);
  late.give(CODE);
  expect(seen[1]).toBe('HEY');
  reader.dispose();
  expect(reported).toEqual([]);
});

it('[FN18] where nobody fetches it, that is an issue', () => {
  const { reported, scope } = createStage();
  expect(evaluate(CALL, scope)).toBeUndefined();
  expect(codesOf({ ok: false, issues: reported })).toEqual(['VITRINE_FUNCTION_FAILED']);
});

it('[FN19] an action that needs code which has not come says so, and gives its event once it has', () => {
  const { late, scope } = createStage();
  const action = { event: { name: 'go', context: { words: CALL } } };
  expect(dispatchAction(action, scope)).toEqual({ kind: 'late', name: 'go', issues: [] });
  late.give(CODE);
  expect(dispatchAction(action, scope)).toMatchObject({ kind: 'event', context: { words: 'HEY' } });
});
