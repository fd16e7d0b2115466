// What forms and cards of AgentChains mean to whoever admits a person's act: the paths that a form writes, what a submit
// asks for, and the actions that the data of a card list.

import type { ActionPlace, ComponentInput, ComponentNode, FunctionScope, SubmitProblem } from '../catalog.ts';
import { STEP_COSTS } from '../evaluation-budget.ts';
import { englishSentence, entrySentence } from '../field-sentences.ts';
import { quote } from '../issue.ts';
import { isObject, own } from '../json.ts';
import { formatPointer } from '../pointer.ts';
import { readCard } from './agentchains-content.ts';
import { formFields } from './agentchains-form.ts';
import { judgeField } from './agentchains-judge.ts';

/** Every path that a form writes, as its data are now; none where its values are not bound. */
export function formInputs(node: ComponentNode): readonly ComponentInput[] {
  const values = node.boundPath('values');
  if (values === undefined) return [];
  return formFields(node.get('data')).map((field) => ({
    path: [...values, field.name],
    secret: field.secret,
    file: field.type === 'file',
    judge: (value, { limits, budget }) => entrySentence(judgeField(field, value, limits, budget)),
  }));
}

export function* validateForm(node: ComponentNode, scope: FunctionScope): Iterable<SubmitProblem> {
  const path = node.boundPath('values');
  const data = node.component?.props.data;
  if (path === undefined || data === undefined) return;
  const values = scope.evaluate({ path: formatPointer(path) });
  for (const field of formFields(scope.evaluate(data))) {
    if (scope.budget?.work(STEP_COSTS.call) === false) return;
    const value = isObject(values) ? own(values, field.name) : undefined;
    const problem = judgeField(field, value, scope.limits, scope.budget);
    if (problem === undefined) continue;
    const message = `The field ${quote(field.name)} is not filled in rightly. ${englishSentence(problem)}`;
    yield { path: [...path, field.name], at: ['values', field.name], message };
  }
}

/** Links are opened by the viewer and send nothing. */
export function cardActions(node: ComponentNode): readonly ActionPlace[] {
  const data = node.boundPath('data');
  if (data === undefined) return [];
  const actions = readCard(node.get('data')).actions.filter(({ link }) => link === undefined);
  return actions.map(({ index }) => ({ segments: [...data, 'actions', String(index)], index }));
}
