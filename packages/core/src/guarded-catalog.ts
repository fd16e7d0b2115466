// A catalog whose hooks and functions somebody else wrote. Hooks never throw: where one does, or gives what is none of its
// results, nothing is admitted, shown or evaluated by it, and whoever runs the catalog is told.

import type {
  Catalog,
  ComponentDeclaration,
  ComponentInput,
  Fallback,
  FunctionDeclaration,
  SubmitProblem,
} from './catalog.ts';
import type { Component } from './entry.ts';
import { refusal } from './issue.ts';
import { defined, isArray, isObject } from './json.ts';

/** `where`: the place of the hook in the catalog, `/components/Rating/fallback`. */
export type HookFailed = (where: string, error: unknown) => void;

export function guardedCatalog(catalog: Catalog, failed: HookFailed): Catalog {
  const guard = new HookGuard(failed);
  const { derive, restore } = catalog;
  return {
    ...catalog,
    ...defined({ derive: derive && guard.call('/derive', derive, () => undefined) }),
    ...defined({ restore: restore && guard.call('/restore', restore, () => undefined) }),
    components: mapped(catalog.components, (one, name) => guardedComponent(one, `/components/${name}`, guard)),
    functions: mapped(catalog.functions, (one, name) => guardedFunction(one, `/functions/${name}`, guard)),
  };
}

function mapped<T>(all: ReadonlyMap<string, T>, change: (one: T, name: string) => T): ReadonlyMap<string, T> {
  return new Map([...all].map(([name, one]) => [name, change(one, name)]));
}

/** What a hook may give. */
interface Expected<R, A extends readonly unknown[]> {
  readonly words: string;
  isFine(result: R, ...args: A): boolean;
}

class HookGuard {
  readonly #failed: HookFailed;

  constructor(failed: HookFailed) {
    this.#failed = failed;
  }

  /** The same hook; where it throws, or its result is none of those `expected`, what `instead` gives. */
  call<A extends readonly unknown[], R>(
    where: string,
    hook: (...args: A) => R,
    instead: () => R,
    expected?: NoInfer<Expected<R, A>>,
  ): (...args: A) => R {
    return (...args) => {
      try {
        const result = hook(...args);
        if (expected === undefined || expected.isFine(result, ...args)) return result;
        this.#failed(where, new TypeError(`It has to give ${expected.words}.`));
      } catch (error) {
        this.#failed(where, error);
      }
      return instead();
    };
  }
}

const LIST = { words: 'a list', isFine: isArray };
const FALLBACK = {
  words: '{components: [{id, type, props}], losses: []}, and one of the components the id of the component itself',
  isFine: isFallback,
};
const OUTCOME = {
  words: '{ok: true, value} or what refusal() gives',
  isFine: (outcome: unknown): boolean => isObject(outcome) && typeof outcome.ok === 'boolean',
};
const UNJUDGED = 'The catalog could not judge it.';

function guardedComponent(declaration: ComponentDeclaration, at: string, guard: HookGuard): ComponentDeclaration {
  const { inputs, actions, validate, fallback } = declaration;
  return {
    ...declaration,
    ...defined({
      inputs: inputs && guardedInputs(inputs, `${at}/inputs`, guard),
      actions: actions && guard.call(`${at}/actions`, actions, () => [], LIST),
      validate: validate && guardedValidate(validate, `${at}/validate`, guard),
      fallback: fallback && guard.call(`${at}/fallback`, fallback, () => undefined, FALLBACK),
    }),
  };
}

type InputsHook = NonNullable<ComponentDeclaration['inputs']>;

function guardedInputs(inputs: InputsHook, at: string, guard: HookGuard): InputsHook {
  const listed = guard.call(at, inputs, () => [], LIST);
  const judged = (input: ComponentInput): ComponentInput => ({
    ...input,
    judge: guard.call(at, input.judge.bind(input), () => UNJUDGED),
  });
  const all: InputsHook = (node) => listed(node).map(judged);
  return guard.call(at, all, () => []);
}

type Validate = NonNullable<ComponentDeclaration['validate']>;

/** What cannot be judged is not sent. */
function guardedValidate(validate: Validate, at: string, guard: HookGuard): Validate {
  const unjudged: readonly SubmitProblem[] = [{ path: [], at: [], message: UNJUDGED }];
  const all: Validate = (...args) => [...validate(...args)];
  return guard.call(at, all, () => unjudged);
}

function isFallback(result: Fallback | undefined, { id }: Component): boolean {
  if (result === undefined) return true;
  if (!isObject(result) || !isArray(result.components) || !isArray(result.losses)) return false;
  return result.components.every(isComponent) && result.components.some((part) => part.id === id);
}

function isComponent(part: unknown): part is Component {
  return isObject(part) && typeof part.id === 'string' && typeof part.type === 'string' && isObject(part.props);
}

function guardedFunction(declaration: FunctionDeclaration, at: string, guard: HookGuard): FunctionDeclaration {
  const { run } = declaration;
  if (run === undefined) return declaration;
  const failed = () => refusal('VITRINE_FUNCTION_FAILED', `The function at ${at} failed: its catalog has a fault.`);
  return {
    ...declaration,
    run: guard.call(`${at}/run`, run, failed, OUTCOME),
  };
}
