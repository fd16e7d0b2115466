// What the fields of a derived surface have in common: whether a value may stand says their rule, and the words for it are
// found here.

import { type FieldProblem, type FieldRule, judgeFieldValue, RULE_SENTENCES } from '@vitrine/core/later';
import { type FieldSentences, isPending, type TreeNode, type Value } from '@vitrine/core/page';
import type { Stage } from '../../stage.ts';

/** Why the value of a field may not stand, read as the node has it now; null when it may. */
export function flawOf(node: TreeNode): FieldProblem | null {
  const rule = ruleOf(node);
  const value = node.get('value') as Value;
  return (rule && judgeFieldValue(rule, isPending(value) ? undefined : value, node.scope.limits)) ?? null;
}

export function sentencesOf({ words }: Stage): FieldSentences {
  return { ...RULE_SENTENCES, ...words };
}

export function isRequired(node: TreeNode): boolean {
  return ruleOf(node)?.required === true;
}

function ruleOf(node: TreeNode): FieldRule | undefined {
  return node.component?.props.rule as FieldRule | undefined;
}
