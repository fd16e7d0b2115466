// What the fields of OpenWOP's generation 1 have in common: whether a value may stand says the catalog's own judge, and
// the words for it stand here.

import { isPending, type Json, type TreeNode, type ValidationResult, type Value } from '@vitrine/core';
import { judgeOpenwopField } from '@vitrine/core/catalogs/openwop';

const WORDS = {
  REQUIRED: 'Please fill this in.',
  TYPE: 'This value does not fit here.',
  OPTION: 'Please choose one of the options.',
};

/** What is wrong with the value of a field, read as the node has it now. */
export function flawOf(node: TreeNode): ValidationResult | undefined {
  const { component } = node;
  if (component === undefined) return undefined;
  const value = node.get('value') as Value;
  const failure = judgeOpenwopField(component.type, component.props, isPending(value) ? undefined : (value as Json));
  return failure === undefined ? undefined : { valid: false, severity: 'error', message: WORDS[failure] };
}

export function isRequired(node: TreeNode): boolean {
  return node.get('required') === true;
}
