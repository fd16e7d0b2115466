// One statement of Express on its way to the wire: the arguments of a component by its signature, values by their declarations,
// variables by what they stand for. What is written inside gets an id of its own and comes behind.

import {
  type IssueCode,
  isObject,
  isReserved,
  type Json,
  type JsonObject,
  type Prop,
  quote,
  setMember,
} from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import { admitsBinding, type Signature } from '../signatures.ts';
import { placeArguments } from './arguments.ts';
import { compileChecks } from './checks.ts';
import type { StatementScope, ValueCompiler } from './compile-context.ts';
import {
  type Argument,
  type CallExpression,
  type ExpressCheck,
  type Expression,
  type NamedArgument,
  shortList,
} from './parser.ts';
import {
  ANY,
  admitsNull,
  bearsOne,
  declares,
  ID,
  isFree,
  isTextual,
  itemOf,
  labelled,
  meantBy,
  memberOf,
} from './slots.ts';

/** Thrown inside, and caught where it began: a name has no meaning yet. One for all, because making one costs more than its statement. */
const WAITING = new Error('A name has no meaning yet.');
/** The statement is refused; what is wrong was told. */
const REFUSED = new Error('The statement is refused.');

const MAX_SUBSTITUTIONS = 32;

interface NamedSignature {
  readonly signature: Signature;
  /** Undefined where the message does not say it. */
  readonly catalogId: string | undefined;
}

type PropertyValues = { [name: string]: Json };
type NameExpression = Extract<Expression, { type: 'name' }>;
type ExpressLiteral = Extract<Expression, { type: 'literal' }>;

export class ComponentCompiler implements ValueCompiler {
  readonly #scope: StatementScope;
  readonly #user: string;
  readonly #at: string | undefined;
  readonly #made: JsonObject[] = shortList();
  #resolving: string[] | undefined;
  /** Told only of what is made: what waits is compiled again. */
  #repairs: [kind: RepairKind, line: number][] | undefined;

  /** Whether the statement asked for the meaning of a name. */
  usesNames = false;

  /** `at`: what issues are about, where it is no component. */
  constructor(scope: StatementScope, user: string, at?: string) {
    this.#scope = scope;
    this.#user = user;
    this.#at = at;
  }

  compile(call: CallExpression): readonly JsonObject[] | 'waits' | undefined {
    return this.#caught(() => {
      this.#component(call, this.#user);
      return this.#made;
    });
  }

  data(value: Expression): { readonly value: Json } | 'waits' | undefined {
    return this.#caught(() => ({ value: this.#data(value) }));
  }

  /** A call that stands alone, and so always names its catalog. */
  call(call: CallExpression): JsonObject | 'waits' | undefined {
    return this.#caught(() => {
      const { catalogId, ...made } = this.#function(call);
      return { catalogId: catalogId ?? this.#named('function', call).signature.catalog.id, ...made };
    });
  }

  #caught<T>(work: () => T): T | 'waits' | undefined {
    try {
      const made = work();
      if (this.#repairs !== undefined) this.#tell(this.#repairs);
      return made;
    } catch (error) {
      if (error === WAITING) return 'waits';
      if (error !== REFUSED) throw error;
      if (this.#repairs !== undefined) this.#tell(this.#repairs);
      return undefined;
    }
  }

  #tell(repairs: readonly (readonly [kind: RepairKind, line: number])[]): void {
    for (const [kind, line] of repairs) this.#scope.repair(kind, line, this.#at ?? `/components/${this.#user}`);
  }

  refuse(code: IssueCode, words: string, line: number, at?: string): never {
    this.#scope.fault(code, words, line, at ?? this.#at ?? `/components/${this.#user}`);
    throw REFUSED;
  }

  repair(kind: RepairKind, line: number): void {
    this.#repairs ??= [];
    this.#repairs.push([kind, line]);
  }

  get mend(): boolean {
    return this.#scope.mend;
  }

  #component(call: CallExpression, id: string): void {
    const { signature, catalogId } = this.#named('component', call);
    const own: PropertyValues = { id, component: signature.name };
    if (catalogId !== undefined) own.catalogId = catalogId;
    const at = this.#made.push(own) - 1;
    const checks = this.#fill(own, call, signature, id);
    if (checks !== undefined && checks.length > 0) this.#checks(own, signature, checks);
    this.#complete(own, signature, call.line);
    this.#made[at] = own;
  }

  /** Gives the checks, where there are any. */
  #fill(
    made: PropertyValues,
    call: CallExpression,
    signature: Signature,
    owner: string,
  ): readonly ExpressCheck[] | undefined {
    const placed = placeArguments(call, signature, this);
    if (placed === undefined) {
      for (let i = 0; i < call.args.length; i++)
        this.#put(made, signature.order[i] as string, (call.args[i] as Argument).value, signature, owner);
      return undefined;
    }
    const { names, values } = placed;
    for (let i = 0; i < values.length; i++)
      this.#put(made, names[i] as string, values[i] as Expression, signature, owner);
    return placed.checks;
  }

  #put(made: PropertyValues, name: string, value: Expression, { params }: Signature, owner: string): void {
    const wire = this.value(value, params.get(name) ?? ANY, owner, name);
    if (wire !== undefined) setMember(made, name, wire);
  }

  #complete(own: PropertyValues, { required, name }: Signature, line: number): void {
    for (let i = 0; i < required.length; i++) {
      const one = required[i] as string;
      if (Object.hasOwn(own, one)) continue;
      this.refuse('VITRINE_PROP_MISSING', `${quote(name)} needs the property ${quote(one)}.`, line);
    }
  }

  #checks(own: PropertyValues, { checks, name }: Signature, found: readonly ExpressCheck[]): void {
    const first = found[0] as ExpressCheck;
    if (checks === undefined) this.refuse('VITRINE_PROP_UNKNOWN', `${quote(name)} takes no checks.`, first.line);
    const bound = (property: string): Json | undefined => {
      const value = Object.hasOwn(own, property) ? own[property] : undefined;
      return isObject(value) && ('@path' in value || 'path' in value) ? value : undefined;
    };
    own[checks] = compileChecks(found, bound, this);
  }

  /** The signature that a call means, and what it says of its catalog. */
  #named(what: 'component' | 'function', call: CallExpression): NamedSignature {
    const { names } = this.#scope;
    const named = argumentNamed(call, 'catalogId');
    const catalogId = named?.type === 'literal' && typeof named.value === 'string' ? named.value : undefined;
    if (named !== undefined && names.protocol !== '1.0')
      this.refuse('VITRINE_PROP_UNKNOWN', 'A catalogId is said only from A2UI 1.0 on.', call.line);
    const found = names.find(what, call.name, catalogId, this.mend);
    if (!('signature' in found)) this.refuse(found.code, found.words, call.line);
    if (found.isMended) this.repair('misspelt-name', call.line);
    const { signature } = found;
    return { signature, catalogId: catalogId === undefined ? names.saidOf(signature.catalog) : signature.catalog.id };
  }

  /** Undefined: the property is left out. `owner` and `key` make the id of what is written inline there; most values need none. */
  value(expression: Expression, prop: Prop, owner = '', key: string | number = ''): Json | undefined {
    if (!this.#scope.spend())
      this.refuse(
        'VITRINE_LIMIT_ENTRIES',
        'Names stand for too much: what they are put in for is too large.',
        expression.line,
      );
    switch (expression.type) {
      case 'literal':
        return expression.value === null && !admitsNull(prop) ? undefined : this.#literal(expression, prop);
      case 'skip':
        return undefined;
      case 'path':
        return this.#path(expression, prop);
      case 'name':
        return this.#name(expression, prop, owner, key);
      case 'list':
        return this.#list(expression.items, prop, placeOf(owner, key), expression.line);
      case 'map':
        return this.#map(expression.entries, prop, placeOf(owner, key), expression.line);
      case 'check':
        // What a check of others is made of: the calls alone.
        return this.#function({ ...expression, type: 'call' });
      case 'call':
        return this.#call(expression, prop, placeOf(owner, key));
    }
  }

  #literal({ value, line }: ExpressLiteral, prop: Prop): Json {
    if (prop.kind === 'checks') return [];
    if (typeof value !== 'string' || prop.kind === 'text' || !this.mend) return value;
    const meant = meantBy(value, prop);
    if (meant === undefined) return value;
    this.repair(meant.repair, line);
    return meant.value;
  }

  #path({ path, line }: { readonly path: string; readonly line: number }, prop: Prop): Json {
    if (!admitsBinding(prop) && prop.kind !== 'action')
      this.refuse('VITRINE_BINDING_INVALID', `No path may stand here: $${path}.`, line);
    return { [this.#scope.names.pathKey]: path };
  }

  #name(expression: NameExpression, prop: Prop, owner: string, key: string | number): Json | undefined {
    const { name, line } = expression;
    const found = this.resolve(expression);
    if (found === undefined) {
      if (prop.kind === 'child') return name;
      if (!this.#scope.isEnded) throw WAITING;
      if (!isTextual(prop)) this.refuse('VITRINE_PROP_TYPE', `The name ${quote(name)} is not defined.`, line);
      return name;
    }
    if (found.type === 'call' && this.#scope.isComponent(name)) return this.#listed(name, prop, line);
    const resolving = this.#standing(name);
    const value = this.value(found, prop, owner, key);
    resolving.pop();
    return value;
  }

  /** What stands for a name, one step on; other expressions are themselves. */
  resolve(expression: Expression): Expression | undefined {
    if (expression.type !== 'name') return expression;
    const { name, line } = expression;
    const resolving = this.#resolving;
    if (resolving !== undefined && (resolving.includes(name) || resolving.length > MAX_SUBSTITUTIONS))
      this.refuse('VITRINE_TREE_CYCLE', `The name ${quote(name)} stands for itself, or for too many others.`, line);
    return this.#meaning(name);
  }

  /** The names that are being put in for, with one more. */
  #standing(name: string): string[] {
    this.#resolving ??= [];
    this.#resolving.push(name);
    return this.#resolving;
  }

  #meaning(name: string): Expression | undefined {
    this.usesNames = true;
    return this.#scope.lookUp(name, this.#user);
  }

  /** What stands for a name now, without waiting for it. */
  peek({ name }: { readonly name: string }): Expression | undefined {
    this.usesNames = true;
    return this.#scope.lookUpValue(name, this.#user);
  }

  awaitMeaning({ name }: { readonly name: string }): void {
    if (!this.#scope.isEnded && !this.#scope.isComponent(name) && this.#meaning(name) === undefined) throw WAITING;
  }

  isComponent(expression: Expression): boolean {
    if (expression.type === 'name') return this.#scope.isComponent(expression.name);
    return expression.type === 'call' && this.#scope.names.isComponent(expression, this.mend);
  }

  /** Whether an expression is a check or a list of them, after names; a name without a meaning waits. */
  asChecks(expression: Expression): readonly ExpressCheck[] | undefined {
    const found = this.#followed(expression);
    if (found?.type === 'check') return [found];
    if (found?.type !== 'list') return undefined;
    const checks: ExpressCheck[] = [];
    for (const item of found.items) {
      const one = this.#followed(item);
      if (one?.type !== 'check') return undefined;
      checks.push(one);
    }
    return checks.length > 0 ? checks : undefined;
  }

  #followed(expression: Expression): Expression | undefined {
    let found: Expression | undefined = expression;
    for (let i = 0; found?.type === 'name' && i < MAX_SUBSTITUTIONS; i++) found = this.peek(found);
    return found;
  }

  #list(items: readonly Expression[], prop: Prop, place: string, line: number): Json {
    const item = itemOf(prop);
    const list: Json[] = shortList();
    for (let i = 0; i < items.length; i++) {
      const value = this.value(items[i] as Expression, item, place, i);
      list.push(value === undefined ? null : labelled(value, item));
    }
    if (!this.mend || prop.kind !== 'child' || list.length !== 1) return list;
    this.repair('stray-bracket', line);
    return list[0] as Json;
  }

  /** One child where a list of them is declared. */
  #listed(id: string, prop: Prop, line: number): Json {
    if (!this.mend || prop.kind !== 'children') return id;
    this.repair('unopened-bracket', line);
    return [id];
  }

  #map(entries: readonly NamedArgument[], prop: Prop, place: string, line: number): Json {
    const made: PropertyValues = {};
    for (let i = 0; i < entries.length; i++) {
      const { name: key, value } = entries[i] as NamedArgument;
      if (isReserved(key)) this.refuse('VITRINE_NAME_RESERVED', `The key ${quote(key)} is reserved.`, line);
      const wire = this.value(value, memberOf(prop, key), place, key);
      if (wire !== undefined) made[key] = wire;
      // A member that is declared may be left out by null; of an open map null is a value.
      else if (value.type === 'literal' && !declares(prop, key)) made[key] = null;
    }
    return made;
  }

  #call(call: CallExpression, prop: Prop, place: string): Json {
    if (this.#scope.names.isComponent(call, this.mend)) return this.#inline(call, prop, place);
    if (call.name === '_template') return this.#template(call, prop, place);
    if (call.name === 'Event') return this.#event(call);
    const made = this.#function(call);
    return prop.kind === 'action' ? { functionCall: made } : made;
  }

  #inline(call: CallExpression, prop: Prop, place: string): Json {
    // What is unknown is told as such, wherever it stands.
    this.#named('component', call);
    if (!bearsOne(prop) && !isFree(prop))
      this.refuse('VITRINE_PROP_TYPE', `No component may stand here: ${quote(call.name)}.`, call.line);
    const id = this.#scope.makeId(place, this.#user);
    if (id === undefined) this.refuse('VITRINE_COMPONENT_DUPLICATE', `The id ${quote(place)} is taken.`, call.line);
    this.#component(call, id);
    return this.#listed(id, prop, call.line);
  }

  #template(call: CallExpression, prop: Prop, place: string): Json {
    const list = argument(call, 0, 'path');
    const component = argument(call, 1, 'component');
    const path = list === undefined ? undefined : this.resolve(list);
    if (component === undefined || path?.type !== 'path' || call.args.length > 2)
      this.refuse('VITRINE_FORMAT_SYNTAX', '_template takes a path and a component.', call.line);
    if (!(prop.kind === 'children' && prop.templates !== false) && !isFree(prop))
      this.refuse('VITRINE_PROP_TYPE', 'A template stands only where children may be repeated.', call.line);
    const id = this.value(component, ID, place);
    if (typeof id !== 'string')
      this.refuse('VITRINE_FORMAT_SYNTAX', '_template takes a path and a component.', call.line);
    return { componentId: id, path: path.path };
  }

  #event(call: CallExpression): Json {
    const name = this.#textOf(argument(call, 0, 'name'));
    if (name === undefined) this.refuse('VITRINE_FORMAT_SYNTAX', 'Event takes a name and, perhaps, a map.', call.line);
    const second = argument(call, 1, 'context');
    const context = second === undefined ? undefined : this.value(second, ANY);
    if (context !== undefined && !isObject(context))
      this.refuse('VITRINE_PROP_TYPE', 'The context of an event is a map.', call.line);
    const more = this.#eventMore(call);
    if (context === undefined && more === undefined) return { event: { name } };
    const all = more === undefined ? (context ?? {}) : { ...context, ...more };
    return { event: { name, context: this.#withoutNulls(all, call.line) } };
  }

  /** Arguments by other names are what the context is made of. */
  #eventMore({ args, line }: CallExpression): PropertyValues | undefined {
    const rest = args.filter(({ name }) => name !== undefined && name !== 'name' && name !== 'context');
    if (rest.length === 0 && args.length <= 2) return undefined;
    if (!this.mend || rest.length === 0)
      this.refuse('VITRINE_PROP_UNKNOWN', 'Event takes a name and, perhaps, a map.', line);
    this.repair('moved-argument', line);
    return this.#map(rest as readonly NamedArgument[], ANY, '', line) as PropertyValues;
  }

  /** No value of a context is null; models write it for what they do not have. */
  #withoutNulls(context: JsonObject, line: number): JsonObject {
    if (!this.mend || !Object.values(context).includes(null)) return context;
    this.repair('missing-value', line);
    return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== null));
  }

  #textOf(expression: Expression | undefined): string | undefined {
    const value = expression === undefined ? undefined : this.value(expression, ANY);
    return typeof value === 'string' ? value : undefined;
  }

  #function(call: CallExpression): JsonObject {
    const { signature, catalogId } = this.#named('function', call);
    const args: PropertyValues = {};
    this.#fill(args, call, signature, this.#user);
    for (const one of signature.required) {
      if (!Object.hasOwn(args, one))
        this.refuse('VITRINE_FUNCTION_ARGS', `${quote(call.name)} needs the argument ${quote(one)}.`, call.line);
    }
    const { callKey } = this.#scope.names;
    return { [callKey]: signature.name, ...(catalogId === undefined ? undefined : { catalogId }), args };
  }

  /** The signature of a check's function. */
  checkFunction(name: string, line: number): Signature {
    return this.#named('function', { type: 'call', name, args: [], line }).signature;
  }

  get callKey(): string {
    return this.#scope.names.callKey;
  }

  saidOf({ catalog }: Signature): string | undefined {
    return this.#scope.names.saidOf(catalog);
  }

  /** Plain data: no path, no call. */
  #data(expression: Expression): Json {
    if (!this.#scope.spend()) this.refuse('VITRINE_LIMIT_ENTRIES', 'Names stand for too much.', expression.line, '');
    switch (expression.type) {
      case 'literal':
        return expression.value;
      case 'skip':
        return null;
      case 'list':
        return expression.items.map((item) => this.#data(item));
      case 'map':
        return this.#dataMap(expression.entries, expression.line);
      case 'name':
        return this.#dataName(expression);
      default:
        return this.refuse(
          'VITRINE_BINDING_INVALID',
          'Data is made of texts, numbers, lists and maps.',
          expression.line,
          '',
        );
    }
  }

  #dataName(expression: NameExpression): Json {
    const found = this.resolve(expression);
    if (found === undefined) {
      if (!this.#scope.isEnded) throw WAITING;
      return expression.name;
    }
    const resolving = this.#standing(expression.name);
    const value = this.#data(found);
    resolving.pop();
    return value;
  }

  #dataMap(entries: readonly NamedArgument[], line: number): Json {
    const made: PropertyValues = {};
    for (let i = 0; i < entries.length; i++) {
      const { name: key, value } = entries[i] as NamedArgument;
      if (isReserved(key)) this.refuse('VITRINE_NAME_RESERVED', `The key ${quote(key)} is reserved.`, line, '');
      made[key] = this.#data(value);
    }
    return made;
  }
}

function placeOf(owner: string, key: string | number): string {
  return key === '' ? owner : `${owner}_${key}`;
}

export function argument({ args }: CallExpression, index: number, name: string): Expression | undefined {
  let position = 0;
  let placed: Expression | undefined;
  for (const one of args) {
    if (one.name === name) return one.value;
    if (one.name === undefined && position++ === index) placed = one.value;
  }
  return placed;
}

function argumentNamed({ args }: CallExpression, name: string): Expression | undefined {
  for (let i = 0; i < args.length; i++) if (args[i]?.name === name) return args[i]?.value;
  return undefined;
}
