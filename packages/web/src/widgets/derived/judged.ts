// What the fields of a derived surface have in common: whether a value may stand says their rule, and the words for it are
// found here.

import { isPending, type TreeNode, type Value } from '@vitrine/core';
import { judgeRule, type ValueRule } from '@vitrine/core/catalogs/derived';
import { fieldWords } from '../../english/fields.ts';
import { openwopWords } from '../../english/openwop.ts';
import type { Stage } from '../../stage.ts';

/** In words, why the value of a field may not stand, read as the node has it now. */
export function flawOf(node: TreeNode, { words }: Stage): string {
  const rule = ruleOf(node);
  const value = node.get('value') as Value;
  const failure = rule && judgeRule(rule, isPending(value) ? undefined : value);
  if (failure === undefined) return '';
  const { fillIn, unfit, chooseOption } = { ...fieldWords, ...openwopWords, ...words };
  return { REQUIRED: fillIn, TYPE: unfit, OPTION: chooseOption }[failure];
}

export function isRequired(node: TreeNode): boolean {
  return ruleOf(node)?.required === true;
}

function ruleOf(node: TreeNode): ValueRule | undefined {
  return node.component?.props.rule as ValueRule | undefined;
}
