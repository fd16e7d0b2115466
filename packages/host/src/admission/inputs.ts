// The inputs of a node: those that its declaration tells, and those of catalogs whose fields stand in data (AgentChains)
// or have rules of their own (OpenWOP). Each says which path it writes and whether it takes a value.

import {
  boundInputs,
  isObject,
  isPathBinding,
  type Json,
  type JsonObject,
  judgeInput,
  parsePointer,
  type Segments,
  type Surface,
  type TreeNode,
} from '@vitrine/core';
import { agentchains, type FormField, formInputs, judgeField } from '@vitrine/core/catalogs/agentchains';
import { judgeOpenwopField, openwop1 } from '@vitrine/core/catalogs/openwop';
import type { AdmitInput, JudgingEnvironment } from './admission.ts';

export interface Input {
  readonly path: Segments;
  readonly secret: boolean;
  /** It is told to the host with an action only. */
  readonly held: boolean;
  readonly enabled: boolean;
  /** What is meant by a value as another viewer writes it. */
  meant(value: Json): Json;
  /** Why it does not take the value; undefined when it does. */
  judge(value: Json): string | undefined;
}

/** What is judged when a form is sent, not while it is filled in. */
const LATER = new Set(['REQUIRED', 'PATTERN', 'STEP']);

/** Whether a component can have any: by its declaration, wherever it stands. */
export function mayHaveInputs({ catalog, declaration }: Slot): boolean {
  if (catalog === agentchains) return true;
  return Object.values(declaration?.props ?? {}).some(({ writable }) => writable === true);
}

/** What the paths end with that a component can write, wherever it stands. Undefined: with anything. */
export function writtenEnds({ catalog, declaration }: Slot, props: JsonObject): readonly string[] | undefined {
  if (catalog === agentchains) return undefined;
  const ends = Object.keys(declaration?.props ?? {}).flatMap((name) => {
    const bound = declaration?.props[name]?.writable === true ? props[name] : undefined;
    return isObject(bound) && isPathBinding(bound) ? [parsePointer(bound.path).at(-1) ?? ''] : [];
  });
  // The item itself, whose place is a number.
  return ends.some((end) => end === '' || end === '.') ? undefined : ends;
}

type Slot = Pick<NonNullable<ReturnType<Surface['peek']>>, 'catalog' | 'declaration'>;

export function inputsOf(node: TreeNode, env: JudgingEnvironment, file: AdmitInput['file']): readonly Input[] {
  const enabled = isEnabled(node);
  if (node.catalog === agentchains) {
    return formInputs(node).map(({ field, path }) => ({
      path,
      secret: field.secret,
      held: field.secret || field.type === 'file',
      enabled,
      meant: (value) => value,
      judge: (value) => judgeFormField(field, value, env, file),
    }));
  }
  const isField = node.catalog === openwop1;
  return boundInputs(node).map(({ prop, path, secret }) => ({
    path,
    secret,
    held: secret,
    enabled,
    meant: (value) => (node.declaration?.takes?.kind === 'range' ? numberIn(value) : value),
    judge: (value) => (isField ? judgeOpenwop(node, value) : judgeInput(node, prop, value)),
  }));
}

/** Some sliders (those of @a2ui/lit for 0.8) write what the element of HTML holds, which is a text. */
function numberIn(value: Json): Json {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** A component that has a property `disabled` is disabled while it is true. */
export function isEnabled(node: TreeNode): boolean {
  return node.declaration?.props.disabled?.kind !== 'bool' || node.get('disabled') !== true;
}

function judgeFormField(
  field: FormField,
  value: Json,
  { limits, budget }: JudgingEnvironment,
  file: AdmitInput['file'],
): string | undefined {
  const failure = judgeField(field, value, limits, budget);
  if (failure !== undefined && !LATER.has(failure.code)) return failure.message;
  if (field.type !== 'file' || value === null || value === '') return undefined;
  return file === undefined || isKnown(value as JsonObject, file) ? undefined : 'The session has no such file.';
}

/** What is said of a file is what the host knows of it. */
export function isKnown(value: JsonObject, file: NonNullable<AdmitInput['file']>): boolean {
  const { ref, name, type, size } = value;
  const known = typeof ref === 'string' ? file(ref) : undefined;
  return known !== undefined && known.name === name && known.type === type && known.size === size;
}

function judgeOpenwop(node: TreeNode, value: Json): string | undefined {
  const { component } = node;
  if (component === undefined) return 'The field is not there.';
  const failure = judgeOpenwopField(component.type, component.props, value);
  return failure === undefined || failure === 'REQUIRED' ? undefined : `The field does not take it (${failure}).`;
}
