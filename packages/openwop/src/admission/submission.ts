// What a person submits from a surface. Whether the button is there and the values fit their fields, the admission of the host
// says, with the surface as it stands now; here it is asked in its words, and what it answers is the press of a button that
// resumes or takes a turn. What that is to an interrupt is left to resume-value.ts.

import { isOpenwopTarget, openwop1, openwopValue } from '@vitrine/core/catalogs/openwop';
import {
  accepted,
  type Component,
  EvaluationBudget,
  type FacePorts,
  type Issue,
  isObject,
  issue,
  type Json,
  type JsonObject,
  numberIn,
  type Outcome,
  readAction,
  type Surface,
  type SurfaceId,
  Tree,
  untracked,
  type View,
  walkTree,
} from '@vitrine/core/internal';
import { componentIdOf, nameOf } from '@vitrine/dialects/openwop';
import type { SubmittedAction } from '../interrupts/resume-value.ts';

/** As it comes from outside: `{surfaceId, sourceComponentId, values?}`. */
export interface Submission {
  readonly surfaceId: SurfaceId;
  /** The pressed button: its id on the wire. */
  readonly sourceComponentId: string;
  /** Generation 1: by the id of the field. Generation 2: by the pointer that an input is bound to. */
  readonly values?: { readonly [field: string]: Json };
}

/** `view`: of the session, as it stands. */
export async function judgeSubmission(
  port: FacePorts,
  session: string,
  view: View,
  { surfaceId, sourceComponentId, values = {} }: Submission,
): Promise<Outcome<SubmittedAction>> {
  const surface = view.surfaces.get(surfaceId);
  const isFirst = surface?.catalog === openwop1.id;
  const source = isFirst ? componentIdOf(sourceComponentId) : sourceComponentId;
  const button = surface?.component(source);
  const action = readAction(button?.props.action);
  const name = action !== undefined && 'event' in action ? action.event.name : '';
  const numbers = numberPaths(surface);
  const writes = Object.entries(values).map(([field, value]) => {
    const path = isFirst ? openwopValue(field).path : field;
    // A text that was typed into a field for numbers is one, once it is complete.
    return { path, value: numbers.has(path) ? numberIn(value) : value };
  });
  const judged = await port.sessions.judge(session, { surface: surfaceId, source, name, writes });
  if (!judged.ok) return judged;
  if (surface === undefined || button === undefined || !isOpenwopTarget(name))
    return { ok: false, issues: [NO_TARGET] };
  const data = surface.data.fork();
  for (const event of judged.value) if (event.event === 'input') data.set(event.path, event.value);
  const context = judged.value.find((event) => event.event === 'action')?.context ?? {};
  return accepted({ target: name, ...actionOf(button, context, data.snapshot()) });
}

const NO_TARGET: Issue = {
  ...issue('VITRINE_EVENT_NAME', 'error', 'The action has none of the two targets.', '/source'),
  fault: 'viewer',
};

function numberPaths(surface: Surface | undefined): ReadonlySet<unknown> {
  const fields = surface?.components().filter(({ props }) => props.variant === 'number') ?? [];
  return new Set(fields.map(({ props }) => (isObject(props.value) ? props.value.path : undefined)));
}

/** What a person could press on a surface as it stands. No button of either generation can be disabled. */
export function pressesOf(surface: Surface, { limits, env }: Pick<View, 'limits' | 'env'>): readonly SubmittedAction[] {
  const budget = new EvaluationBudget(limits);
  const tree = new Tree(surface, { limits, env: { ...env, budget, report: () => undefined } });
  return untracked(() => {
    return [...walkTree(tree)].flatMap((node): SubmittedAction[] => {
      const { state, declaration, component } = node;
      if (state !== 'resolved' || component === undefined || declaration?.props.action?.kind !== 'action') return [];
      const done = node.invoke('action');
      if (done?.kind !== 'event' || !isOpenwopTarget(done.name)) return [];
      return [{ target: done.name, ...actionOf(component, done.context, surface.data.snapshot()) }];
    });
  });
}

/** The button is what its own component says, never what data or a field say; without a context all data are sent. */
function actionOf({ id, type, props }: Component, context: JsonObject, data: Json): Omit<SubmittedAction, 'target'> {
  const name = nameOf(id);
  if (type === 'action.button' && name !== undefined)
    return { action: name, values: isObject(context.values) ? context.values : {} };
  const action = props.action as { event?: { context?: JsonObject } } | undefined;
  const declared = action?.event?.context;
  const submitted = declared === undefined ? data : context;
  const { action: _literal, ...values } = isObject(submitted) ? submitted : {};
  if (typeof declared?.action !== 'string')
    return { action: id, values: isObject(submitted) ? submitted : {}, submitted };
  // As generation 1 is converted: what it sends stands below `values`.
  const [[key, inner] = [], ...others] = Object.entries(values);
  const isConverted = key === 'values' && isObject(inner) && others.length === 0;
  return { action: declared.action, values: isConverted ? inner : values, submitted };
}
