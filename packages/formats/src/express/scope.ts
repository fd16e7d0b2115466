// One surface of an Express block: its variables, its components and its data. A component is given as soon as everything that
// it names is known; a name that comes later makes those that used it new.

import {
  type Catalog,
  type Issue,
  type IssueCode,
  isArray,
  isObject,
  isReserved,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  listIndex,
  quote,
  setMember,
} from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import { CatalogNames } from './catalog-names.ts';
import type { StatementScope } from './compile-context.ts';
import { ComponentCompiler } from './component.ts';
import type { CallExpression, Expression, ExpressStatement } from './parser.ts';

export interface ScopeSink {
  /** A component and what was written inside it, behind it. */
  components(list: readonly JsonObject[]): void;
  data(segments: readonly string[], value: Json): void;
  /** A call that stands alone. */
  call(made: JsonObject): void;
  fault(issue: Issue): void;
  repair(kind: RepairKind, line: number, at?: string): void;
}

export interface ScopeOptions {
  readonly catalogs: readonly Catalog[];
  /** The catalog of the surface. */
  readonly preferred: string | undefined;
  readonly protocol: string;
  readonly mend: boolean;
  readonly limits: Limits;
  /** Variables that were defined before any surface was named. */
  readonly outer?: ReadonlyMap<string, Expression> | undefined;
}

/** What is known of a name, which may be used before it has a meaning. One for all of it, because a surface has thousands. */
interface KnownName {
  value: Expression | undefined;
  line: number;
  /** Whether the value is a component. */
  isComponent: boolean;
  /** The statements that stand for the meaning: components by id, data by path. Most names have one. */
  users: string | Set<string> | undefined;
  /** The component that it was written inside, without a name of its own. */
  owner: string | undefined;
}

/** In place of a component that names nothing, and so is never made again: what it was made of would be most of what is kept. */
const FINISHED: CallExpression = { type: 'call', name: '', args: [], line: 0 };

/** Data and calls among what stands for names: no id begins so. */
const NAMELESS = '\0';

/** Work that substitution may cost, in expressions, for each that was written. */
const STEPS_PER_STATEMENT = 256;
const STEP_ALLOWANCE = 20_000;
const MAX_VARIABLES = 100_000;

export class ExpressScope implements StatementScope {
  readonly names: CatalogNames;
  readonly #sink: ScopeSink;
  readonly #options: ScopeOptions;
  readonly #known = new Map<string, KnownName>();
  /** The names that were defined, in that order. */
  readonly #defined: string[] = [];
  readonly #data = new Map<string, ExpressStatement>();
  #hasData = false;
  readonly #calls = new Map<string, CallExpression>();
  #callCount = 0;
  readonly #waiting = new Set<string>();
  #isEnded = false;
  #isDraft = false;
  #steps = STEP_ALLOWANCE;
  hasRoot = false;

  constructor(sink: ScopeSink, options: ScopeOptions) {
    this.#sink = sink;
    this.#options = options;
    this.names = new CatalogNames(options.catalogs, options.protocol, options.preferred);
  }

  get mend(): boolean {
    return this.#options.mend;
  }

  get limits(): Limits {
    return this.#options.limits;
  }

  /** The ids of what was written under a name, in the order of the statements. */
  get ids(): Iterable<string> {
    return this.#defined.filter((name) => this.isComponent(name));
  }

  fault(code: IssueCode, words: string, line: number, at = ''): void {
    if (!this.#isDraft) this.#sink.fault({ ...issue(code, 'error', words, at), line });
  }

  repair(kind: RepairKind, line: number, at = ''): void {
    if (!this.#isDraft) this.#sink.repair(kind, line, at);
  }

  /** A name gets its meaning. */
  define(name: string, value: Expression, line: number): void {
    if (isReserved(name)) return this.fault('VITRINE_NAME_RESERVED', `The name ${quote(name)} is reserved.`, line);
    if (this.#defined.length >= MAX_VARIABLES)
      return this.fault('VITRINE_LIMIT_ENTRIES', `There are more than ${MAX_VARIABLES} names.`, line);
    this.#steps += STEPS_PER_STATEMENT;
    const isComponent = value.type === 'call' && this.names.isComponent(value, this.mend);
    if (value.type === 'call' && !isComponent && !this.names.isKnown(value, this.mend)) {
      const found = this.names.find('function', value.name, undefined, false);
      if ('words' in found) this.fault(found.code, found.words, line);
      return;
    }
    const known = this.#nameOf(name);
    if (known.owner !== undefined && known.owner !== name) {
      const words = `The id ${quote(name)} was given to a component inside ${quote(known.owner)}.`;
      return this.fault('VITRINE_COMPONENT_DUPLICATE', words, line);
    }
    const isNew = known.value === undefined;
    if (isNew) this.#defined.push(name);
    else this.#again(name, line);
    known.value = value;
    known.line = line;
    known.isComponent = isComponent;
    if (isComponent) {
      if (name === 'root') this.hasRoot = true;
      if (!this.#make(name, value as CallExpression)) known.value = FINISHED;
    }
    this.#tellUsers(known, isComponent && isNew);
  }

  #nameOf(name: string): KnownName {
    let known = this.#known.get(name);
    if (known === undefined) {
      known = { value: undefined, line: 0, isComponent: false, users: undefined, owner: undefined };
      this.#known.set(name, known);
    }
    return known;
  }

  #again(name: string, line: number): void {
    const words = `The name ${quote(name)} is defined twice; the last one counts.`;
    if (this.mend) this.repair('repeated-message', line, `/${name}`);
    else this.fault('VITRINE_COMPONENT_DUPLICATE', words, line);
  }

  /** What uses the name is made again. A component that is only named as a child is the same as before. */
  #tellUsers({ users }: KnownName, isComponent: boolean): void {
    if (users === undefined) return;
    for (const user of typeof users === 'string' ? [users] : users) {
      const isWaiting = this.#waiting.has(user);
      if (isComponent && !isWaiting) continue;
      this.#give(user);
    }
  }

  isComponent(name: string): boolean {
    return this.#known.get(name)?.isComponent === true;
  }

  /** What stands for a name. It is noted who asked. */
  lookUp(name: string, user: string): Expression | undefined {
    if (this.#isDraft) return this.#known.get(name)?.value ?? this.#options.outer?.get(name);
    const known = this.#nameOf(name);
    noteUser(known, user);
    return known.value ?? this.#options.outer?.get(name);
  }

  /** Its variables, where it has nothing else. */
  get variables(): ReadonlyMap<string, Expression> | undefined {
    const found = new Map<string, Expression>();
    for (const name of this.#defined) {
      const { value, isComponent } = this.#nameOf(name);
      if (isComponent) return undefined;
      if (value !== undefined) found.set(name, value);
    }
    return this.#hasData ? undefined : found;
  }

  /** The text that stands for a name by now. */
  meaningOf(name: string): string | undefined {
    const value = this.#known.get(name)?.value ?? this.#options.outer?.get(name);
    return value?.type === 'literal' && typeof value.value === 'string' ? value.value : undefined;
  }

  /** The same, but nothing for a component, whose meaning nobody waits for. */
  lookUpValue(name: string, user: string): Expression | undefined {
    return this.isComponent(name) ? undefined : this.lookUp(name, user);
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
    const known = this.#isDraft ? this.#known.get(id) : this.#nameOf(id);
    if (known === undefined) return id;
    if (known.value !== undefined || (known.owner !== undefined && known.owner !== owner)) return undefined;
    if (!this.#isDraft) known.owner = owner;
    return id;
  }

  /** What a component would be that is not complete, or data; nothing is kept of it and nothing told. */
  draft<T>(work: (compiler: ComponentCompiler) => T | 'waits' | undefined, id: string): T | undefined {
    this.#isDraft = true;
    const made = work(new ComponentCompiler(this, id));
    this.#isDraft = false;
    return made === 'waits' ? undefined : made;
  }

  #give(user: string): void {
    if (this.#calls.has(user)) return this.#giveCall(user);
    if (user.startsWith(NAMELESS)) return this.#giveData(user);
    const known = this.#known.get(user);
    if (known?.isComponent) this.#make(user, known.value as CallExpression);
  }

  /** Whether it names something, whose meaning may come or change. */
  #make(id: string, call: CallExpression): boolean {
    this.#waiting.delete(id);
    const compiler = new ComponentCompiler(this, id);
    const made = compiler.compile(call);
    if (made === 'waits') this.#waiting.add(id);
    else if (made !== undefined) this.#sink.components(made);
    return compiler.usesNames;
  }

  /** `$/a/b = value` */
  write(target: string, statement: ExpressStatement): void {
    this.#hasData = true;
    this.#steps += STEPS_PER_STATEMENT;
    const user = `${NAMELESS}${target}`;
    this.#data.set(user, statement);
    this.#giveData(user);
  }

  #giveData(user: string): void {
    const statement = this.#data.get(user);
    if (statement === undefined) return;
    const segments = user
      .slice(2)
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
    this.#waiting.delete(user);
    const compiler = new ComponentCompiler(this, user, '');
    const made = compiler.data(statement.value);
    if (!compiler.usesNames) this.#data.delete(user);
    if (made === 'waits') this.#waiting.add(user);
    else if (made !== undefined) this.#sink.data(segments, made.value);
  }

  /** A call that stands alone is made once, as soon as all that it names is known. */
  call(call: CallExpression): void {
    this.#steps += STEPS_PER_STATEMENT;
    const user = `${NAMELESS}${this.#callCount++}`;
    this.#calls.set(user, call);
    this.#giveCall(user);
  }

  #giveCall(user: string): void {
    const call = this.#calls.get(user) as CallExpression;
    const made = new ComponentCompiler(this, user, '').call(call);
    if (made === 'waits') {
      this.#waiting.add(user);
      return;
    }
    this.#waiting.delete(user);
    this.#calls.delete(user);
    if (made !== undefined) this.#sink.call(made);
  }

  /** Nothing more will be defined: a name without a meaning is its own text. */
  end(isCut: boolean): void {
    this.#isEnded = true;
    for (const user of [...this.#waiting]) {
      if (isCut) {
        const line = this.#known.get(user)?.line ?? this.#data.get(user)?.line ?? 0;
        this.fault('VITRINE_TREE_DANGLING', `${quote(user.replace(NAMELESS, ''))} names what did not come.`, line);
        continue;
      }
      this.#give(user);
    }
  }
}

/** A set for each name would cost more than its statement. */
function noteUser(known: KnownName, user: string): void {
  const { users } = known;
  if (users === undefined) known.users = user;
  else if (typeof users !== 'string') users.add(user);
  else if (users !== user) known.users = new Set([users, user]);
}

type Container = { [key: string]: Json };

/**
 * Writes into data that is gathered; what stands in the way and holds nothing by that name makes room. With `owned`, what is on the
 * way and not in it may be shared, so a copy takes its place: the outermost is the caller's own.
 */
export function putData(data: Json, segments: readonly string[], value: Json, owned?: WeakSet<object>): Json {
  if (segments.length === 0) return isObject(value) && isObject(data) ? { ...data, ...value } : value;
  const whole = hasRoom(data, segments[0] as string) ? data : {};
  let holder = whole as Container;
  for (const [i, segment] of segments.slice(0, -1).entries()) {
    const next = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
    const isKept = hasRoom(next, segments[i + 1] as string);
    const isOwn = isKept && (owned === undefined || owned.has(next as object));
    const room = isOwn ? (next as Container) : isKept ? copyOf(next as Container) : {};
    if (room !== next) {
      owned?.add(room);
      setMember(holder, segment, room);
    }
    holder = room;
  }
  setMember(holder, segments.at(-1) as string, value);
  return whole;
}

/** An object, or a list that is long enough for the item to be its next. */
export function hasRoom(holder: Json | undefined, segment: string): boolean {
  if (!isArray(holder)) return isObject(holder);
  const index = listIndex(segment);
  return index >= 0 && index <= holder.length;
}

function copyOf(holder: Container): Container {
  return (isArray(holder) ? [...holder] : { ...holder }) as Container;
}
