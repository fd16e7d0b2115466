// Our neutral form for a viewer: an entry's ops as they are, the state as ops that make it. Nothing needs lowering; what
// a person entered reaches other viewers as the write it is.

import { type Entry, isOp, type Json, type Op, type Surface, type View, type ViewerEvent } from '@vitrine/core';
import type { Capabilities, Encoded } from '../dialect.ts';
import { Losses } from '../lowering/losses.ts';
import { actsIn, themeWithoutRequests, withoutRequests } from '../lowering/untrusted.ts';
import { FORMAT } from './decode.ts';

/** What was told of losses. */
export interface Memory {
  readonly told: Set<string>;
}

export function join(view: View, _capabilities?: Capabilities): Encoded & { readonly memory: Memory } {
  const memory: Memory = { told: new Set() };
  const losses = new Losses(memory.told);
  const ops: Op[] = [];
  for (const surface of view.surfaces.values()) ops.push(opening(surface, losses));
  ops.push(...view.asks.values(), ...view.tasks.values());
  return { wire: message(ops), losses: losses.list, memory };
}

export function encode(entry: Pick<Entry, 'body'>, view: View, memory: Memory): Encoded {
  const losses = new Losses(memory.told);
  const ops = entry.body.flatMap((part) => (isOp(part) ? [safe(part, view, losses)] : effectOf(part)));
  return { wire: message(ops), losses: losses.list };
}

function message(ops: readonly Op[]): readonly Json[] {
  return ops.length === 0 ? [] : [{ vitrine: FORMAT, body: ops as unknown as Json }];
}

/** The op that opens a surface as it stands. */
function opening(surface: Surface, losses: Losses): Op {
  const { trust: _trust, components, data, ...head } = surface.snapshot();
  const op: Op = { op: 'open', surface: surface.id, ...head, components, data };
  return surface.trust === 'trusted' ? op : withoutRequestsIn(op, surface, losses);
}

/** What an event of one viewer changes for the others. */
function effectOf(event: ViewerEvent): readonly Op[] {
  switch (event.event) {
    case 'input':
      return [{ op: 'set', surface: event.surface, path: event.path, value: event.value }];
    case 'answer':
      return [{ op: 'withdraw', ask: event.ask }];
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
