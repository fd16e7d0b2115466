// What the fields and buttons of OpenWOP's generation 1 mean to whoever admits a person's act: a field takes what its own
// rules allow, and a button sends the fields that stand beside it.

import type { ComponentInput, ComponentNode } from '../catalog.ts';
import { entrySentence } from '../field-sentences.ts';
import type { Json } from '../json.ts';
import { validateBeside } from './fields-beside.ts';
import { judgeOpenwopField, openwopRule } from './openwop-judge.ts';

export function fieldInputs(node: ComponentNode): readonly ComponentInput[] {
  const { component } = node;
  const path = node.boundPath('value');
  if (component === undefined || path === undefined || path.length === 0) return [];
  const judge = (value: Json): string | undefined => entrySentence(judgeOpenwopField(component, value));
  return [{ path, secret: false, judge }];
}

export const validateFields = validateBeside(openwopRule);
