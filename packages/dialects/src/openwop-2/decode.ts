// Generation 2 from an agent: one envelope holds messages of A2UI 0.9 for one surface, and is one entry.

import { openwop2 } from '@vitrine/core/catalogs/openwop';
import {
  type Component,
  defined,
  type Issue,
  type Json,
  type JsonObject,
  type NewEntry,
  type Op,
  type Outcome,
  refused,
  type SurfaceId,
  type View,
} from '@vitrine/core/internal';
import { issueOf, isUntrusted, readWopEnvelope, type WopEnvelope } from '../openwop/envelope.ts';
import { standingAs } from '../openwop/restate.ts';
import { checkPayload } from '../openwop/schemas.ts';
import { crossFieldProblem, duplicateProblem, foldProblem, type Message, messagesOf } from './fold-guard.ts';

const PROTOCOL = '0.9';
const ROOT = 'root';

export function decodeAgentMessage(wire: Json, view: View): Outcome<NewEntry> {
  const envelope = readWopEnvelope(wire, 2, view.limits);
  if (!envelope.ok) return refused([envelope.issue]);
  const problem = payloadProblem2(envelope.value.payload, view);
  if (problem !== undefined) return refused([problem]);
  return { ok: true, value: entryOf2(envelope.value, view), issues: [] };
}

function payloadProblem2(input: Json, view: View): Issue | undefined {
  const problem = checkPayload[2](input);
  if (problem !== undefined) return issueOf(problem, '/payload');
  const payload = input as JsonObject;
  return crossFieldProblem(payload) ?? foldProblem(payload, view) ?? duplicateProblem(payload);
}

export function surfaceOf2(payload: JsonObject): SurfaceId {
  return payload.surfaceId as string;
}

/** Of an envelope whose payload was judged. */
export function entryOf2(envelope: WopEnvelope, view: View): NewEntry {
  const payload = envelope.payload as JsonObject;
  const surface = surfaceOf2(payload);
  const partial = envelope.partial?.isPartial === true;
  const untrusted = isUntrusted(envelope) || view.surfaces.get(surface)?.trust === 'untrusted';
  const ops = messagesOf(payload).map((message) => opOf(message, partial));
  const ended: readonly Op[] = endsPart(ops, surface, partial, view) ? [{ op: 'reveal', surface, root: ROOT }] : [];
  const body = standingAs([...ops, ...ended], surface, { untrusted, partial }, view);
  return { body, ...(untrusted ? { trust: 'untrusted' } : {}) };
}

function endsPart(ops: readonly Op[], surface: SurfaceId, partial: boolean, view: View): boolean {
  return !partial && view.surfaces.get(surface)?.partial === true && !ops.some(({ op }) => op === 'close');
}

function opOf({ kind, content: ops }: Message, partial: boolean): Op {
  const surface = ops.surfaceId as string;
  switch (kind) {
    case 'createSurface':
      return {
        op: 'open',
        surface,
        catalog: openwop2.id,
        protocol: PROTOCOL,
        ...defined({ theme: ops.theme as JsonObject | undefined }),
        ...(partial ? { partial } : {}),
      };
    case 'updateComponents':
      return { op: 'put', surface, components: (ops.components as readonly JsonObject[]).map(readComponent) };
    case 'updateDataModel': {
      const path = typeof ops.path === 'string' ? ops.path : '/';
      return ops.value === undefined ? { op: 'unset', surface, path } : { op: 'set', surface, path, value: ops.value };
    }
    case 'deleteSurface':
      return { op: 'close', surface };
  }
}

function readComponent({ id, component, weight, accessibility, ...props }: JsonObject): Component {
  return {
    id: id as string,
    type: component as string,
    props,
    ...defined({ weight: weight as number | undefined, a11y: accessibility as JsonObject | undefined }),
  };
}
