// Which inputs a node of a tree has, and whether a value may be entered into one: by the declaration of its component and
// by what its other properties say now. Checks are not asked: a person may be on the way to a value that passes them.

import type { Prop, PropIs, Takes } from './catalog.ts';
import { type FieldProblem, type FieldRule, fitsPattern, judgeEnteredValue, rangeEnd } from './field-rule.ts';
import { englishSentence } from './field-sentences.ts';
import { defined, isArray, isObject, type Json } from './json.ts';
import type { Segments } from './pointer.ts';
import type { TreeNode } from './tree-node.ts';
import { toNumber, toText, toTextList, type Value } from './value.ts';

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
  if (takes === undefined) return judgeType(declared, value, node);
  const found = judgeTaken(node, takes, prop, value);
  return found === undefined ? undefined : englishSentence(found);
}

/** What is wrong with the text or the date that stands in an input, as a page tells it once somebody has tried to send. */
export function judgeShown(node: TreeNode, prop: string): FieldProblem | undefined {
  const takes = node.declaration?.takes;
  const value = node.get(prop) as Json | undefined;
  if (takes === undefined || value === undefined || value === null || value === '') return undefined;
  if (takes.kind === 'date') return judgeTaken(node, takes, prop, value);
  if (takes.kind !== 'text') return undefined;
  const text = toText(value);
  const isNumber = takes.numberWhen !== undefined && holds(node, takes.numberWhen);
  if (isNumber && !(text.trim() && Number.isFinite(Number(text))))
    return { code: 'TYPE', parameters: { type: 'number' } };
  const pattern = toText(node.get('validationRegexp') as Value);
  const { scope } = node;
  return fitsPattern(pattern, text, scope.limits, scope.env.budget) ? undefined : { code: 'PATTERN', parameters: {} };
}

function holds(node: TreeNode, { prop, is }: PropIs): boolean {
  return node.get(prop) === is;
}

function judge(node: TreeNode, rule: FieldRule, value: Json): FieldProblem | undefined {
  return judgeEnteredValue(rule, value, node.scope.limits, node.scope.env.budget);
}

function judgeType(prop: Prop, value: Json, node: TreeNode): string | undefined {
  if (prop.kind === 'any') return undefined;
  if (prop.kind === 'value' && (prop.objects === true || !isObject(value))) return undefined;
  if (prop.kind === 'any-of') {
    const found = prop.of.map((one) => judgeType(one, value, node));
    return found.includes(undefined) ? undefined : found[0];
  }
  const rule = propRule(prop);
  if (rule === undefined) return prop.kind === 'value' ? 'It takes no object.' : 'Nothing can be entered here.';
  const found = judge(node, rule, value);
  return found === undefined ? undefined : englishSentence(found);
}

function propRule(prop: Prop): FieldRule | undefined {
  switch (prop.kind) {
    case 'text':
    case 'bool':
      return { type: prop.kind };
    case 'text-list':
      return { type: 'choices' };
    case 'number': {
      const { integer, min, max } = prop;
      return { type: 'number', ...defined({ min, max, step: integer === true ? 1 : undefined }) };
    }
    case 'one-of':
      return { type: 'choice', options: prop.options };
    default:
      return undefined;
  }
}

function judgeTaken(node: TreeNode, takes: Takes, prop: string, value: Json): FieldProblem | undefined {
  switch (takes.kind) {
    case 'text':
      return judgeText(node, takes, value);
    case 'choice':
      return judgeChoice(node, takes, prop, value);
    case 'range':
      return judge(node, rangeRule(node, takes), value);
    case 'date':
      return value === '' ? undefined : judge(node, dateRule(node, takes), value);
  }
}

/** A number, or how one begins: what is typed is sent letter by letter. */
const NUMBER_TEXT = /^\s*[+-]?(\d+\.?\d*|\.\d*)?([eE][+-]?\d*)?\s*$/;
const MAX_DIGITS = 400;

function judgeText(node: TreeNode, takes: Takes & { readonly kind: 'text' }, value: Json): FieldProblem | undefined {
  const isDate = takes.dateWhen !== undefined && holds(node, takes.dateWhen);
  if (isDate && value !== '') return judge(node, { type: 'date' }, value);
  const isNumber = takes.numberWhen !== undefined && holds(node, takes.numberWhen);
  if (!isNumber) return judge(node, { type: 'text' }, value);
  const isBegun = typeof value === 'string' && value.length <= MAX_DIGITS && NUMBER_TEXT.test(value);
  return isBegun ? undefined : judge(node, { type: 'number' }, value);
}

function judgeChoice(
  node: TreeNode,
  takes: Takes & { readonly kind: 'choice' },
  prop: string,
  value: Json,
): FieldProblem | undefined {
  const before = new Set(toTextList(node.get(prop) as Value));
  const offered = node.get(takes.options);
  const listed = isArray(offered) ? offered.filter(isObject).map((option) => toText(option.value)) : [];
  const limit = takes.most === undefined ? 0 : Math.floor(toNumber(node.get(takes.most) as Value));
  const isSingle = takes.singleWhen !== undefined && holds(node, takes.singleWhen);
  const maxItems = isSingle ? 1 : limit >= 1 ? limit : undefined;
  // What was chosen before and is no option any more may stay: the person did not choose it now.
  const rule = { type: 'choices', options: [...listed, ...before], ...defined({ maxItems }) } as const;
  const chosen = typeof value === 'string' ? [value] : value;
  const found = judge(node, rule, chosen);
  if (found?.code !== 'MAX_ITEMS' || !isArray(chosen)) return found;
  // Taking away from too many is allowed, however many are left.
  const isLess = chosen.length < before.size && chosen.every((one) => before.has(one as string));
  return isLess ? undefined : found;
}

function rangeRule(node: TreeNode, takes: Takes & { readonly kind: 'range' }): FieldRule {
  const min = toNumber(node.get(takes.min) as Value);
  const max = node.get(takes.max) as Value;
  return { type: 'number', min, max: max === undefined ? rangeEnd(min) : toNumber(max) };
}

function dateRule(node: TreeNode, takes: Takes & { readonly kind: 'date' }): FieldRule {
  const isTimed = node.get(takes.time) === true;
  const type = !isTimed ? 'date' : node.get(takes.date) === true ? 'date-time' : 'time';
  const [earliest, latest] = [takes.min, takes.max].map((bound) =>
    bound === undefined ? undefined : toText(node.get(bound) as Value),
  );
  return { type, zone: node.scope.zone, ...defined({ earliest, latest }) };
}
