// Which inputs a node of a tree has, and whether a value may be entered into one: by the declaration of its component and
// by what its other properties say now. Checks are not asked: a person may be on the way to a value that passes them.

import type { Prop, PropIs, Takes } from './catalog.ts';
import { STEP_COSTS } from './evaluation-budget.ts';
import { isArray, isObject, type Json } from './json.ts';
import { type ParsedDate, parseDate } from './parse-date.ts';
import type { Segments } from './pointer.ts';
import type { TreeNode } from './tree-node.ts';
import { toNumber, toText, toTextList, type Value } from './value.ts';
import { offsetAt } from './zone.ts';

/** A property of a node that writes what a person enters. */
export interface BoundInput {
  readonly prop: string;
  /** The only path that it writes. */
  readonly path: Segments;
  /** What is entered must not be seen. */
  readonly secret: boolean;
}

/** Values of objects (`values` of a form) are entered member by member: their catalogs know the members. */
export function boundInputs(node: TreeNode): readonly BoundInput[] {
  const { declaration } = node;
  if (declaration === undefined) return [];
  const found: BoundInput[] = [];
  for (const prop of node.names) {
    const declared = declaration.props[prop] as Prop;
    if (declared.writable !== true || declared.kind === 'object') continue;
    const path = node.boundPath(prop);
    if (path === undefined || path.length === 0) continue;
    found.push({ prop, path, secret: declaration.secretWhen !== undefined && holds(node, declaration.secretWhen) });
  }
  return found;
}

/** Why a value may not be entered, as a sentence; undefined when it may. */
export function judgeInput(node: TreeNode, prop: string, value: Json): string | undefined {
  const { declaration } = node;
  const declared = declaration?.props[prop];
  if (declared === undefined) return 'The component has no such property.';
  const takes = declaration?.takes;
  if (takes === undefined) return judgeType(declared, value);
  switch (takes.kind) {
    case 'text':
      return judgeText(node, takes, value);
    case 'choice':
      return judgeChoice(node, takes, prop, value);
    case 'range':
      return judgeRange(node, takes, value);
    case 'date':
      return judgeDate(node, takes, value);
  }
}

function holds(node: TreeNode, { prop, is }: PropIs): boolean {
  return node.get(prop) === is;
}

function judgeType(prop: Prop, value: Json): string | undefined {
  switch (prop.kind) {
    case 'text':
      return typeof value === 'string' ? undefined : 'It takes a text.';
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'It takes true or false.';
    case 'text-list':
      return isTexts(value) ? undefined : 'It takes a list of texts.';
    case 'number':
      return judgeNumber(prop, value);
    case 'one-of':
      return prop.options.some((option) => option === value) ? undefined : 'It takes one of its options.';
    case 'value':
      return prop.objects || typeof value !== 'object' || value === null || isArray(value)
        ? undefined
        : 'It takes no object.';
    case 'any-of':
      return prop.of.some((one) => judgeType(one, value) === undefined) ? undefined : 'It takes no such value.';
    case 'any':
      return undefined;
    default:
      return 'Nothing can be entered here.';
  }
}

function judgeNumber({ integer, min, max }: Prop & { readonly kind: 'number' }, value: Json): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'It takes a number.';
  if (integer === true && !Number.isInteger(value)) return 'It takes a whole number.';
  return within(value, min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
}

function within(value: number, min: number, max: number): string | undefined {
  return value >= min && value <= max ? undefined : `It takes numbers from ${min} to ${max}.`;
}

function isTexts(value: Json): value is readonly string[] {
  return isArray(value) && value.every((item) => typeof item === 'string');
}

/** A number, or how one begins: what is typed is sent letter by letter. */
const NUMBER_TEXT = /^\s*[+-]?(\d+\.?\d*|\.\d*)?([eE][+-]?\d*)?\s*$/;
const MOST_DIGITS = 400;

function judgeText(node: TreeNode, takes: Takes & { readonly kind: 'text' }, value: Json): string | undefined {
  const isNumber = takes.numberWhen !== undefined && holds(node, takes.numberWhen);
  if (isNumber && typeof value === 'number' && Number.isFinite(value)) return undefined;
  if (typeof value !== 'string') return 'It takes a text.';
  if (isNumber) return value.length <= MOST_DIGITS && NUMBER_TEXT.test(value) ? undefined : 'It takes a number.';
  const isDate = takes.dateWhen !== undefined && holds(node, takes.dateWhen);
  return !isDate || value === '' || parseDate(value) !== undefined ? undefined : 'It takes a date.';
}

function judgeChoice(
  node: TreeNode,
  takes: Takes & { readonly kind: 'choice' },
  prop: string,
  value: Json,
): string | undefined {
  const chosen = typeof value === 'string' ? [value] : value;
  if (!isTexts(chosen)) return 'It takes a list of options.';
  const before = new Set(toTextList(node.get(prop) as Value));
  const offered = node.get(takes.options);
  node.scope.env.budget?.work(
    STEP_COSTS.read * (before.size + chosen.length + (isArray(offered) ? offered.length : 0)),
  );
  const options = optionsOf(offered);
  // What was chosen before and is no option any more may stay: the person did not choose it now.
  if (!chosen.every((one) => options.has(one) || before.has(one))) return 'It takes only its options.';
  if (new Set(chosen).size < chosen.length) return 'It takes each option once.';
  const limit = takes.most === undefined ? 0 : Math.floor(toNumber(node.get(takes.most) as Value));
  const isSingle = takes.singleWhen !== undefined && holds(node, takes.singleWhen);
  const most = isSingle ? 1 : limit >= 1 ? limit : Number.POSITIVE_INFINITY;
  // Taking away from too many is allowed, however many are left.
  const isLess = chosen.length < before.size && chosen.every((one) => before.has(one));
  return chosen.length <= most || isLess ? undefined : `It takes at most ${most} of its options.`;
}

function optionsOf(given: unknown): ReadonlySet<string> {
  return new Set(isArray(given) ? given.filter(isObject).map((option) => toText(option.value)) : []);
}

/** Where no end is said, a hundred behind the beginning. */
const DEFAULT_SPAN = 100;

function judgeRange(node: TreeNode, takes: Takes & { readonly kind: 'range' }, value: Json): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'It takes a number.';
  const min = toNumber(node.get(takes.min) as Value);
  const given = node.get(takes.max) as Value;
  return within(value, min, given === undefined ? Math.max(min, 0) + DEFAULT_SPAN : toNumber(given));
}

function judgeDate(node: TreeNode, takes: Takes & { readonly kind: 'date' }, value: Json): string | undefined {
  if (typeof value !== 'string') return 'It takes a text.';
  if (value === '') return undefined;
  const entered = parseDate(value);
  const [date, time] = [node.get(takes.date) === true, node.get(takes.time) === true];
  if (entered === undefined) return 'It takes a date or time of ISO 8601.';
  if (date && entered.kind === 'time') return 'It takes a date.';
  if (time && entered.kind === 'date') return 'It takes a time.';
  const { zone } = node.scope;
  const [least, most] = [limitOf(node, takes.min), limitOf(node, takes.max)];
  if (least !== undefined && isBefore(entered, least, zone)) return 'It takes nothing so early.';
  return most !== undefined && isBefore(lastOf(most), entered, zone) ? 'It takes nothing so late.' : undefined;
}

function limitOf(node: TreeNode, prop: string | undefined): ParsedDate | undefined {
  return prop === undefined ? undefined : parseDate(toText(node.get(prop) as Value));
}

const MS_PER_DAY = 86_400_000;

/** A day as a last moment is the whole day. */
function lastOf(limit: ParsedDate): ParsedDate {
  return limit.kind === 'date' ? { kind: 'wall', wall: limit.wall + MS_PER_DAY - 1 } : limit;
}

/** Moments are compared as moments, clock faces as they are read in the person's zone, times of day with times of day. */
function isBefore(a: ParsedDate, b: ParsedDate, zone: string): boolean {
  if (a.kind === 'instant' && b.kind === 'instant') return a.instant < b.instant;
  const [first, second] = [wallOf(a, zone), wallOf(b, zone)];
  if (a.kind !== 'time' && b.kind !== 'time') return first < second;
  return timeOf(first) < timeOf(second);
}

function wallOf(date: ParsedDate, zone: string): number {
  return date.kind === 'instant' ? date.instant + offsetAt(date.instant, zone) : date.wall;
}

function timeOf(wall: number): number {
  return ((wall % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY;
}
