// Our neutral form for a viewer: an entry's ops as they are, the state as ops that make it. Nothing needs lowering; what
// a person entered reaches other viewers as the write it is, and what a person said as the event it is.

import {
  type Entry,
  isOp,
  type Json,
  type Op,
  type Surface,
  type Trust,
  type View,
  type ViewerEvent,
} from '@vitrine/core';
import type { Capabilities, Encoded } from '../dialect.ts';
import { Losses } from '../lowering/losses.ts';
import { actsIn, themeWithoutRequests, withoutRequests } from '../lowering/untrusted.ts';
import { FORMAT } from './decode.ts';

/** What was told of losses. */
export interface Memory {
  readonly told: Set<string>;
}

/** Of all that people do, only their words come as events. */
type Part = Op | Extract<ViewerEvent, { readonly event: 'say' }>;

export function join(view: View, _capabilities?: Capabilities): Encoded & { readonly memory: Memory } {
  const memory: Memory = { told: new Set() };
  const losses = new Losses(memory.told);
  const wire: Json[] = [];
  let run: { readonly trust: Trust; readonly ops: Part[] } = { trust: 'trusted', ops: [] };
  const end = (): void => void wire.push(...message(run.ops, run.trust));
  // One message says one trust; surfaces keep their order.
  for (const surface of view.surfaces.values()) {
    if (surface.trust !== run.trust) {
      end();
      run = { trust: surface.trust, ops: [] };
    }
    run.ops.push(opening(surface, losses));
  }
  if (run.trust === 'untrusted') {
    end();
    run = { trust: 'trusted', ops: [] };
  }
  run.ops.push(...view.asks.values(), ...view.tasks.values(), ...view.calls.values());
  for (const { by, text } of view.talk) run.ops.push(by === 'agent' ? { op: 'say', text } : { event: 'say', text });
  if (view.turn !== undefined) run.ops.push({ op: 'turn', state: view.turn });
  end();
  return { wire, losses: losses.list, memory };
}

export function encode(entry: Pick<Entry, 'body'>, view: View, memory: Memory): Encoded {
  const losses = new Losses(memory.told);
  const ops = entry.body.flatMap((part) => (isOp(part) ? [safe(part, view, losses)] : effectOf(part)));
  const isUntrusted = ops.some(
    (op) => isOp(op) && op.op === 'open' && view.surfaces.get(op.surface)?.trust === 'untrusted',
  );
  return { wire: message(ops, isUntrusted ? 'untrusted' : 'trusted'), losses: losses.list };
}

function message(ops: readonly Part[], trust: Trust): readonly Json[] {
  if (ops.length === 0) return [];
  const body = ops as unknown as Json;
  return [trust === 'trusted' ? { vitrine: FORMAT, body } : { vitrine: FORMAT, trust, body }];
}

/** The op that opens a surface as it stands. */
function opening(surface: Surface, losses: Losses): Op {
  const { trust: _trust, components, data, ...head } = surface.snapshot();
  const op: Op = { op: 'open', surface: surface.id, ...head, components, data };
  return surface.trust === 'trusted' ? op : withoutRequestsIn(op, surface, losses);
}

/** What an event of one viewer changes for the others. */
function effectOf(event: ViewerEvent): readonly Part[] {
  switch (event.event) {
    case 'input':
      return [{ op: 'set', surface: event.surface, path: event.path, value: event.value }];
    case 'answer':
      return [{ op: 'withdraw', ask: event.ask }];
    case 'say':
      return [event];
    default:
      return [];
  }
}

function safe(op: Op, view: View, losses: Losses): Op {
  const surface = 'surface' in op ? view.surfaces.get(op.surface) : undefined;
  return surface === undefined || surface.trust === 'trusted' ? op : withoutRequestsIn(op, surface, losses);
}

/** The wire has no word for trust, so what an untrusted surface would make its viewer request is taken out. */
function withoutRequestsIn(op: Op, surface: Surface, losses: Losses): Op {
  if (op.op !== 'open' && op.op !== 'put' && op.op !== 'reveal') return op;
  const catalog = surface.catalogFor(undefined);
  const declared = 'code' in catalog ? undefined : catalog.theme;
  const theme =
    'theme' in op && op.theme !== undefined
      ? { theme: themeWithoutRequests(op.theme, declared, (what) => losses.tell(what, surface.id)) }
      : {};
  if (op.op === 'reveal') return { ...op, ...theme };
  const components = op.components?.map((component) => {
    const own = surface.catalogFor(component.catalog);
    const declaration = 'code' in own ? undefined : own.components.get(component.type);
    return withoutRequests(component, declaration, actsIn(surface), (what) =>
      losses.tell(what, surface.id, component.id),
    );
  });
  return { ...op, ...theme, ...(components === undefined ? {} : { components }) };
}
