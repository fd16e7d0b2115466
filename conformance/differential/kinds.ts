// What a difference is an instance of. Each kind is described in differences.yaml under the same id; a difference of no
// kind fails the run. Asked in order, the narrow ones first.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Difference } from './compare.ts';

export interface Kind {
  readonly id: string;
  readonly matches: (difference: Difference) => boolean;
}

/** Upstream refuses, we mend and warn with one of these codes. */
function mended(...codes: readonly string[]): Kind['matches'] {
  return ({ aspect, ours, verdicts }) =>
    aspect === 'verdict' && ours === true && verdicts.ours.why.some((code) => codes.includes(code));
}

/** Upstream accepts, we refuse with one of these codes. */
function refused(...codes: readonly string[]): Kind['matches'] {
  return ({ aspect, ours, verdicts }) =>
    aspect === 'verdict' && ours === false && verdicts.ours.why.some((code) => codes.includes(code));
}

function payloadOf(message: JsonObject, kind: string): JsonObject | undefined {
  const payload = message[kind];
  return isObject(payload) ? payload : undefined;
}

function isUnset({ message }: Difference): boolean {
  const payload = payloadOf(message, 'updateDataModel');
  return payload !== undefined && payload.value === undefined;
}

function pathOf({ message }: Difference): string {
  const path = payloadOf(message, 'updateDataModel')?.path;
  return typeof path === 'string' ? path : '/';
}

/** Whether something that was sent says this, in whatever depth. */
function says(sent: Json, text: string): boolean {
  return JSON.stringify(sent).includes(text);
}

const callsFormatting = (sent: Json) => /"call":"(format|pluralize)/.test(JSON.stringify(sent));
const STATES: readonly Json[] = ['resolved', 'pending', 'unknown', 'cyclic'];
const isState = (value: Json) => STATES.includes(value);
const isInTree = ({ aspect }: Difference) => aspect === 'tree';

export const KINDS_09: readonly Kind[] = [
  { id: 'surface-again', matches: mended('VITRINE_SURFACE_EXISTS') },
  {
    id: 'mended-components',
    matches: mended(
      'VITRINE_PROP_UNKNOWN',
      'VITRINE_PROP_MISSING',
      'VITRINE_PROP_TYPE',
      'VITRINE_PROP_VALUE',
      'VITRINE_FUNCTION_ARGS',
    ),
  },
  { id: 'whole-or-not', matches: ({ aspect, verdicts }) => aspect === 'components' && !verdicts.ours.ok },
  { id: 'typeless-component', matches: refused('VITRINE_COMPONENT_SHAPE') },
  {
    id: 'typeless-component',
    matches: ({ aspect, verdicts }) => aspect === 'components' && verdicts.ours.why.includes('VITRINE_COMPONENT_SHAPE'),
  },
  { id: 'message-without-payload', matches: refused('VITRINE_MESSAGE_EMPTY', 'VITRINE_DIALECT_UNKNOWN') },
  { id: 'version-checked', matches: refused('VITRINE_MESSAGE_VERSION') },
  { id: 'field-types-checked', matches: refused('VITRINE_MESSAGE_SHAPE') },
  { id: 'reserved-names', matches: refused('VITRINE_NAME_RESERVED') },
  { id: 'pointer-escapes', matches: refused('VITRINE_POINTER_SYNTAX') },
  { id: 'list-gap', matches: refused('VITRINE_POINTER_INDEX') },
  {
    id: 'root-deleted',
    matches: (difference) => difference.aspect === 'data' && isUnset(difference) && pathOf(difference) === '/',
  },
  {
    id: 'nothing-to-delete',
    matches: (difference) => isUnset(difference) && (difference.aspect === 'data' || difference.ours === true),
  },
  { id: 'empty-segment', matches: (difference) => difference.aspect === 'data' && pathOf(difference).includes('//') },
  {
    id: 'recursive-template',
    matches: (difference) => isInTree(difference) && difference.upstream === 'resolved' && difference.ours === 'cyclic',
  },
  {
    id: 'holes-in-lists',
    matches: (difference) => isInTree(difference) && difference.upstream === null && isState(difference.ours),
  },
  { id: 'dot-slash', matches: (difference) => isInTree(difference) && says(difference.sent, '"./') },
  {
    id: 'loose-numbers',
    matches: (difference) => isInTree(difference) && difference.ours === null && callsFormatting(difference.sent),
  },
  {
    id: 'absent-argument',
    matches: (difference) =>
      isInTree(difference) &&
      callsFormatting(difference.sent) &&
      difference.complaints.some((complaint) => complaint.startsWith('Validation failed for function')),
  },
  { id: 'loose-numbers', matches: (difference) => isInTree(difference) && callsFormatting(difference.sent) },
];

/** Upstream refuses with these words. */
function refusedUpstream(words: RegExp): Kind['matches'] {
  return ({ aspect, ours, verdicts }) =>
    aspect === 'verdict' && ours === true && verdicts.upstream.why.some((why) => words.test(why));
}

function update08({ message }: Difference): { readonly path: string; readonly keys: readonly string[] } | undefined {
  const payload = payloadOf(message, 'dataModelUpdate');
  if (payload === undefined) return undefined;
  const contents = isArray(payload.contents) ? payload.contents : [];
  return {
    path: typeof payload.path === 'string' ? payload.path : '/',
    keys: contents.map((entry) => (isObject(entry) && typeof entry.key === 'string' ? entry.key : '')),
  };
}

/** A check box, which upstream does not look at closely. */
function hasPathAndLiteral(message: JsonObject): boolean {
  return 'surfaceUpdate' in message && /"literal[A-Za-z]*":[^{}]*"path":/.test(JSON.stringify(message));
}

function inData(
  test: (update: NonNullable<ReturnType<typeof update08>>, difference: Difference) => boolean,
): Kind['matches'] {
  return (difference) => {
    const update = difference.aspect === 'data' ? update08(difference) : undefined;
    return update !== undefined && test(update, difference);
  };
}

export const KINDS_08: readonly Kind[] = [
  { id: 'path-and-literal', matches: refusedUpstream(/found 2 \(path, literal/) },
  { id: 'path-and-literal', matches: ({ aspect, message }) => aspect === 'data' && hasPathAndLiteral(message) },
  { id: 'child-sent-later', matches: refusedUpstream(/references non-existent component ID/) },
  { id: 'value-array', matches: refusedUpstream(/"valueArray"/) },
  { id: 'open-styles', matches: refusedUpstream(/unrecognized_keys[\s\S]*"styles"/) },
  { id: 'cycle-cut', matches: refusedUpstream(/Circular dependency/) },
  { id: 'component-twice', matches: refusedUpstream(/Duplicate component ID/) },
  {
    id: 'mended-components',
    matches: refusedUpstream(/Invalid data; expected|invalid_|too_small|unrecognized_keys|exactly one/),
  },
  { id: 'write-through-value', matches: refused('VITRINE_POINTER_BLOCKED') },
  { id: 'value-for-whole-model', matches: refused('VITRINE_MESSAGE_SHAPE') },
  {
    id: 'styles-kept',
    matches: ({ aspect, upstream, message }) => aspect === 'theme' && upstream === null && 'beginRendering' in message,
  },
  { id: 'dotted-keys', matches: inData(({ keys }) => keys.some((key) => key.includes('.') && key !== '.')) },
  { id: 'escapes-read', matches: inData(({ path }) => path.includes('~')) },
  { id: 'lists-made', matches: inData(({ path }) => /\/\d+(\/|$)/.test(path)) },
  { id: 'data-merged', matches: inData((_update, { upstream }) => upstream === null) },
  {
    id: 'text-that-is-an-id',
    matches: (difference) => isInTree(difference) && difference.upstream === 'resolved' && difference.ours === null,
  },
  {
    id: 'item-first',
    matches: (difference) => isInTree(difference) && difference.upstream === null && says(difference.sent, '"path":"/'),
  },
  {
    id: 'unknown-drawn',
    matches: (difference) =>
      isInTree(difference) && difference.upstream === 'resolved' && difference.ours === 'unknown',
  },
];

export function kindOf(difference: Difference, kinds: readonly Kind[]): string | undefined {
  return kinds.find(({ matches }) => matches(difference))?.id;
}
