// A delta frame (RFC 0114): a patch of the surface that was delivered last under its reference. It is applied to the
// payload as that surface stands, which is then read like one that came whole; a patch that leads nowhere is refused.

import { OPENWOP_CATALOG_VERSION } from '@vitrine/core/catalogs/openwop';
import {
  copyJson,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type NewEntry,
  type Outcome,
  parsePointer,
  quote,
  readPointer,
  refused,
  type Segments,
  type View,
} from '@vitrine/core/internal';
import { issueOf, type WopEnvelope } from '../openwop/envelope.ts';
import { isOpenwopSurface } from '../openwop/native.ts';
import { checkDeltaFrame } from '../openwop/schemas.ts';
import { entryOf1, payloadProblem1 } from './decode.ts';
import { writeSurface } from './encode.ts';

export function isDeltaFrame(wire: Json): wire is JsonObject {
  return isObject(wire) && Object.hasOwn(wire, 'surfaceRef') && Object.hasOwn(wire, 'patch');
}

export function decodeDelta(wire: Json, view: View): Outcome<NewEntry> {
  const problem = checkDeltaFrame(wire);
  if (problem !== undefined) return refused([issueOf(problem)]);
  const { surfaceRef, catalogVersion, patch } = wire as unknown as Frame;
  const surface = view.surfaces.get(surfaceRef);
  if (surface === undefined || !isOpenwopSurface(surface)) {
    const message = `No surface was delivered as ${quote(surfaceRef)}.`;
    return refused([issue('VITRINE_SURFACE_UNKNOWN', 'error', message, '/surfaceRef')]);
  }
  const whole = { catalogVersion: OPENWOP_CATALOG_VERSION, surface: writeSurface(surface) };
  if (catalogVersion !== whole.catalogVersion)
    return refused([
      issue('VITRINE_MESSAGE_VERSION', 'error', 'Another catalog begins with a whole surface.', '/catalogVersion'),
    ]);
  const payload = applyPatch(
    whole,
    patch.filter(({ path }) => path !== REASONING),
  );
  if ('code' in payload) return refused([payload as Issue]);
  const meta = { source: 'ai-generation', ...(surface.trust === 'untrusted' ? { contentTrust: 'untrusted' } : {}) };
  const partial = surface.partial ? { partial: { isPartial: true, index: 0, total: -1 } } : {};
  const envelope = { nodeId: surfaceRef, payload: payload.value, meta, ...partial } as unknown as WopEnvelope;
  const wrong = payloadProblem1(envelope, view);
  if (wrong !== undefined) return refused([{ ...wrong, at: '/patch' }]);
  return { ok: true, value: entryOf1(envelope, view), issues: [] };
}

/** Why the author did something is shown to nobody, and is not kept. */
const REASONING = '/reasoning';

interface Operation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy';
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}
type PatchOperations = readonly Operation[];
interface Frame {
  readonly surfaceRef: string;
  readonly catalogVersion: string;
  readonly patch: PatchOperations;
}
type Patched = { readonly value: Json } | Issue;

/** RFC 6902 without `test`. The document itself is not touched. */
export function applyPatch(document: Json, patch: PatchOperations): Patched {
  let value: Json = copyJson(document);
  for (const [index, operation] of patch.entries()) {
    const next = applyOne(value, operation);
    if (next === undefined) {
      const message = `${operation.op} leads nowhere: ${quote(operation.path)}.`;
      return issue('VITRINE_POINTER_BLOCKED', 'error', message, `/patch/${index}`);
    }
    value = next;
  }
  return { value };
}

function applyOne(document: Json, { op, path, from, value }: Operation): Json | undefined {
  if (!isUsable(path) || (from !== undefined && !isUsable(from))) return undefined;
  const steps = stepsOf(path);
  switch (op) {
    case 'remove':
      return edited(document, steps, 'remove');
    case 'add':
    case 'replace':
      return value === undefined ? undefined : edited(document, steps, op, value);
    default: {
      const source = from === undefined ? undefined : at(document, stepsOf(from));
      if (source === undefined || from === undefined) return undefined;
      const rest = op === 'move' ? edited(document, stepsOf(from), 'remove') : document;
      return rest === undefined ? undefined : edited(rest, steps, 'add', copyJson(source));
    }
  }
}

function isUsable(pointer: string): boolean {
  return pointer === '' || (pointer.startsWith('/') && !('code' in readPointer(pointer)));
}

function stepsOf(pointer: string): Segments {
  return pointer === '' ? [] : parsePointer(pointer);
}

function at(value: Json | undefined, [step, ...rest]: Segments): Json | undefined {
  if (step === undefined || value === undefined) return value;
  if (isArray(value)) return at(value[indexIn(value, step, 0)], rest);
  return isObject(value) && Object.hasOwn(value, step) ? at(value[step], rest) : undefined;
}

/** `more`: how far behind the last one may be meant. */
function indexIn(list: readonly Json[], step: string, more: 0 | 1): number {
  if (step === '-' && more === 1) return list.length;
  const index = /^(0|[1-9]\d*)$/.test(step) ? Number(step) : -1;
  return index < list.length + more ? index : -1;
}

type Edit = 'add' | 'remove' | 'replace';

function edited(document: Json, [step, ...rest]: Segments, edit: Edit, value?: Json): Json | undefined {
  if (step === undefined) return edit === 'remove' ? undefined : value;
  if (isArray(document)) return editedList(document, step, rest, edit, value);
  if (!isObject(document)) return undefined;
  const isThere = Object.hasOwn(document, step);
  if (!isThere && (edit !== 'add' || rest.length > 0)) return undefined;
  const { [step]: before, ...others } = document;
  if (rest.length === 0 && edit === 'remove') return others;
  const now = rest.length === 0 ? value : edited(before as Json, rest, edit, value);
  return now === undefined ? undefined : { ...document, [step]: now };
}

function editedList(list: readonly Json[], step: string, rest: Segments, edit: Edit, value?: Json): Json | undefined {
  const inserts = edit === 'add' && rest.length === 0;
  const index = indexIn(list, step, inserts ? 1 : 0);
  if (index < 0) return undefined;
  if (inserts) return list.toSpliced(index, 0, value as Json);
  if (rest.length === 0 && edit === 'remove') return list.toSpliced(index, 1);
  const now = rest.length === 0 ? value : edited(list[index] as Json, rest, edit, value);
  return now === undefined ? undefined : list.with(index, now);
}
