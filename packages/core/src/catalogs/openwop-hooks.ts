// What the fields and buttons of OpenWOP's generation 1 mean to whoever admits a person's act: a field takes what its own
// rules allow, and a button sends the fields that stand beside it.

import type { ComponentInput, ComponentNode, FunctionScope, SubmitProblem } from '../catalog.ts';
import { STEP_COSTS } from '../evaluation-budget.ts';
import { quote } from '../issue.ts';
import { isArray, type Json } from '../json.ts';
import { formatPointer } from '../pointer.ts';
import { Place } from '../tree-node.ts';
import { judgeOpenwopField } from './openwop-judge.ts';

export function fieldInputs(node: ComponentNode): readonly ComponentInput[] {
  const { component } = node;
  const path = node.boundPath('value');
  if (component === undefined || path === undefined || path.length === 0) return [];
  const judge = (value: Json): string | undefined => {
    const failure = judgeOpenwopField(component.type, component.props, value);
    return failure === undefined || failure === 'REQUIRED' ? undefined : `The field does not take it (${failure}).`;
  };
  return [{ path, secret: false, judge }];
}

export function* validateFields(button: ComponentNode, scope: FunctionScope): Iterable<SubmitProblem> {
  const places = button.place.parent?.get('children');
  for (const place of isArray(places) ? (places as readonly unknown[]) : []) {
    if (scope.budget?.work(STEP_COSTS.call) === false) return;
    const field = place instanceof Place ? place.node : undefined;
    const { type = '', props } = field?.component ?? {};
    const path = type.startsWith('field.') ? field?.boundPath('value') : undefined;
    if (props?.value === undefined || path === undefined) continue;
    if (judgeOpenwopField(type, props, scope.evaluate(props.value)) === undefined) continue;
    yield { path, at: path, message: `The field at ${quote(formatPointer(path))} is not filled in rightly.` };
  }
}
