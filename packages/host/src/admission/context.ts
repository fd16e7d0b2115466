// What an action tells: evaluated by the host over its data and the viewer's edits, and compared with what the viewer
// says. The host's own result is delivered. Where it depends on what only the page can know, the viewer's is taken by its
// type; a value that depends on a secret is told by its place.

import {
  type CallBinding,
  copyJson,
  type Dynamic,
  type EvaluationBudget,
  escapeSegment,
  getAt,
  isArray,
  isCallBinding,
  isObject,
  isPathBinding,
  isPending,
  isWithin,
  type Json,
  type JsonObject,
  type Segments,
  STEP_COSTS,
  toText,
} from '@vitrine/core';
import type { SecretPlace } from './admission.ts';
import { alike, hasType } from './alike.ts';
import type { Verdict } from './verdict.ts';
import type { Viewpoint } from './viewpoint.ts';

type Steps = readonly (string | number)[];

export class ContextReader {
  readonly secrets: SecretPlace[] = [];
  readonly #from: Viewpoint;
  readonly #verdict: Verdict;

  constructor(from: Viewpoint, verdict: Verdict) {
    this.#from = from;
    this.#verdict = verdict;
  }

  /** Objects by member. A member that the viewer leaves out is no claim; one that is not declared is a false one. */
  object(declared: JsonObject, said: JsonObject, at: Steps, top = false): JsonObject {
    const result: { [key: string]: Json } = {};
    for (const key of Object.keys(declared)) {
      if (!this.#budget.put(key)) return result;
      const value = this.value(declared[key] as Json, own(said, key), [...at, key]);
      if (value !== undefined || top) result[key] = value ?? null;
    }
    for (const key of Object.keys(said)) {
      if (Object.hasOwn(declared, key)) continue;
      const passes = this.#object([...at, key], 'Nothing of this name is declared.');
      // Who knows what it is: on a surface that hides what is typed it may be that.
      if (passes && this.#from.trial.shown.secrets.isEmpty) result[key] = said[key] as Json;
    }
    return result;
  }

  value(declared: Dynamic, said: Json | undefined, at: Steps): Json | undefined {
    if (typeof declared !== 'object' || declared === null) return this.#fixed(declared, said, at);
    if (isArray(declared)) return this.#list(declared, said, at);
    if (isPathBinding(declared)) return this.#path(declared, said, at);
    if (isCallBinding(declared)) return this.#call(declared, said, at);
    if ('literal' in declared) return this.#fixed(declared.literal as Json, said, at);
    if (said === undefined || said === null) return this.object(declared as JsonObject, {}, at);
    if (isObject(said)) return this.object(declared as JsonObject, said, at);
    return this.#differs(this.object(declared as JsonObject, {}, at), said, at);
  }

  /** Words for people that come with the event. */
  message(declared: Dynamic, said: string | undefined): string {
    const before = this.#budget.bytes;
    const { value, reads, isTheirs } = this.#from.evaluate(declared);
    const [expected, at] = [toText(value, this.#budget), ['message']];
    this.#budget.put(expected, this.#budget.bytes - before);
    let given = expected;
    if (
      said !== undefined &&
      said !== expected &&
      said !== this.#asHost(declared, (value) => toText(value, this.#budget))
    ) {
      given = (isTheirs ? this.#taken(said, at) : this.#differs(expected, said, at)) as string;
    }
    if (given !== '' && this.#from.readsSecret(reads)) this.secrets.push({ path: at, value: given });
    return given;
  }

  #fixed(expected: Json, said: Json | undefined, at: Steps): Json {
    if (!this.#budget.put(expected)) return null;
    return said === undefined || this.#alike(expected, said) ? copyJson(expected) : this.#differs(expected, said, at);
  }

  #list(declared: readonly Json[], said: Json | undefined, at: Steps): Json {
    if (said !== undefined && (!isArray(said) || said.length !== declared.length)) {
      return this.#differs(
        declared.map((item, i) => this.value(item, undefined, [...at, i]) ?? null),
        said,
        at,
      );
    }
    return declared.map((item, i) => this.value(item, said?.[i], [...at, i]) ?? null);
  }

  #path(declared: Dynamic, words: Json | undefined, at: Steps): Json | undefined {
    const { value, reads } = this.#from.evaluate(declared);
    const expected = value === undefined || !this.#budget.put(value as Json) ? undefined : copyJson(value as Json);
    // The last one read is where the value stands: `item-first` looks at the item before.
    const path = reads.at(-1) ?? [];
    const { trial, unknown } = this.#from;
    const said = words === undefined ? undefined : trial.meant(path, words);
    let given = expected;
    if (said !== undefined && !this.#alike(expected, said)) {
      if (unknown.covers(path) && !isContainer(said)) given = this.#taken(said, at);
      else if (this.#alike(expected, said, (below) => unknown.has([...path, ...below]))) this.#doubt(at);
      else given = this.#differs(expected ?? null, said, at);
    } else if (said === undefined && unknown.touches(path)) this.#doubt(at);
    this.#noteSecrets(path, given, at);
    return given;
  }

  #call(declared: CallBinding, said: Json | undefined, at: Steps): Json | undefined {
    const before = this.#budget.bytes;
    const { value, reads, isTheirs } = this.#from.evaluate(declared);
    const isNothing = value === undefined || isPending(value) || !this.#budget.put(value, this.#budget.bytes - before);
    const expected = isNothing ? undefined : copyJson(value);
    let given = expected;
    if (said === undefined) {
      if (this.#from.isOpen(reads)) this.#doubt(at);
    } else if (!this.#alike(expected, said) && !this.#asHost(declared, (value) => this.#alike(value, said))) {
      const returns = isTheirs ? this.#from.returnsOf(declared) : undefined;
      if (returns !== undefined && hasType(returns, said)) given = this.#taken(said, at);
      else given = this.#differs(expected ?? null, said, at);
    }
    if (given !== undefined && given !== null && this.#from.readsSecret(reads))
      this.secrets.push({ path: at, value: given });
    return given;
  }

  /** Of an object only the members that are secret are sealed. */
  #noteSecrets(path: Segments, given: Json | undefined, at: Steps): void {
    const { secrets } = this.#from.trial.shown;
    if (given === undefined || given === null || !secrets.touches(path)) return;
    if (secrets.covers(path)) return void this.secrets.push({ path: at, value: given });
    for (const secret of secrets.all()) {
      if (!this.#budget.work(STEP_COSTS.read)) return;
      if (!isWithin(secret, path)) continue;
      const below = secret.slice(path.length);
      const value = getAt(given, below);
      if (value !== undefined && value !== null) this.secrets.push({ path: [...at, ...stepsIn(given, below)], value });
    }
  }

  get #budget(): EvaluationBudget {
    return this.#from.trial.env.budget;
  }

  #alike(ours: Json | undefined, said: Json, isFree?: (path: Segments) => boolean): boolean {
    return alike(ours, said, this.#budget, isFree);
  }

  /** Only looked at: what it makes is given up. */
  #asHost<T>(declared: Dynamic, look: (value: Json | undefined) => T): T {
    const start = this.#budget.mark();
    const seen = look(this.#from.evaluateAsHost(declared));
    this.#budget.rewind(start);
    return seen;
  }

  /** What only the viewer knows. */
  #taken(said: Json, at: Steps): Json {
    this.#doubt(at);
    return said;
  }

  #doubt(at: Steps): void {
    this.#verdict.doubt('VITRINE_EVENT_CONTEXT', 'This depends on what only the viewer knows.', pointerOf(at));
  }

  #object(at: Steps, message: string): boolean {
    return this.#verdict.object('VITRINE_EVENT_CONTEXT', message, pointerOf(at));
  }

  #differs(expected: Json, said: Json, at: Steps): Json {
    const passes = this.#object(at, 'This is not the value that stands there.');
    return passes && this.#from.trial.shown.secrets.isEmpty ? said : expected;
  }
}

/** Inputs write texts, numbers, yes and no, and lists of texts: whatever lies inside one of these is single. */
function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function pointerOf(steps: Steps): string {
  return steps.map((step) => `/${escapeSegment(String(step))}`).join('');
}

/** Positions in lists as numbers. */
function stepsIn(value: Json, path: Segments): Steps {
  return path.map((step, i) => (isArray(getAt(value, path.slice(0, i))) ? Number(step) : step));
}
