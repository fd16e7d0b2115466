// The values of a submission, judged by the fields that the surface shows: each has a field, its type, its options, and
// what must be filled is filled. They are written into a copy of the surface, where the action is then read.

import { judgeOpenwopField, openwop1 } from '@vitrine/core/catalogs/openwop';
import {
  type BoundInput,
  boundInputs,
  defined,
  type Environment,
  englishSentence,
  escapeSegment,
  type FieldProblem,
  firstFailure,
  formatPointer,
  type Issue,
  type Json,
  judgeFieldValue,
  judgeInput,
  quote,
  type Surface,
  type TreeNode,
} from '@vitrine/core/internal';
import { viewerIssue } from './resume-value.ts';

export interface SubmittedField {
  readonly node: TreeNode;
  readonly input: BoundInput;
  /** How a submission names it. */
  readonly name: string;
}

/** Every field that can be reached. */
export function fieldsOf(nodes: readonly TreeNode[]): readonly SubmittedField[] {
  return nodes.flatMap((node) =>
    boundInputs(node).map((input) => {
      const own = node.get('name');
      const name = node.catalog?.id === openwop1.id && typeof own === 'string' ? own : formatPointer(input.path);
      return { node, input, name };
    }),
  );
}

/** Writes what was submitted; the first thing that is wrong with it. */
export function enterValues(
  values: { readonly [name: string]: Json },
  fields: readonly SubmittedField[],
  surface: Surface,
): Issue | undefined {
  const byName = new Map(fields.toReversed().map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(values)) {
    const at = `/values/${escapeSegment(name)}`;
    const field = byName.get(name);
    if (field === undefined)
      return viewerIssue('VITRINE_WRITE_REFUSED', `The surface shows no field ${quote(name)}.`, at);
    const why = entryProblem(field, value);
    if (why !== undefined) return viewerIssue('VITRINE_WRITE_VALUE', why, at);
    const written = surface.data.set(formatPointer(field.input.path), typedValue(field, value));
    if (written !== undefined) return { ...written, fault: 'viewer', at };
  }
  return undefined;
}

function entryProblem({ node, input }: SubmittedField, value: Json): string | undefined {
  if (node.catalog?.id !== openwop1.id) return judgeInput(node, input.prop, value);
  return sentenceOf(
    judgeOpenwopField({ type: node.type ?? '', props: { ...node.definition?.props, required: false } }, value),
  );
}

function sentenceOf(problem: FieldProblem | undefined): string | undefined {
  return problem === undefined ? undefined : englishSentence(problem);
}

/** The first field that does not stand as it must when something is sent. */
export function firstUnfit(fields: readonly SubmittedField[], surface: Surface, env: Environment): Issue | undefined {
  for (const field of fields) {
    const { node, input, name } = field;
    const value = surface.data.get(formatPointer(input.path));
    const why = node.catalog?.id === openwop1.id ? unfit1(node, value) : unfit2(node, value, env);
    if (why !== undefined)
      return viewerIssue('VITRINE_EVENT_CHECK', `${quote(name)}: ${why}`, `/values/${escapeSegment(name)}`);
  }
  return undefined;
}

function unfit1(node: TreeNode, value: Json | undefined): string | undefined {
  return sentenceOf(judgeOpenwopField({ type: node.type ?? '', props: node.definition?.props ?? {} }, value));
}

function unfit2(node: TreeNode, value: Json | undefined, { budget, limits }: Environment): string | undefined {
  const failure = firstFailure(node.checks());
  if (failure !== undefined) return failure.message ?? 'It must be filled.';
  if (typeof value !== 'string') return undefined;
  const source = node.get('validationRegexp');
  const pattern = typeof source === 'string' ? source : undefined;
  const type = node.get('variant') === 'number' ? 'number' : 'text';
  return sentenceOf(judgeFieldValue({ type, ...defined({ pattern }) }, value, limits, budget));
}

/** A text that was typed into a field for numbers is one, once it is complete. */
function typedValue({ node }: SubmittedField, value: Json): Json {
  if (node.get('variant') !== 'number' || typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}
