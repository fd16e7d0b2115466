// What one import of a catalog definition shares: its document, its limits, and the issues found so far. Depth and the
// number of schemas read are bounded, so that no definition, however it refers to itself, takes long.

import type { Wire } from './catalogs/wire.ts';
import { isIdentifier } from './ids.ts';
import { type Issue, issue, quote } from './issue.ts';
import { IssueList } from './issue-list.ts';
import { isObject, type Json, type JsonObject, own } from './json.ts';
import type { Limits } from './limits.ts';
import { escapeSegment, getAt, isReserved, parsePointer } from './pointer.ts';

/** Of a component, a function, one of their properties and arguments, or anything inside those. */
export type NameRule = 'component' | 'function' | 'property' | 'inner';

export class ImportContext {
  readonly limits: Limits;
  readonly wire: Wire;
  readonly #document: JsonObject;
  readonly #issues: IssueList;
  readonly #following = new Set<string>();
  #depth = 0;
  #schemas = 0;
  #failed = false;

  constructor(document: JsonObject, wire: Wire, limits: Limits) {
    this.#document = document;
    this.wire = wire;
    this.limits = limits;
    this.#issues = new IssueList(limits.issuesPerMessage);
  }

  get issues(): readonly Issue[] {
    return this.#issues.all();
  }
  get failed(): boolean {
    return this.#failed;
  }
  /** Nothing more is worth reading: there are too many schemas, or too many issues to tell. */
  get exhausted(): boolean {
    return this.#schemas > this.limits.nodesPerTree || this.#issues.listed.length >= this.limits.issuesPerMessage;
  }

  error(at: string, message: string): void {
    this.#failed = true;
    this.#add(issue('VITRINE_CATALOG_INVALID', 'error', message, at));
  }

  warn(at: string, message: string): void {
    this.#add(issue('VITRINE_CATALOG_INVALID', 'warning', message, at));
  }

  #add(problem: Issue): void {
    // A schema that is read once for each of its types is still only one fault.
    if (this.#issues.listed.some(({ at, message }) => at === problem.at && message === problem.message)) return;
    this.#issues.add(problem);
  }

  /** Reads one schema, unless the definition is nested too deeply or too large; then `fallback` stands for it. */
  schema<T>(at: string, fallback: T, read: () => T): T {
    this.#schemas++;
    if (this.#schemas > this.limits.nodesPerTree) {
      // One issue is enough: everything after it is refused for the same reason.
      if (!this.#failed) this.error(at, `The definition has more than ${this.limits.nodesPerTree} schemas.`);
      return fallback;
    }
    if (this.#depth >= this.limits.propDepth) {
      this.error(at, `Schemas are nested deeper than ${this.limits.propDepth}.`);
      return fallback;
    }
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** Reads what a reference into this document leads to. A schema that contains itself ends in `fallback`. */
  follow<T>(ref: string, at: string, fallback: T, read: (schema: Json) => T): T {
    const target = this.#resolve(ref);
    if (target === undefined) {
      this.warn(at, `${quote(ref)} leads nowhere; anything is accepted here.`);
      return fallback;
    }
    if (this.#following.has(ref)) return fallback;
    this.#following.add(ref);
    try {
      return read(target);
    } finally {
      this.#following.delete(ref);
    }
  }

  #resolve(ref: string): Json | undefined {
    const { $id } = this.#document;
    const local = typeof $id === 'string' && ref.startsWith(`${$id}#`) ? ref.slice($id.length) : ref;
    if (!local.startsWith('#/')) return undefined;
    return getAt(this.#document, parsePointer(decodeFragment(local.slice(1))));
  }

  /** A definition of the document under `$defs`. */
  definition(name: string): Json | undefined {
    const { $defs } = this.#document;
    return isObject($defs) ? own($defs, name) : undefined;
  }

  /** Whether something may be called so. What stands inside a property is data of the author's own. */
  accepts(name: string, at: string, rule: NameRule): boolean {
    const problem = this.#nameProblem(name, rule);
    if (problem !== undefined) this.error(at, `The name ${quote(name)} ${problem}.`);
    return problem === undefined;
  }

  #nameProblem(name: string, rule: NameRule): string | undefined {
    if (name === '') return 'is empty';
    if (name.length > this.limits.idLength) return `is longer than ${this.limits.idLength} characters`;
    if (isReserved(name)) return 'is reserved';
    if (!name.isWellFormed()) return 'holds half of a surrogate pair';
    if (rule === 'inner' || !this.wire.definition.identifiers || isIdentifier(name)) return undefined;
    // The one function that every catalog of the protocol has.
    return rule === 'function' && name === '@index' ? undefined : 'is no identifier (UAX 31)';
  }
}

/** A pointer into the definition, one step further. */
export function below(at: string, name: string | number): string {
  return `${at}/${escapeSegment(String(name))}`;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
