// Inputs of the basic catalog in the words of generation 2.

import { OPENWOP2_LIMITS as MOST } from '@vitrine/core/catalogs/openwop-schema';
import {
  formatPointer,
  isArray,
  isObject,
  isPathBinding,
  type Json,
  type JsonObject,
  resolvePointer,
  type TreeNode,
  toText,
  toTextList,
  type Value,
} from '@vitrine/core/internal';
import { clip } from '../viewer-messages.ts';
import { boundPathOf, chosen, type Lose, textOf } from './words.ts';

export function writeInput(node: TreeNode, lose: Lose): JsonObject | undefined {
  const label = textOf(node.get('label'));
  switch (node.type) {
    case 'TextField':
      return textField(node, label, lose);
    case 'CheckBox':
      return {
        component: 'CheckBox',
        label,
        value: (boundPathOf(node, 'value') ?? node.get('value') === true) as Json,
        ...checksOf(node, lose),
      };
    case 'ChoicePicker':
      return choice(node, label, lose);
    case 'DateTimeInput': {
      if (node.get('min') !== undefined || node.get('max') !== undefined)
        lose('the earliest and latest date are not sent');
      const flags = ['enableDate', 'enableTime'].filter((flag) => node.get(flag) === true).map((flag) => [flag, true]);
      return {
        component: 'DateTimeInput',
        value: textValue(node),
        label,
        ...Object.fromEntries(flags),
        ...checksOf(node, lose),
      };
    }
    default:
      lose('a slider is sent as a field for a number');
      return { component: 'TextField', label, value: textValue(node), variant: 'number' };
  }
}

function textValue(node: TreeNode): Json {
  return (boundPathOf(node, 'value') as Json | undefined) ?? textOf(node.get('value'));
}

function textField(node: TreeNode, label: string, lose: Lose): JsonObject {
  if (node.get('variant') === 'obscured') {
    lose('a field for a secret is not sent: no interrupt may collect one');
    return { component: 'Text', text: label };
  }
  const pattern = node.definition?.props.validationRegexp;
  const fits = typeof pattern === 'string' && pattern.length <= MOST.validationRegexp;
  if (pattern !== undefined && !fits) lose('the pattern of a field is not sent');
  return {
    component: 'TextField',
    label,
    value: textValue(node),
    ...chosen(node, 'variant', ['shortText', 'longText', 'number']),
    ...(fits ? { validationRegexp: pattern } : {}),
    ...checksOf(node, lose),
  };
}

function choice(node: TreeNode, label: string, lose: Lose): JsonObject {
  const source = node.get('options');
  const all = isArray(source) ? (source as readonly Json[]).filter(isObject) : [];
  const options = all.slice(0, MOST.listItems).map(({ label: words, value }) => ({
    label: textOf(words),
    value: clip(toText(value as Value), MOST.optionValue),
  }));
  if (options.length === 0) {
    lose('a choice of nothing is sent as its words');
    return { component: 'Text', text: label };
  }
  if (options.length < all.length) lose(`options beyond ${MOST.listItems} are not sent`);
  const now = toTextList(node.get('value') as Value);
  const value = boundPathOf(node, 'value') ?? now.slice(0, MOST.listItems).map((one) => clip(one, MOST.listText));
  return {
    component: 'ChoicePicker',
    label,
    options,
    value: value as Json,
    ...chosen(node, 'variant', ['multipleSelection', 'mutuallyExclusive']),
    ...chosen(node, 'displayStyle', ['checkbox', 'chips']),
    ...(node.get('filterable') === true ? { filterable: true } : {}),
    ...checksOf(node, lose),
  };
}

/** Only that something must be filled can be said, and only of a path. */
function checksOf(node: TreeNode, lose: Lose): JsonObject {
  const source = node.definition?.props.checks;
  if (!isArray(source)) return {};
  const checks = source.flatMap((rule) => {
    const condition = isObject(rule) ? rule.condition : undefined;
    const path = isObject(condition) && condition.call === 'required' ? checkedPath(condition, node) : undefined;
    if (path === undefined) return [];
    const message = isObject(rule) && typeof rule.message === 'string' ? rule.message : 'This must be filled.';
    return [{ message: clip(message, MOST.checkMessage), condition: { call: 'required', args: { value: path } } }];
  });
  if (checks.length < source.length) lose('checks other than that something is filled are not sent');
  return checks.length === 0 ? {} : { checks: checks.slice(0, MOST.checks) as Json };
}

function checkedPath({ args }: JsonObject, node: TreeNode): { readonly path: string } | undefined {
  const value = isObject(args) ? args.value : undefined;
  if (!isObject(value) || !isPathBinding(value) || value.from !== undefined) return undefined;
  const path = formatPointer(resolvePointer(value.path, node.scope.segments));
  return path.length <= MOST.path ? { path } : undefined;
}
