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
  type Returns,
  type Segments,
  STEP_COSTS,
  type Steps,
  takeAll,
  toText,
} from '@vitrine/core/internal';
import type { SecretPlace } from './admission.ts';
import type { AdmissionDraft, DraftPlace, EvaluatedBinding } from './admission-context.ts';
import { alike, hasType } from './alike.ts';

type PathSteps = readonly (string | number)[];

export class ContextReader {
  readonly secrets: SecretPlace[] = [];
  readonly #draft: AdmissionDraft;
  readonly #place: DraftPlace;

  constructor(draft: AdmissionDraft, place: DraftPlace) {
    this.#draft = draft;
    this.#place = place;
  }

  object(declared: JsonObject, claimed: JsonObject, at: PathSteps): JsonObject {
    return takeAll(this.objectSteps(declared, claimed, at));
  }

  /** Objects by member. A member that the viewer leaves out is no claim; one that is not declared is a false one. */
  *objectSteps(declared: JsonObject, claimed: JsonObject, at: PathSteps, top = false): Steps<JsonObject> {
    const result: { [key: string]: Json } = {};
    for (const key of Object.keys(declared)) {
      yield;
      if (!this.#budget.put(key)) return result;
      const value = this.value(declared[key] as Json, own(claimed, key), [...at, key]);
      if (value !== undefined || top) result[key] = value ?? null;
    }
    for (const key of Object.keys(claimed)) {
      if (Object.hasOwn(declared, key)) continue;
      const passes = this.#object([...at, key], 'Nothing of this name is declared.');
      // Who knows what it is: on a surface that hides what is typed it may be that.
      if (passes && this.#draft.index.secrets.isEmpty) result[key] = claimed[key] as Json;
    }
    return result;
  }

  value(declared: Dynamic, claimed: Json | undefined, at: PathSteps): Json | undefined {
    if (typeof declared !== 'object' || declared === null) return this.#fixed(declared, claimed, at);
    if (isArray(declared)) return this.#list(declared, claimed, at);
    if (isPathBinding(declared)) return this.#path(declared, claimed, at);
    if (isCallBinding(declared)) return this.#call(declared, claimed, at);
    if ('literal' in declared) return this.#fixed(declared.literal as Json, claimed, at);
    if (claimed === undefined || claimed === null) return this.object(declared as JsonObject, {}, at);
    if (isObject(claimed)) return this.object(declared as JsonObject, claimed, at);
    return this.#differs(this.object(declared as JsonObject, {}, at), claimed, at);
  }

  /** Words for people that come with the event. */
  message(declared: Dynamic, claimed: string | undefined): string {
    const before = this.#budget.bytes;
    const { value, reads, isTheirs } = this.#evaluate(declared);
    const [expected, at] = [toText(value, this.#budget), ['message']];
    this.#budget.put(expected, this.#budget.bytes - before);
    let result = expected;
    if (
      claimed !== undefined &&
      claimed !== expected &&
      claimed !== this.#asHost(declared, (value) => toText(value, this.#budget))
    ) {
      result = (isTheirs ? this.#believe(claimed, at) : this.#differs(expected, claimed, at)) as string;
    }
    if (result !== '' && this.#draft.readsSecret(reads)) this.secrets.push({ path: at, value: result });
    return result;
  }

  #fixed(expected: Json, claimed: Json | undefined, at: PathSteps): Json {
    if (!this.#budget.put(expected)) return null;
    return claimed === undefined || this.#alike(expected, claimed)
      ? copyJson(expected)
      : this.#differs(expected, claimed, at);
  }

  #list(declared: readonly Json[], claimed: Json | undefined, at: PathSteps): Json {
    if (claimed !== undefined && (!isArray(claimed) || claimed.length !== declared.length)) {
      return this.#differs(
        declared.map((item, i) => this.value(item, undefined, [...at, i]) ?? null),
        claimed,
        at,
      );
    }
    return declared.map((item, i) => this.value(item, claimed?.[i], [...at, i]) ?? null);
  }

  #path(declared: Dynamic, sent: Json | undefined, at: PathSteps): Json | undefined {
    const { value, reads } = this.#evaluate(declared);
    const expected = value === undefined || !this.#budget.put(value as Json) ? undefined : copyJson(value as Json);
    // The last one read is where the value stands: `item-first` looks at the item before.
    const path = reads.at(-1) ?? [];
    const { unknown } = this.#draft;
    const claimed = sent === undefined ? undefined : this.#draft.meant(path, sent);
    let result = expected;
    if (claimed !== undefined && !this.#alike(expected, claimed)) {
      if (unknown.covers(path) && !isContainer(claimed)) result = this.#believe(claimed, at);
      else if (this.#alike(expected, claimed, (below) => unknown.has([...path, ...below]))) this.#doubt(at);
      else result = this.#differs(expected ?? null, claimed, at);
    } else if (claimed === undefined && unknown.touches(path)) this.#doubt(at);
    this.#noteSecrets(path, result, at);
    return result;
  }

  #call(declared: CallBinding, claimed: Json | undefined, at: PathSteps): Json | undefined {
    const before = this.#budget.bytes;
    const { value, reads, isTheirs } = this.#evaluate(declared);
    const isNothing = value === undefined || isPending(value) || !this.#budget.put(value, this.#budget.bytes - before);
    const expected = isNothing ? undefined : copyJson(value);
    let result = expected;
    if (claimed === undefined) {
      if (this.#draft.isOpen(reads)) this.#doubt(at);
    } else if (!this.#alike(expected, claimed) && !this.#asHost(declared, (value) => this.#alike(value, claimed))) {
      const returns = isTheirs ? returnsOf(declared, this.#draft) : undefined;
      if (returns !== undefined && hasType(returns, claimed)) result = this.#believe(claimed, at);
      else result = this.#differs(expected ?? null, claimed, at);
    }
    if (result !== undefined && result !== null && this.#draft.readsSecret(reads))
      this.secrets.push({ path: at, value: result });
    return result;
  }

  /** Of an object only the members that are secret are sealed. */
  #noteSecrets(path: Segments, result: Json | undefined, at: PathSteps): void {
    const { secrets } = this.#draft.index;
    if (result === undefined || result === null || !secrets.touches(path)) return;
    if (secrets.covers(path)) return void this.secrets.push({ path: at, value: result });
    for (const secret of secrets.all()) {
      if (!this.#budget.work(STEP_COSTS.read)) return;
      if (!isWithin(secret, path)) continue;
      const below = secret.slice(path.length);
      const value = getAt(result, below);
      if (value !== undefined && value !== null) this.secrets.push({ path: [...at, ...stepsIn(result, below)], value });
    }
  }

  #evaluate(declared: Dynamic): EvaluatedBinding {
    return this.#draft.evaluate(declared, this.#place);
  }

  get #budget(): EvaluationBudget {
    return this.#draft.env.budget;
  }

  #alike(ours: Json | undefined, claimed: Json, isFree?: (path: Segments) => boolean): boolean {
    return alike(ours, claimed, this.#budget, isFree);
  }

  /** Only looked at: what it makes is result up. */
  #asHost<T>(declared: Dynamic, look: (value: Json | undefined) => T): T {
    const start = this.#budget.mark();
    const seen = look(this.#draft.evaluateAsHost(declared, this.#place));
    this.#budget.rewind(start);
    return seen;
  }

  /** What only the viewer knows. */
  #believe(claimed: Json, at: PathSteps): Json {
    this.#doubt(at);
    return claimed;
  }

  #doubt(at: PathSteps): void {
    this.#draft.context.doubt('VITRINE_EVENT_CONTEXT', 'This depends on what only the viewer knows.', pointerOf(at));
  }

  #object(at: PathSteps, message: string): boolean {
    return this.#draft.context.object('VITRINE_EVENT_CONTEXT', message, pointerOf(at));
  }

  #differs(expected: Json, claimed: Json, at: PathSteps): Json {
    const passes = this.#object(at, 'This is not the value that stands there.');
    return passes && this.#draft.index.secrets.isEmpty ? claimed : expected;
  }
}

/** The type that a call says it gives. */
function returnsOf({ call, catalog: id }: CallBinding, { surface }: AdmissionDraft): Returns | undefined {
  if (call === '@index') return 'number';
  const catalog = surface.catalogFor(id);
  return 'code' in catalog ? undefined : catalog.functions.get(call)?.returns;
}

/** Inputs write texts, numbers, yes and no, and lists of texts: whatever lies inside one of these is single. */
function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function pointerOf(steps: PathSteps): string {
  return steps.map((step) => `/${escapeSegment(String(step))}`).join('');
}

/** Positions in lists as numbers. */
function stepsIn(value: Json, path: Segments): PathSteps {
  return path.map((step, i) => (isArray(getAt(value, path.slice(0, i))) ? Number(step) : step));
}

/**
 * Takes the edits that a viewer tells by the context of its action: a value that is bound to a path where an input writes,
 * or that holds such paths. Only where the host was not told another way: our own client tells all but secrets and files
 * itself. False when one of them was refused.
 */
export function takeEntered(
  declared: Json,
  claimed: Json | undefined,
  draft: AdmissionDraft,
  place: DraftPlace,
  at: PathSteps = ['context'],
): boolean {
  if (claimed === undefined || claimed === null || typeof declared !== 'object' || declared === null) return true;
  if (isArray(declared)) {
    if (!isArray(claimed)) return true;
    return declared.every((item, i) => takeEntered(item, claimed[i], draft, place, [...at, i]));
  }
  // The last place that the evaluator looks at is where the path leads.
  if (isPathBinding(declared))
    return takeAt(draft.evaluate(declared, place).reads.at(-1) ?? [], claimed, draft, pointerOf(at));
  if (isCallBinding(declared) || 'literal' in declared || !isObject(claimed)) return true;
  return Object.keys(declared).every((key) =>
    takeEntered(declared[key] as Json, own(claimed, key), draft, place, [...at, key]),
  );
}

function takeAt(path: Segments, claimed: Json, draft: AdmissionDraft, at: string): boolean {
  const { unknown } = draft;
  if (unknown.has(path)) return draft.writeIfNew(path, claimed, at);
  if (!unknown.isBelow(path)) return true;
  for (const inner of unknown.all()) {
    if (!isWithin(inner, path)) continue;
    const value = getAt(claimed, inner.slice(path.length));
    if (value === undefined || value === null) continue;
    if (!draft.writeIfNew(inner, value, at)) return false;
  }
  return true;
}
