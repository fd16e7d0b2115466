// What a person submits from a surface. The surface is looked at as it stands now: the button is there, reachable and
// enabled, its target is one of the two, the values fit their fields. Only then is it mapped to the interrupt's kind.
// Whether the interrupt is open, expired or resolved is for the face to know.

import { isOpenwopTarget, type OpenwopTarget, openwop1 } from '@vitrine/core/catalogs/openwop';
import {
  EvaluationBudget,
  escapeSegment,
  type Issue,
  inspect,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  quote,
  type Surface,
  type SurfaceId,
  Tree,
  type TreeNode,
  type Trust,
  untracked,
  type View,
  walkTree,
} from '@vitrine/core/internal';
import { componentIdOf, copyOf, nameOf } from '@vitrine/dialects/openwop';
import { mayAdvance, type OpenInterrupt, resumeValueOf, type SubmittedAction, viewerIssue } from './resume-value.ts';
import { enterValues, fieldsOf, firstUnfit } from './submitted-values.ts';

/** As it comes from outside: `{surfaceId, sourceComponentId, values?}`. */
export interface Submission {
  readonly surfaceId: SurfaceId;
  /** The pressed button: its id on the wire. */
  readonly sourceComponentId: string;
  /** Generation 1: by the id of the field. Generation 2: by the pointer that an input is bound to. */
  readonly values: { readonly [field: string]: Json };
}

export interface SubmissionContext {
  readonly view: View;
  readonly interrupt: OpenInterrupt;
  /** When it was submitted, ISO 8601. */
  readonly at: string;
}

export type SubmissionReason = 'validation_error' | 'untrusted_content_blocks_approval';

export type SubmissionOutcome =
  | {
      readonly ok: true;
      readonly target: OpenwopTarget;
      /** The pressed button, which no value can stand in for. */
      readonly action: string;
      readonly values: JsonObject;
      /** The values in the shape of the interrupt's kind: not redacted yet. */
      readonly resumeValue: Json;
      readonly trust: Trust;
    }
  | { readonly ok: false; readonly reason: SubmissionReason; readonly issues: readonly Issue[] };

export function judgeSubmission(input: unknown, context: SubmissionContext): SubmissionOutcome {
  const submission = readSubmission(input, context);
  if ('code' in submission) return refuse(submission);
  const fold = copyOf(context.view, submission.surfaceId);
  const surface = fold.surfaces.get(submission.surfaceId);
  const found = surface === undefined ? undefined : context.view.surfaces.get(submission.surfaceId);
  if (surface === undefined || found === undefined)
    return refuse(
      viewerIssue('VITRINE_SURFACE_UNKNOWN', `There is no surface ${quote(submission.surfaceId)}.`, '/surfaceId'),
    );
  if (found.partial)
    return refuse(viewerIssue('VITRINE_SURFACE_PARTIAL', `${quote(found.id)} is not complete yet.`, '/surfaceId'));
  if (!mayAdvance(context.interrupt.kind, found.trust === 'untrusted', 'surface', false)) {
    const message = 'The surface is not trusted: it cannot advance an approval.';
    return refuse(viewerIssue('VITRINE_ASK_UNTRUSTED', message, '/surfaceId'), 'untrusted_content_blocks_approval');
  }
  const budget = new EvaluationBudget(fold.limits);
  const press = pressOf(submission, surface, new Tree(surface, { limits: fold.limits, env: { ...fold.env, budget } }));
  if (budget.exceeded) return refuse({ ...budget.problem('/sourceComponentId'), fault: 'viewer' });
  if ('code' in press) return refuse(press);
  const resumed = resumeValueOf(press, context.interrupt, context.at);
  if ('problem' in resumed) return refuse(resumed.problem);
  return { ok: true, ...press, resumeValue: resumed.value, trust: found.trust };
}

function refuse(issue: Issue, reason: SubmissionReason = 'validation_error'): SubmissionOutcome {
  return { ok: false, reason, issues: [issue] };
}

const FIELDS = ['surfaceId', 'sourceComponentId', 'values'];

function readSubmission(input: unknown, { view }: SubmissionContext): Submission | Issue {
  const wrong = (message: string, at = ''): Issue => viewerIssue('VITRINE_MESSAGE_SHAPE', message, at);
  if (!isObject(input)) return wrong('A submission is an object.');
  const unknown = Object.keys(input).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) return wrong('A submission has no such field.', `/${escapeSegment(unknown)}`);
  const { surfaceId, sourceComponentId, values = {} } = input;
  if (typeof surfaceId !== 'string') return wrong('surfaceId must be a string.', '/surfaceId');
  if (typeof sourceComponentId !== 'string') return wrong('sourceComponentId must be a string.', '/sourceComponentId');
  if (!isObject(values) || isArray(values)) return wrong('values must be an object.', '/values');
  const problem = inspect(values as Json, { limits: view.limits, depth: view.limits.dataDepth, count: 0 }, '/values');
  return problem === undefined ? { surfaceId, sourceComponentId, values } : { ...problem, fault: 'viewer' };
}

/** On the copy: values are written before the action is read. */
function pressOf({ sourceComponentId, values }: Submission, surface: Surface, tree: Tree): SubmittedAction | Issue {
  const nodes = [...walkTree(tree)].filter(({ state }) => state === 'resolved');
  const button = buttonOf(sourceComponentId, surface, nodes);
  if (button === undefined) {
    const message = `The surface shows nothing named ${quote(sourceComponentId)} that can be pressed.`;
    return viewerIssue('VITRINE_EVENT_SOURCE', message, '/sourceComponentId');
  }
  const fields = fieldsOf(nodes);
  const problem = enterValues(values, fields, surface) ?? firstUnfit(fields, surface, tree.view.env);
  if (problem !== undefined) return problem;
  const done = button.invoke('action');
  if (done?.kind !== 'event' || !isOpenwopTarget(done.name))
    return viewerIssue('VITRINE_EVENT_NAME', 'The action has none of the two targets.', '/sourceComponentId');
  return { target: done.name, ...actionOf(button, done.context, surface) };
}

/** What a person could press on a surface as it stands. No button of either generation can be disabled. */
export function pressesOf(surface: Surface, { limits, env }: Pick<View, 'limits' | 'env'>): readonly SubmittedAction[] {
  const budget = new EvaluationBudget(limits);
  const tree = new Tree(surface, { limits, env: { ...env, budget, report: () => undefined } });
  return untracked(() => {
    return [...walkTree(tree)].flatMap((node): SubmittedAction[] => {
      if (node.state !== 'resolved' || node.declaration?.props.action?.kind !== 'action') return [];
      const done = node.invoke('action');
      if (done?.kind !== 'event' || !isOpenwopTarget(done.name)) return [];
      return [{ target: done.name, ...actionOf(node, done.context, surface) }];
    });
  });
}

function buttonOf(source: string, surface: Surface, nodes: readonly TreeNode[]): TreeNode | undefined {
  const id = surface.catalog === openwop1.id ? componentIdOf(source) : source;
  return nodes.find((node) => node.id === id && node.declaration?.props.action?.kind === 'action');
}

/** The button is what its own component says, never what data or a field say; without a context all data are sent. */
function actionOf(button: TreeNode, context: JsonObject, surface: Surface): Omit<SubmittedAction, 'target'> {
  const name = nameOf(button.id);
  if (surface.catalog === openwop1.id && name !== undefined) {
    return { action: name, values: isObject(context.values) ? context.values : {} };
  }
  const action = button.definition?.props.action as { event?: { context?: JsonObject } } | undefined;
  const declared = action?.event?.context;
  const submitted = declared === undefined ? surface.data.snapshot() : context;
  const { action: _literal, ...values } = isObject(submitted) ? submitted : {};
  if (typeof declared?.action !== 'string')
    return { action: button.id, values: isObject(submitted) ? submitted : {}, submitted };
  // As generation 1 is converted: what it sends stands below `values`.
  const [[key, inner] = [], ...others] = Object.entries(values);
  const isConverted = key === 'values' && isObject(inner) && others.length === 0;
  return { action: declared.action, values: isConverted ? inner : values, submitted };
}
