// A patch of AG-UI (RFC 6902) on a state or an activity: applied whole or not at all. Operations that are not known are dropped
// and told; a copy is applied to documents of a modest size alone, because repeated copies double them.

import { getAt, isObject, type Json, type JsonObject, jsonEqual, parsePointer } from '@vitrine/core/internal';
import { applyPatch } from '@vitrine/dialects/openwop';
import type { ReaderLimits } from './reader-limits.ts';

const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

export interface DeltaResult {
  /** Undefined: it does not apply. */
  readonly value?: Json;
  readonly warnings: readonly string[];
}

export function applyDelta(document: Json, delta: readonly Json[], limits: ReaderLimits): DeltaResult {
  if (delta.length > limits.patchOperations) return { warnings: [`A patch has ${delta.length} operations.`] };
  const known = delta.filter((one): one is JsonObject => isObject(one) && OPERATIONS.includes(String(one.op)));
  const dropped = delta.length - known.length;
  const warnings = dropped === 0 ? [] : [`${dropped} operations of a patch are not known and were dropped.`];
  let value: Json = document;
  for (const operation of known) {
    const next = applyOne(value, operation, limits);
    if (next === undefined) return { warnings: [...warnings, `${operation.op} does not apply; the old value stays.`] };
    value = next;
  }
  return { value, warnings };
}

function applyOne(document: Json, operation: JsonObject, { copyLength }: ReaderLimits): Json | undefined {
  const { op, path, from, value } = operation;
  if (typeof path !== 'string' || (from !== undefined && typeof from !== 'string')) return undefined;
  if (op === 'test') {
    const found = path === '' ? document : getAt(document, parsePointer(path));
    return found !== undefined && jsonEqual(found, value) ? document : undefined;
  }
  if (op === 'copy' && JSON.stringify(document).length > copyLength) return undefined;
  const patched = applyPatch(document, [operation as never]);
  return 'value' in patched ? patched.value : undefined;
}
