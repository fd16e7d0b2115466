// What a check at the door carries along besides its findings: how catalogs are looked up, and what was judged before.

import type { Catalog, Props } from './catalog.ts';
import type { Wire } from './catalogs/wire.ts';
import { Findings } from './findings.ts';
import { type Budget, inspect, keyProblem } from './inspect.ts';
import type { Issue } from './issue.ts';
import type { Json, JsonObject } from './json.ts';
import type { Limits } from './limits.ts';
import type { Steps } from './steps.ts';

export type CatalogLookup = (id: string | undefined) => Catalog | Issue;
export type PropsCheck = (props: Props, open: boolean, values: JsonObject, context: CheckContext) => void;

export interface DeferredPart {
  readonly path: readonly (string | number)[];
  readonly check: () => void;
}

/** Items of a list that are judged at once; of a longer one each is a step of its own. */
const MAX_AT_ONCE = 16;

export class CheckContext extends Findings {
  catalogFor: CatalogLookup;
  /** Handed in, because properties hold calls and calls hold properties. */
  readonly checkProps: PropsCheck;
  /** What the protocol of the catalog demands of values besides their types; undefined where it demands nothing. */
  wire: Wire | undefined;
  /** Free JSON is data here: what looks like a binding in it is none. */
  literal = false;
  /** Calls were judged already and count as a value of whatever type is wanted. */
  skipCalls = false;
  /** Parts of long lists whose turn comes behind the rest of their component; undefined: each is judged where it stands. */
  deferred: DeferredPart[] | undefined;
  /** Of `compiledLength`, what this message and all its trials have taken, and whether code was missing that reads them. */
  compiled = { length: 0, isMissing: false };
  #before = 0;
  #weight = 0;

  constructor(limits: Limits, strict: boolean, catalogFor: CatalogLookup, checkProps: PropsCheck) {
    super(limits, strict);
    this.catalogFor = catalogFor;
    this.checkProps = checkProps;
  }

  /** A context whose findings are looked at before they count. */
  trial(): CheckContext {
    const trial = new CheckContext(this.limits, this.strict, this.catalogFor, this.checkProps);
    trial.skipCalls = this.skipCalls;
    trial.wire = this.wire;
    trial.literal = this.literal;
    trial.compiled = this.compiled;
    return trial;
  }

  /** A context of its own for a part that is judged before its turn; texts that are read as programs count together. */
  ahead(catalogFor: CatalogLookup): CheckContext {
    const ahead = this.trial();
    ahead.catalogFor = catalogFor;
    ahead.#before = this.compiled.length;
    return ahead;
  }

  override addAll(other: Findings): void {
    super.addAll(other);
    if (other instanceof CheckContext) this.compiled.length += other.#weight;
  }

  /** What it has compiled is known: another that shares the count goes on. */
  end(): void {
    this.#weight = this.compiled.length - this.#before;
  }

  override reset(): void {
    super.reset();
    this.compiled.length = 0;
  }

  /** Judges each item of a list or member of an object, where it stands. */
  each(values: readonly Json[] | JsonObject, check: (value: Json, name: string) => void): void {
    const { path } = this;
    const names = Object.keys(values);
    const deferred = names.length > MAX_AT_ONCE ? this.deferred : undefined;
    for (const name of names) {
      path.push(name);
      const value = (values as JsonObject)[name] as Json;
      if (deferred === undefined) check(value, name);
      else deferred.push({ path: [...path], check: () => check(value, name) });
      path.pop();
    }
  }

  /** Judges what `each` deferred, a part a step. */
  *deferredSteps(): Steps<void> {
    const { deferred = [], path } = this;
    const base = path.length;
    for (const part of deferred) {
      yield;
      path.push(...part.path.slice(base));
      part.check();
      path.length = base;
    }
    deferred.length = 0;
  }

  /** Whether there is room for a text of this weight that is read as a program; says so where there is none. */
  mayCompile(weight: number): boolean {
    this.compiled.length += weight;
    if (this.compiled.length <= this.limits.compiledLength) return true;
    this.refuse('VITRINE_LIMIT_PATTERN', 'The templates and patterns of the message are too long together.');
    return false;
  }

  /** A name that no declaration knows: it is kept, so it must be fit to be a key. */
  storableName(name: string): boolean {
    const problem = keyProblem(name, this.limits, this.at());
    if (problem !== undefined) this.add(problem);
    return problem === undefined;
  }

  /** A member that no declaration knows. */
  storableMember(name: string, value: Json): boolean {
    if (!this.storableName(name)) return false;
    this.path.push(name);
    const fit = this.storable(value);
    this.path.pop();
    return fit;
  }

  /** Free JSON: only what can never be stored is wrong with it. */
  storable(value: Json, depth = this.limits.propDepth): boolean {
    const budget: Budget = { limits: this.limits, depth, count: 0 };
    const problem = inspect(value, budget, this.at());
    if (problem !== undefined) this.add(problem);
    return problem === undefined;
  }
}
