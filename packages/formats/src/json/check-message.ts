// Judges a message against a fold, as the host would, and mends what the fold alone knows of: unknown properties and fields
// are taken out, a catalog that is not known is the only one that it can be. What is left goes back to the model as
// VALIDATION_FAILED.

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
} from '@vitrine/core/internal';
import { DIALECTS, detect, Intake } from '@vitrine/dialects';
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
/** Of a catalog that is named, or meant because none is. */
const NO_CATALOG = new Set<string>(['VITRINE_CATALOG_UNKNOWN', 'VITRINE_CATALOG_PROTOCOL']);
const ROUNDS = 4;

export function checkMessage(message: JsonObject, fold: Fold): Checked {
  const intake = new Intake(fold, { dialects: DIALECTS });
  const repairs: Repair[] = [];
  /** What was mended is still worth a word. */
  const warnings: Issue[] = [];
  let present = message;
  for (let round = 1; ; round++) {
    const { ok, issues } = intake.message(present);
    const unknown = issues.filter(({ code }) => REMOVED.has(code));
    const nameless = ok ? [] : issues.filter(({ code }) => NO_CATALOG.has(code));
    const named = round === ROUNDS ? undefined : withCatalog(present, nameless, fold, repairs);
    if (named !== undefined) {
      present = named;
      for (const one of nameless) warnings.push({ ...one, severity: 'warning' });
    } else if (ok || unknown.length === 0 || round === ROUNDS) {
      const left = issues.filter((one) => !unknown.includes(one));
      return {
        ...without(present, unknown, repairs),
        ok,
        issues: warnings.length === 0 ? left : [...warnings, ...left],
      };
    } else present = without(present, unknown, repairs).message;
  }
}

/** The message with the one catalog that the fold has for its protocol; undefined where there is none, or a choice. */
function withCatalog(
  message: JsonObject,
  nameless: readonly Issue[],
  fold: Fold,
  repairs: Repair[],
): JsonObject | undefined {
  if (nameless.length === 0) return undefined;
  const dialect = detect(message);
  const protocol = 'id' in dialect ? dialect.id.replace(/^a2ui-/, '') : undefined;
  const [only, ...others] = [...fold.catalogs].filter((one) => one.protocol === undefined || one.protocol === protocol);
  if (only === undefined || others.length > 0) return undefined;
  const copy = copyJson(message);
  let isMended = false;
  for (const { at = '' } of nameless) {
    const holder = holderOfCatalog(copy, parsePointer(at));
    if (holder === undefined || holder.catalogId === only.id) continue;
    Object.assign(holder, { catalogId: only.id });
    repairs.push(repair('unknown-catalog', at.endsWith('/catalogId') ? at : `${at}/catalogId`));
    isMended = true;
  }
  return isMended ? copy : undefined;
}

/** What names its catalog at a place, or may: a surface that is opened, a component, a call. */
function holderOfCatalog(message: JsonObject, path: Segments): JsonObject | undefined {
  const place = path.at(-1) === 'catalogId' ? path.slice(0, -1) : path;
  const found = valueAt(message, place);
  if (!isObject(found)) return undefined;
  return Object.hasOwn(found, 'catalogId') || place[0] === 'beginRendering' ? found : undefined;
}

function valueAt(message: Json, path: Segments): Json | undefined {
  let found: Json | undefined = message;
  for (const segment of path) {
    if (isArray(found)) found = found[Number(segment)];
    else found = isObject(found) ? own(found, segment) : undefined;
  }
  return found;
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
  const holder = valueAt(message, path.slice(0, -1));
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
