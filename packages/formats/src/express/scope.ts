// One surface of an Express block: its variables, its components and its data. A component is given as soon as everything that
// it names is known; a name that comes later makes those that used it new.

import {
  type Catalog,
  type Issue,
  type IssueCode,
  isObject,
  isReserved,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  quote,
  setMember,
} from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import { CatalogNames } from './catalog-names.ts';
import type { StatementScope } from './compile-context.ts';
import { ComponentCompiler } from './component.ts';
import type { CallExpression, Expression, Statement } from './parser.ts';

export interface ScopeSink {
  /** A component and what was written inside it, behind it. */
  components(list: readonly JsonObject[]): void;
  data(segments: readonly string[], value: Json): void;
  fault(issue: Issue): void;
  repair(kind: RepairKind, line: number, at?: string): void;
}

export interface ScopeOptions {
  readonly catalogs: readonly Catalog[];
  readonly protocol: string;
  readonly mend: boolean;
  readonly limits: Limits;
}

interface Definition {
  readonly value: Expression;
  readonly line: number;
}

/** A component that was written under a name. */
interface NamedValue {
  readonly id: string;
  readonly call: CallExpression;
}

/** Work that substitution may cost, in expressions, for each that was written. */
const STEPS_PER_STATEMENT = 256;
const STEP_ALLOWANCE = 20_000;
const MAX_VARIABLES = 100_000;

export class ExpressScope implements StatementScope {
  readonly names: CatalogNames;
  readonly #sink: ScopeSink;
  readonly #options: ScopeOptions;
  readonly #definitions = new Map<string, Definition>();
  /** Which statements stand for the meaning of a name: components by id, data by path. */
  readonly #users = new Map<string, Set<string>>();
  readonly #components = new Map<string, NamedValue>();
  readonly #made = new Map<string, string>();
  readonly #data = new Map<string, Statement>();
  readonly #waiting = new Set<string>();
  #isEnded = false;
  #isDraft = false;
  #steps = STEP_ALLOWANCE;
  hasRoot = false;

  constructor(sink: ScopeSink, options: ScopeOptions) {
    this.#sink = sink;
    this.#options = options;
    this.names = new CatalogNames(options.catalogs, options.protocol);
  }

  get mend(): boolean {
    return this.#options.mend;
  }

  get limits(): Limits {
    return this.#options.limits;
  }

  /** The ids of what was written under a name, in the order of the statements. */
  get ids(): Iterable<string> {
    return this.#components.keys();
  }

  get isEmpty(): boolean {
    return this.#components.size === 0 && this.#data.size === 0;
  }

  fault(code: IssueCode, words: string, line: number, at = ''): void {
    if (!this.#isDraft) this.#sink.fault({ ...issue(code, 'error', words, at), line });
  }

  repair(kind: RepairKind, line: number, at = ''): void {
    if (!this.#isDraft) this.#sink.repair(kind, line, at);
  }

  /** A name gets its meaning. */
  define(name: string, value: Expression, line: number): void {
    if (name === '_') return this.fault('VITRINE_FORMAT_SYNTAX', '"_" cannot be assigned.', line);
    if (isReserved(name)) return this.fault('VITRINE_NAME_RESERVED', `The name ${quote(name)} is reserved.`, line);
    if (this.#definitions.size >= MAX_VARIABLES)
      return this.fault('VITRINE_LIMIT_ENTRIES', `There are more than ${MAX_VARIABLES} names.`, line);
    this.#steps += STEPS_PER_STATEMENT;
    if (value.type === 'call' && !this.names.isKnown(value, this.mend)) {
      const found = this.names.find('function', value.name, undefined, false);
      if ('words' in found) this.fault(found.code, found.words, line);
      return;
    }
    const before = this.#definitions.get(name);
    const owner = this.#made.get(name);
    if (owner !== undefined && owner !== name) {
      const words = `The id ${quote(name)} was given to a component inside ${quote(owner)}.`;
      return this.fault('VITRINE_COMPONENT_DUPLICATE', words, line);
    }
    if (before !== undefined) this.#again(name, line);
    this.#definitions.set(name, { value, line });
    const component = this.componentOf(name);
    if (component === undefined) this.#components.delete(name);
    else {
      this.#components.set(name, { id: name, call: component });
      if (name === 'root') this.hasRoot = true;
      this.#give(name);
    }
    this.#tellUsers(name, component !== undefined && before === undefined);
  }

  #again(name: string, line: number): void {
    const words = `The name ${quote(name)} is defined twice; the last one counts.`;
    if (this.mend) this.repair('repeated-message', line, `/${name}`);
    else this.fault('VITRINE_COMPONENT_DUPLICATE', words, line);
  }

  /** What uses the name is made again. A component that is only named as a child is the same as before. */
  #tellUsers(name: string, isComponent: boolean): void {
    for (const user of this.#users.get(name) ?? []) {
      const isWaiting = this.#waiting.has(user);
      if (isComponent && !isWaiting) continue;
      if (user.startsWith('$')) this.#giveData(user);
      else this.#give(user);
    }
  }

  /** Whether the meaning of a name is a component, and which. */
  componentOf(name: string): CallExpression | undefined {
    const value = this.#definitions.get(name)?.value;
    return value?.type === 'call' && this.names.isComponent(value, this.mend) ? value : undefined;
  }

  /** What stands for a name. It is noted who asked. */
  lookUp(name: string, user: string): Definition | undefined {
    let users = this.#users.get(name);
    if (this.#isDraft) return this.#definitions.get(name);
    if (users === undefined) {
      users = new Set();
      this.#users.set(name, users);
    }
    users.add(user);
    return this.#definitions.get(name);
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** One more expression is looked at; false where that is too much. */
  spend(): boolean {
    return this.#steps-- > 0;
  }

  /** An id for a component that is written inside another; undefined where it is taken. */
  makeId(id: string, owner: string): string | undefined {
    const before = this.#made.get(id);
    if (this.#definitions.has(id) || (before !== undefined && before !== owner)) return undefined;
    if (!this.#isDraft) this.#made.set(id, owner);
    return id;
  }

  /** What a component would be that is not complete, or data; nothing is kept of it and nothing told. */
  draft<T>(work: (compiler: ComponentCompiler) => T | 'waits' | undefined, id: string): T | undefined {
    this.#isDraft = true;
    const made = work(new ComponentCompiler(this, id));
    this.#isDraft = false;
    return made === 'waits' ? undefined : made;
  }

  #give(id: string): void {
    const named = this.#components.get(id);
    if (named === undefined) return;
    this.#waiting.delete(id);
    const made = new ComponentCompiler(this, id).compile(named.call);
    if (made === 'waits') this.#waiting.add(id);
    else if (made !== undefined) this.#sink.components(made);
  }

  /** `$/a/b = value` */
  write(target: string, statement: Statement): void {
    this.#steps += STEPS_PER_STATEMENT;
    this.#data.set(target, statement);
    this.#giveData(target);
  }

  #giveData(target: string): void {
    const statement = this.#data.get(target);
    if (statement === undefined) return;
    const segments = target
      .slice(1)
      .split('/')
      .filter((one) => one !== '');
    const reserved = segments.find(isReserved);
    if (reserved !== undefined)
      return this.fault(
        'VITRINE_POINTER_RESERVED',
        `The path uses the reserved key ${quote(reserved)}.`,
        statement.line,
      );
    if (segments.length > this.limits.dataDepth) {
      const words = `A path has ${segments.length} segments; the limit is ${this.limits.dataDepth}.`;
      return this.fault('VITRINE_LIMIT_DEPTH', words, statement.line);
    }
    this.#waiting.delete(target);
    const made = new ComponentCompiler(this, target).data(statement.value);
    if (made === 'waits') this.#waiting.add(target);
    else if (made !== undefined) this.#sink.data(segments, made.value);
  }

  /** Nothing more will be defined: a name without a meaning is its own text. */
  end(isCut: boolean): void {
    this.#isEnded = true;
    for (const user of [...this.#waiting]) {
      if (isCut) {
        const line = this.#definitions.get(user)?.line ?? this.#data.get(user)?.line ?? 0;
        this.fault('VITRINE_TREE_DANGLING', `${quote(user)} names what did not come.`, line);
        continue;
      }
      if (user.startsWith('$')) this.#giveData(user);
      else this.#give(user);
    }
  }
}

/** Writes into data that is gathered; what stands in the way and is no object makes room. */
export function putData(data: JsonObject, segments: readonly string[], value: Json): JsonObject {
  if (segments.length === 0) return isObject(value) ? { ...data, ...value } : data;
  let holder = data as { [key: string]: Json };
  for (const segment of segments.slice(0, -1)) {
    const next = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
    const room = isObject(next) ? next : {};
    if (room !== next) setMember(holder, segment, room);
    holder = room as { [key: string]: Json };
  }
  setMember(holder, segments.at(-1) as string, value);
  return data;
}
