// What the fields of OpenWOP's generation 1 have in common: whether a value may stand says the catalog's own judge, and
// the words for it are found here.

import { isPending, type Json, type TreeNode, type Value } from '@vitrine/core';
import { judgeOpenwopField, type OpenwopFailure } from '@vitrine/core/catalogs/openwop';
import { fieldWords } from '../../english/fields.ts';
import { openwopWords } from '../../english/openwop.ts';
import type { Stage } from '../../stage.ts';

/** Why the value of a field may not stand, read as the node has it now. */
export function failureOf(node: TreeNode): OpenwopFailure | undefined {
  const { component } = node;
  if (component === undefined) return undefined;
  const value = node.get('value') as Value;
  return judgeOpenwopField(component.type, component.props, isPending(value) ? undefined : (value as Json));
}

/** The same in words. */
export function flawOf(node: TreeNode, { words }: Stage): string {
  const failure = failureOf(node);
  if (failure === undefined) return '';
  const { fillIn, unfit, chooseOption } = { ...fieldWords, ...openwopWords, ...words };
  return { REQUIRED: fillIn, TYPE: unfit, OPTION: chooseOption }[failure];
}

export function isRequired(node: TreeNode): boolean {
  return node.get('required') === true;
}
