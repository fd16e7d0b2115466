// Where a function is called in tests: a surface with some data and one catalog, and a viewer that notes what is asked
// of the page and what goes wrong.

import '../src/catalogs/functions-at-once.ts';
import { Scope } from '../src/binding.ts';
import type { Catalog, FunctionEffect } from '../src/catalog.ts';
import { DataModel } from '../src/data-model.ts';
import type { Issue, Outcome } from '../src/issue.ts';
import type { Json } from '../src/json.ts';
import { DEFAULT_LIMITS, type Limits } from '../src/limits.ts';

export interface Setting {
  readonly data?: Json;
  readonly locale?: string;
  readonly zone?: string;
  readonly limits?: Partial<Limits>;
  readonly gesture?: boolean;
}

export interface FunctionCaller {
  readonly scope: Scope;
  readonly effects: readonly FunctionEffect[];
  readonly reported: readonly Issue[];
  call(name: string, args: { readonly [name: string]: Json | undefined }): Outcome<Json | undefined>;
}

export function createCaller(catalog: Catalog, setting: Setting = {}): FunctionCaller {
  const { data = null, locale = 'en-US', zone = 'UTC', gesture = false } = setting;
  const limits = setting.limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...setting.limits };
  const reported: Issue[] = [];
  const effects: FunctionEffect[] = [];
  const model = new DataModel(limits);
  const refused = data === null ? undefined : model.set('/', data);
  if (refused !== undefined) throw new Error(refused.message);
  const surface = { data: model, catalogFor: () => catalog };
  const env = { locale, zone, limits, report: (problem: Issue) => void reported.push(problem) };
  const scope = new Scope(surface, env, [], undefined, gesture ? effects : undefined);
  return {
    scope,
    effects,
    reported,
    call(name, args) {
      const run = catalog.functions.get(name)?.run;
      if (run === undefined) throw new Error(`${catalog.id} has no code for ${name}`);
      return run(args, scope);
    },
  };
}

/** The value of a call that must succeed. */
export function resultOf(outcome: Outcome<Json | undefined>): Json | undefined {
  if (!outcome.ok) throw new Error(outcome.issues.map(({ code, message }) => `${code}: ${message}`).join('; '));
  return outcome.value;
}

export function codesOf(outcome: Outcome<unknown>): readonly string[] {
  return outcome.ok ? [] : outcome.issues.map(({ code }) => code);
}
