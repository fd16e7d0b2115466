// Which argument is which parameter: by place, by name, and where one stands in a slot that cannot hold it, by what can.

import { type Prop, quote } from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import type { Signature } from '../signatures.ts';
import { isSame } from './catalog-names.ts';
import type { ValueCompiler } from './compile-context.ts';
import type { Argument, CallExpression, ExpressCheck, Expression, NamedArgument } from './parser.ts';
import { bearsOne, meantBy } from './slots.ts';

export interface PlacedArguments {
  /** Of the parameters, one for each value. */
  readonly names: readonly string[];
  readonly values: readonly Expression[];
  readonly checks: readonly ExpressCheck[];
}

/** Arguments more than there are parameters, in whose place may be others'. */
const MAX_MORE = 100;

/** Undefined where each stands in its own slot, as nearly all do. */
export function placeArguments(
  call: CallExpression,
  signature: Signature,
  compiler: ValueCompiler,
): PlacedArguments | undefined {
  if (isInSlots(call, signature, compiler)) return undefined;
  const written = compiler.mend ? unwrapped(call, signature, compiler) : call;
  const { values, checks } = placeEach(written, signature, compiler);
  const placed = compiler.mend ? settle(values, call, signature, compiler) : values;
  return { names: [...placed.keys()], values: [...placed.values()], checks };
}

/** `Text({text: "…"})`: what stands in a map alone are the arguments. */
function unwrapped(call: CallExpression, { order, params }: Signature, compiler: ValueCompiler): CallExpression {
  const [only, more] = call.args;
  if (more !== undefined || only?.name !== undefined || only?.value.type !== 'map') return call;
  const { entries } = only.value;
  const isOwn = mayHold(params.get(order[0] ?? ''), only.value, compiler);
  if (isOwn || entries.length === 0 || !entries.every(({ name }) => params.has(name))) return call;
  compiler.repair('wrong-wrapper', call.line);
  return { ...call, args: entries };
}

function isInSlots({ args }: CallExpression, { order, params, checks }: Signature, compiler: ValueCompiler): boolean {
  if (args.length > order.length) return false;
  for (let i = 0; i < args.length; i++) {
    const { name, value } = args[i] as Argument;
    if (name !== undefined || isChecks(value, checks, compiler)) return false;
    if (compiler.mend && !mayHold(params.get(order[i] as string), value, compiler)) return false;
  }
  return true;
}

function isChecks(value: Expression, checks: string | undefined, compiler: ValueCompiler): boolean {
  return checks === undefined ? isCheck(value) : compiler.asChecks(value) !== undefined;
}

function placeEach(
  call: CallExpression,
  signature: Signature,
  compiler: ValueCompiler,
): { readonly values: Map<string, Expression>; readonly checks: readonly ExpressCheck[] } {
  const values = new Map<string, Expression>();
  const checks: ExpressCheck[] = [];
  let position = 0;
  for (const [index, { name, value }] of call.args.entries()) {
    if (name === 'catalogId') continue;
    const found = signature.checks === undefined && !isCheck(value) ? undefined : compiler.asChecks(value);
    if (found !== undefined) {
      checks.push(...found);
      if (signature.order[position] === signature.checks) position++;
    } else if (name === undefined) placeByPosition(value, [position++, index], values, call, signature, compiler);
    else placeByName(name, value, values, call, signature, compiler);
  }
  return { values, checks };
}

function isCheck({ type }: Expression): boolean {
  return type === 'check';
}

function isLeftOut(value: Expression): boolean {
  return value.type === 'skip' || (value.type === 'literal' && value.value === null);
}

/** `index`: among all arguments, those with a name too. */
function placeByPosition(
  value: Expression,
  [position, index]: readonly [position: number, index: number],
  values: Map<string, Expression>,
  call: CallExpression,
  { order }: Signature,
  compiler: ValueCompiler,
): void {
  const name = order[position];
  if (name !== undefined && !values.has(name)) {
    values.set(name, value);
    return;
  }
  if (isLeftOut(value)) return;
  if (!compiler.mend)
    return name === undefined ? tooMany(call, order.length, compiler) : givenTwice(name, call, compiler);
  const counted = order[index];
  const isFree = name !== undefined && counted !== undefined && !values.has(counted);
  if (!isFree && position >= order.length + MAX_MORE) return compiler.repair('unknown-property', call.line);
  if (isFree) compiler.repair('moved-argument', call.line);
  values.set(isFree ? counted : `\0${position}`, value);
}

function givenTwice(name: string, call: CallExpression, compiler: ValueCompiler): never {
  const words = `${quote(name)} of ${quote(call.name)} is given twice.`;
  return compiler.refuse('VITRINE_PROP_UNKNOWN', words, call.line);
}

function tooMany(call: CallExpression, count: number, compiler: ValueCompiler): never {
  const words = `${quote(call.name)} takes ${count} arguments without a name, and there are more.`;
  return compiler.refuse('VITRINE_PROP_UNKNOWN', words, call.line);
}

function placeByName(
  written: string,
  value: Expression,
  values: Map<string, Expression>,
  call: CallExpression,
  signature: Signature,
  compiler: ValueCompiler,
): void {
  const name = parameter(written, signature, compiler, call.line);
  if (name === undefined) {
    if (!compiler.mend) {
      const words = `${quote(call.name)} has no property ${quote(written)}.`;
      compiler.refuse('VITRINE_PROP_UNKNOWN', words, call.line);
    }
    return compiler.repair('unknown-property', call.line);
  }
  if (values.has(name)) {
    if (!compiler.mend) givenTwice(name, call, compiler);
    compiler.repair('repeated-message', call.line);
  }
  values.set(name, value);
}

function parameter(
  written: string,
  { params, isOpen }: Signature,
  compiler: ValueCompiler,
  line: number,
): string | undefined {
  if (params.has(written)) return written;
  const same = compiler.mend ? [...params.keys()].filter((one) => isSame(one, written)) : [];
  if (same.length === 1) {
    compiler.repair('misspelt-name', line);
    return same[0];
  }
  return isOpen ? written : undefined;
}

/** Puts what cannot stand in its slot into one that can hold it. */
function settle(
  values: ReadonlyMap<string, Expression>,
  call: CallExpression,
  signature: Signature,
  compiler: ValueCompiler,
): ReadonlyMap<string, Expression> {
  if (isSettled(values, signature, compiler)) return values;
  const misplaced = [...values].filter(([name, value]) => !mayHold(signature.params.get(name), value, compiler));
  const settled = new Map([...values].filter(([name]) => !misplaced.some(([other]) => other === name)));
  const stuck: [string, Expression][] = [];
  const written = [...values.keys()];
  for (const [name, value] of misplaced) {
    const kind = move([name, value], settled, written, signature, compiler);
    if (kind !== undefined) compiler.repair(kind, call.line);
    else stuck.push([name, value]);
  }
  return new Map([...settled, ...stuck]);
}

/** What is told of it; undefined where it stays, to be refused. */
function move(
  [name, value]: readonly [string, Expression],
  settled: Map<string, Expression>,
  written: readonly string[],
  signature: Signature,
  compiler: ValueCompiler,
): RepairKind | undefined {
  const list = compiler.isComponent(value) ? listOf(settled, signature) : undefined;
  const partner = partnerOf(name, value, settled, signature, compiler);
  if (value.type === 'name' && list === undefined) compiler.awaitMeaning(value);
  const free = freeSlots(name, value, settled, signature, compiler);
  const target = list ?? partner ?? free.find((one) => isInOrder([name, one], value, settled, written, signature));
  if (target === undefined) return name.startsWith('\0') ? 'unknown-property' : undefined;
  const held = settled.get(target);
  if (list !== undefined && held !== undefined) {
    const items = held.type === 'list' ? held.items : [held];
    settled.set(list, { type: 'list', items: [...items, value], line: value.line });
    return 'unopened-bracket';
  }
  if (partner !== undefined && held !== undefined) settled.set(name, held);
  settled.set(target, value);
  return 'moved-argument';
}

/** The list of children that has begun, to which components behind it belong. */
function listOf(settled: ReadonlyMap<string, Expression>, { params }: Signature): string | undefined {
  return [...settled.keys()].find((name) => params.get(name)?.kind === 'children');
}

/** The one slot whose value and this one can change places. */
function partnerOf(
  name: string,
  value: Expression,
  settled: ReadonlyMap<string, Expression>,
  { params }: Signature,
  compiler: ValueCompiler,
): string | undefined {
  const fit = [...settled].filter(
    ([other, held]) =>
      held.type !== 'name' &&
      !isLeftOut(held) &&
      mayHold(params.get(other), value, compiler) &&
      mayHold(params.get(name), held, compiler),
  );
  return fit.length === 1 ? fit[0]?.[0] : undefined;
}

/** The one free slot that can hold it, or the one that was made for its kind; none where there are several. */
function freeSlots(
  name: string,
  value: Expression,
  settled: ReadonlyMap<string, Expression>,
  { order, params }: Signature,
  compiler: ValueCompiler,
): readonly string[] {
  const free = order.filter((one) => !settled.has(one) || isLeftOut(settled.get(one) as Expression));
  const fit = free.filter((one) => one !== name && mayHold(params.get(one), value, compiler));
  const wanted = fit.filter((one) => params.get(one)?.required || isDistinct(params.get(one)));
  return fit.length === 1 ? fit : wanted.length === 1 ? wanted : [];
}

/** Two numbers, or two texts, do not change their order. */
function isInOrder(
  [name, target]: readonly [name: string, target: string],
  value: Expression,
  settled: ReadonlyMap<string, Expression>,
  written: readonly string[],
  { order }: Signature,
): boolean {
  if (value.type !== 'literal') return true;
  return [...settled].every(([other, held]) => {
    if (held.type !== 'literal' || typeof held.value !== typeof value.value || !written.includes(other)) return true;
    return written.indexOf(other) < written.indexOf(name) === order.indexOf(other) < order.indexOf(target);
  });
}

function isSettled(values: ReadonlyMap<string, Expression>, { params }: Signature, compiler: ValueCompiler): boolean {
  for (const [name, value] of values) if (!mayHold(params.get(name), value, compiler)) return false;
  return true;
}

/** Few values are of its kind, so one that is was meant for it. */
function isDistinct(prop: Prop | undefined): boolean {
  return prop?.kind === 'action' || prop?.kind === 'one-of' || prop?.kind === 'children' || prop?.kind === 'bool';
}

/** Whether a value may stand in a slot, as far as its look tells. A name may stand for anything. */
function mayHold(prop: Prop | undefined, value: Expression, compiler: ValueCompiler): boolean {
  if (prop === undefined) return false;
  if (value.type === 'skip' || prop.kind === 'any' || prop.kind === 'value') return true;
  if (prop.kind === 'any-of') return prop.of.some((one) => mayHold(one, value, compiler));
  if (value.type === 'literal')
    return value.value === null || holdsLiteral(prop, value.value) || holdsMeant(prop, value.value);
  if (value.type !== 'name') return holdsOther(prop, value, compiler);
  const found = compiler.peek(value);
  if (found !== undefined) return found.type === 'name' || mayHold(prop, found, compiler);
  return !compiler.isComponent(value) || bearsOne(prop);
}

/** A text whose meaning may stand there. That of an action may be meant for any other slot. */
function holdsMeant(prop: Prop, value: string | number | boolean): boolean {
  return typeof value === 'string' && prop.kind !== 'action' && meantBy(value, prop) !== undefined;
}

function holdsLiteral(prop: Prop, value: string | number | boolean): boolean {
  switch (prop.kind) {
    case 'text':
    case 'child':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'one-of':
      return prop.options.includes(value);
    default:
      return false;
  }
}

function holdsOther(prop: Prop, value: Expression, compiler: ValueCompiler): boolean {
  const isBindable = 'dynamic' in prop && prop.dynamic === true;
  switch (value.type) {
    case 'path':
      return isBindable;
    case 'list':
      return LISTS.has(prop.kind);
    case 'map':
      return prop.kind === 'object' || prop.kind === 'map' || isWireForm(value.entries, prop, isBindable);
    case 'call':
      if (value.name === 'Event') return prop.kind === 'action';
      if (value.name === '_template') return prop.kind === 'children';
      if (compiler.isComponent(value)) return prop.kind === 'child' || prop.kind === 'children';
      return isBindable || prop.kind === 'action';
    default:
      return prop.kind === 'checks';
  }
}

const LISTS: ReadonlySet<Prop['kind']> = new Set(['children', 'list', 'text-list', 'checks'] as const);
const BINDING_KEYS: ReadonlySet<string> = new Set(['path', '@path', 'call', '@call']);
const ACTION_KEYS: ReadonlySet<string> = new Set(['event', 'functionCall']);

/** A map that is what a path, a call, an action or a template is on the wire. */
function isWireForm(entries: readonly NamedArgument[], { kind }: Prop, isBindable: boolean): boolean {
  return entries.some(({ name: key }) => {
    if (BINDING_KEYS.has(key)) return isBindable;
    return ACTION_KEYS.has(key) ? kind === 'action' : kind === 'children' && key === 'componentId';
  });
}
