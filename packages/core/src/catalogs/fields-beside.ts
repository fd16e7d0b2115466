// A button that sends what is entered into the fields beside it waits until each of them is filled in rightly.

import type { ComponentNode, FunctionScope, SubmitProblem } from '../catalog.ts';
import type { Component } from '../entry.ts';
import { STEP_COSTS } from '../evaluation-budget.ts';
import { type FieldRule, judgeFieldValue } from '../field-rule.ts';
import { quote } from '../issue.ts';
import { isArray } from '../json.ts';
import { formatPointer } from '../pointer.ts';
import { Place } from '../tree-node.ts';

/** `ruleOf`: what a component takes at its `value`; undefined where it is no field. */
export function validateBeside(ruleOf: (component: Component) => FieldRule | undefined) {
  return function* (button: ComponentNode, scope: FunctionScope): Iterable<SubmitProblem> {
    const places = button.place.parent?.get('children');
    for (const place of isArray(places) ? (places as readonly unknown[]) : []) {
      if (scope.budget?.work(STEP_COSTS.call) === false) return;
      const field = place instanceof Place ? place.node : undefined;
      const { component } = field ?? {};
      const rule = component === undefined ? undefined : ruleOf(component);
      const path = rule === undefined ? undefined : field?.boundPath('value');
      const value = component?.props.value;
      if (rule === undefined || path === undefined || value === undefined) continue;
      if (judgeFieldValue(rule, scope.evaluate(value), scope.limits, scope.budget) === undefined) continue;
      yield { path, at: path, message: `The field at ${quote(formatPointer(path))} is not filled in rightly.` };
    }
  };
}
