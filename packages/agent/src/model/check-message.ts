// Judges a message against a fold, as the host would, and takes out what the catalog does not know: unknown properties and
// fields. What it cannot mend goes back to the model as VALIDATION_FAILED.

import {
  copyJson,
  type Fold,
  type Issue,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  own,
  parsePointer,
  type Segments,
} from '@vitrine/core';
import { Intake } from '@vitrine/dialects';
import { type Repair, type RepairKind, repair } from './repair.ts';

export interface Checked {
  readonly ok: boolean;
  readonly message: JsonObject;
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
}

const REMOVED = new Map<string, RepairKind>([
  ['VITRINE_PROP_UNKNOWN', 'unknown-property'],
  ['VITRINE_MESSAGE_FIELD_UNKNOWN', 'unknown-field'],
]);
const ROUNDS = 3;

export function checkMessage(message: JsonObject, fold: Fold): Checked {
  const intake = new Intake(fold);
  const repairs: Repair[] = [];
  let present = message;
  for (let round = 1; ; round++) {
    const { ok, issues } = intake.message(present);
    const unknown = issues.filter(({ code }) => REMOVED.has(code));
    if (ok || unknown.length === 0 || round === ROUNDS) {
      return { ...without(present, unknown, repairs), ok, issues: issues.filter((one) => !unknown.includes(one)) };
    }
    present = without(present, unknown, repairs).message;
  }
}

function without(
  message: JsonObject,
  unknown: readonly Issue[],
  repairs: Repair[],
): { readonly message: JsonObject; readonly repairs: readonly Repair[] } {
  if (unknown.length === 0) return { message, repairs };
  const copy = copyJson(message);
  for (const { code, at = '' } of unknown) {
    if (remove(copy, parsePointer(at))) repairs.push(repair(REMOVED.get(code) as RepairKind, at));
  }
  return { message: copy, repairs };
}

function remove(message: Json, path: Segments): boolean {
  const name = path.at(-1);
  let holder: Json | undefined = message;
  for (const segment of path.slice(0, -1)) {
    if (isArray(holder)) holder = holder[Number(segment)];
    else holder = isObject(holder) ? own(holder, segment) : undefined;
  }
  if (name === undefined || !isObject(holder) || !Object.hasOwn(holder, name)) return false;
  return Reflect.deleteProperty(holder, name);
}

/** What a client of A2UI 0.9 and later sends back about a message that it refused. */
export function validationFailed(issues: readonly Issue[], message?: JsonObject): readonly JsonObject[] {
  const version = typeof message?.version === 'string' ? message.version : 'v0.9';
  const [key, payload] = Object.entries(message ?? {}).find(([, value]) => isObject(value)) ?? [];
  const surfaceId = isObject(payload) && typeof payload.surfaceId === 'string' ? payload.surfaceId : '';
  return issues
    .filter(({ severity }) => severity === 'error')
    .map(({ at = '', message: words, code }) => {
      const path = key !== undefined && at.startsWith(`/${key}/`) ? at.slice(key.length + 1) : at || '/';
      // What is wrong with a whole tree names its surface in the pointer.
      const [first, named = ''] = parsePointer(at);
      const about = first === 'surfaces' ? named : surfaceId;
      return { version, error: { code: 'VALIDATION_FAILED', surfaceId: about, path, message: `${words} (${code})` } };
    });
}
