// Files of the extension catalog: the rule of what a person may choose, and the one path that its record is written to.

import type { ComponentInput, ComponentNode } from '../catalog.ts';
import { type FieldRule, judgeFieldValue } from '../field-rule.ts';
import { entrySentence } from '../field-sentences.ts';
import { defined, isArray } from '../json.ts';

export function fileRule(node: ComponentNode): FieldRule {
  const [accept, most] = [node.get('accept'), node.get('maxBytes')];
  const maxBytes = typeof most === 'number' ? most : undefined;
  return { type: 'file', accept: isArray(accept) ? (accept as readonly string[]) : [], ...defined({ maxBytes }) };
}

export function fileInputs(node: ComponentNode): readonly ComponentInput[] {
  const path = node.boundPath('value');
  if (path === undefined) return [];
  const rule = fileRule(node);
  return [
    {
      ...{ path, secret: false, file: true },
      judge: (value, { limits, budget }) => entrySentence(judgeFieldValue(rule, value, limits, budget)),
    },
  ];
}
