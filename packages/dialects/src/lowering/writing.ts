// What writing one component needs to know: the target's spelling, where calls are looked up, what stands in for a binding
// that the target cannot say, and who hears what is lost.

import {
  type CallBinding,
  type Catalog,
  type CatalogId,
  type ComponentId,
  type FunctionDeclaration,
  isAgentFunction,
  type Json,
  type PathBinding,
  type Prop,
} from '@vitrine/core/internal';
import type { DialectFeatures, Syntax } from './syntax.ts';

/** In place of a binding: its present value, or the path under which the value is kept up to date. */
export type Stand = { readonly value: Json | undefined } | { readonly path: string };

export interface Means {
  readonly syntax: Syntax;
  /** The catalog in which the reader will look a call up; undefined: it has none. */
  catalogFor(id: CatalogId | undefined): Catalog | undefined;
  /** The reader's name for a component. */
  rename(id: ComponentId): ComponentId;
  /** Whether a template text calls only what the reader knows. */
  knowsAll(call: CallBinding): boolean;
  /** Whether a call gives a boolean where it comes from. */
  givesBoolean(call: CallBinding): boolean;
  /** A validator's own words where it comes from, which a person reads in place of the rule's. */
  wordsOf(call: CallBinding): string | undefined;
  /** Arguments that cannot be said are left out, and the call stands. */
  readonly lenient: boolean;
  /** `name` tells the properties of one component apart; `bindable`: a path may stand in its place. */
  standIn(binding: PathBinding | CallBinding, name: string, bindable: boolean): Stand | undefined;
  lose(what: string): void;
}

/** Handed on, because properties hold calls and calls hold properties. */
export type WriteProp = (prop: Prop, value: Json, writing: Writing, name: string) => Json | undefined;

export class Writing {
  readonly means: Means;
  /** Set where nothing may be lost or replaced: then the whole is said otherwise. */
  readonly #exact: boolean;
  failed = false;

  constructor(means: Means, exact = false) {
    this.means = means;
    this.#exact = exact;
  }

  get syntax(): Syntax {
    return this.means.syntax;
  }
  get words(): DialectFeatures {
    return this.means.syntax.words;
  }

  get isExact(): boolean {
    return this.#exact;
  }

  exact(): Writing {
    return new Writing(this.means, true);
  }

  lose(what: string): undefined {
    if (this.#exact) this.failed = true;
    else this.means.lose(what);
    return undefined;
  }

  standIn(binding: PathBinding | CallBinding, name: string, bindable: boolean): Stand | undefined {
    if (!this.#exact) return this.means.standIn(binding, name, bindable);
    this.failed = true;
    return undefined;
  }

  functionOf(call: CallBinding): FunctionDeclaration | undefined {
    const catalog = this.words.calls ? this.means.catalogFor(call.catalog) : undefined;
    if (catalog === undefined) return undefined;
    const declared = catalog.functions.get(call.call);
    return declared ?? (this.means.lenient && isAgentFunction(catalog, call.call) ? ASKED_OF_AGENT : undefined);
  }
}

/** One that no catalog names: the reader asks the agent for it, as it was written (A2UI 1.0, function calls). */
const ASKED_OF_AGENT: FunctionDeclaration = { args: {}, openArgs: true, returns: 'any' };
