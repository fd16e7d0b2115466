// A button that sends what is entered into fields waits until each of them is filled in rightly: those that stand beside it,
// or all of its surface.

import type { ComponentNode, FunctionScope, SubmitProblem } from '../catalog.ts';
import type { Component } from '../entry.ts';
import { STEP_COSTS } from '../evaluation-budget.ts';
import { type FieldRule, judgeFieldValue } from '../field-rule.ts';
import { quote } from '../issue.ts';
import { isArray, isObject, type Json } from '../json.ts';
import { formatPointer } from '../pointer.ts';
import { Place, type TreeNode } from '../tree-node.ts';
import { walkTree } from '../tree-walk.ts';
import { conditionOf } from '../validation.ts';
import { isTruthy, numberIn, toText } from '../value.ts';

/** `ruleOf`: what a component takes at its `value`; undefined where nothing but its checks is asked. */
export function validateFields(
  ruleOf: (component: Component) => FieldRule | undefined,
  fieldsOf: (button: ComponentNode) => Iterable<ComponentNode>,
) {
  return function* (button: ComponentNode, scope: FunctionScope): Iterable<SubmitProblem | undefined> {
    for (const field of fieldsOf(button)) {
      if (scope.budget?.work(STEP_COSTS.call) === false) return;
      const { component } = field;
      const path = component === undefined ? undefined : field.boundPath('value');
      const problem = path && component && problemOf(component, ruleOf(component), scope);
      if (path === undefined || problem === undefined) yield undefined;
      else
        yield {
          path,
          at: path,
          message: `The field at ${quote(formatPointer(path))} is not filled in rightly.${problem}`,
        };
    }
  };
}

/** The words of the check that does not pass, where there are any. Undefined: nothing is wrong. */
function problemOf({ props }: Component, rule: FieldRule | undefined, scope: FunctionScope): string | undefined {
  const value = meant(scope.evaluate(props.value as Json), rule);
  if (rule !== undefined && judgeFieldValue(rule, value, scope.limits, scope.budget) !== undefined) return '';
  const checks = isArray(props.checks) ? props.checks.filter(isObject) : [];
  const failed = checks.find((check) => !isTruthy(scope.evaluate(conditionOf(check) ?? null)));
  return failed && (typeof failed.message === 'string' ? ` It says: ${quote(failed.message)}` : '');
}

/** A field for numbers holds the text that is typed, a number once it is complete; one for texts shows whatever it holds as one. */
function meant(value: Json | undefined, rule: FieldRule | undefined): Json | undefined {
  if (value === undefined) return value;
  return rule?.type === 'number' ? numberIn(value) : rule?.type === 'text' ? toText(value) : value;
}

/** The fields that stand in the same list as the button. */
export function* fieldsBeside(button: ComponentNode): Iterable<ComponentNode> {
  const places = button.place.parent?.get('children');
  for (const place of isArray(places) ? (places as readonly unknown[]) : [])
    if (place instanceof Place && place.node !== undefined) yield place.node;
}

/** All that its surface shows. */
export function fieldsOfSurface(button: ComponentNode): Iterable<ComponentNode> {
  let top = button;
  while (top.place.parent !== undefined) top = top.place.parent;
  return walkTree({ root: top as TreeNode });
}
