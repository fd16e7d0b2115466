// The inputs of a node: those that its catalog's own hook finds, else one for each writable property. Each says which path
// it writes and whether it takes a value.

import {
  boundInputs,
  isObject,
  isPathBinding,
  type Json,
  type JsonObject,
  judgeInput,
  numberIn,
  parsePointer,
  type Segments,
  type Surface,
  type TreeNode,
} from '@vitrine/core/internal';
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

/** Whether a component can have any: by its declaration, wherever it stands. */
export function mayHaveInputs({ declaration }: InputSlot): boolean {
  return Object.values(declaration?.props ?? {}).some(({ writable }) => writable === true);
}

/** What the paths end with that a component can write, wherever it stands. Undefined: with anything. */
export function writtenEnds({ declaration }: InputSlot, props: JsonObject): readonly string[] | undefined {
  const ends = Object.entries(declaration?.props ?? {}).flatMap(([name, { writable, kind }]) => {
    const bound = writable === true ? props[name] : undefined;
    if (!isObject(bound) || !isPathBinding(bound)) return [];
    // Of an object each member is written.
    return [kind === 'object' ? '' : (parsePointer(bound.path).at(-1) ?? '')];
  });
  // The item itself, whose place is a number.
  return ends.some((end) => end === '' || end === '.') ? undefined : ends;
}

type InputSlot = Pick<NonNullable<ReturnType<Surface['peek']>>, 'declaration'>;

export function inputsOf(node: TreeNode, env: JudgingEnvironment, file: AdmitInput['file']): readonly Input[] {
  const enabled = isEnabled(node);
  const byHook = node.declaration?.inputs?.(node);
  if (byHook !== undefined) {
    return byHook.map((input) => ({
      path: input.path,
      secret: input.secret,
      held: input.secret || input.file === true,
      enabled,
      meant: (value) => value,
      judge: (value) => input.judge(value, env) ?? (input.file === true ? judgeFile(value, file) : undefined),
    }));
  }
  return boundInputs(node).map(({ prop, path, secret }) => ({
    path,
    secret,
    held: secret,
    enabled,
    // Some sliders (those of @a2ui/lit for 0.8) write what the element of HTML holds, which is a text.
    meant: (value) => (node.declaration?.takes?.kind === 'range' ? numberIn(value) : value),
    judge: (value) => judgeInput(node, prop, value),
  }));
}

/** A component that has a property `disabled` is disabled while it is true. */
export function isEnabled(node: TreeNode): boolean {
  return node.declaration?.props.disabled?.kind !== 'bool' || node.get('disabled') !== true;
}

function judgeFile(value: Json, file: AdmitInput['file']): string | undefined {
  if (file === undefined || value === null || value === '') return undefined;
  return isKnown(value as JsonObject, file) ? undefined : 'The session has no such file.';
}

/** What is said of a file is what the host knows of it. */
export function isKnown(value: JsonObject, file: NonNullable<AdmitInput['file']>): boolean {
  const { ref, name, type, size } = value;
  const known = typeof ref === 'string' ? file(ref) : undefined;
  return known !== undefined && known.name === name && known.type === type && known.size === size;
}
