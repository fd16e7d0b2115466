// Our neutral form for a viewer: an entry's ops as they are, the state as ops that make it. Nothing needs lowering; what
// a person entered reaches other viewers as the write it is, and what a person said as the event it is.

import {
  defined,
  type Entry,
  isOp,
  type Json,
  lowerTrust,
  type Op,
  type Steps,
  type Surface,
  type SurfaceId,
  type Trust,
  takeAll,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { Encoded } from '../dialect.ts';
import { Losses } from '../lowering/losses.ts';
import { actsIn, themeWithoutRequests, withoutRequests } from '../lowering/untrusted.ts';
import { FORMAT } from './decode.ts';

/** What was told of losses, and the surfaces that the viewer has, each as trusted as it was told. */
export interface Memory {
  readonly reportedLosses: Set<string>;
  readonly surfaces: Map<SurfaceId, Trust>;
}

/** Of all that people do, only their words come as events. */
type EncodedPart = Op | Extract<ViewerEvent, { readonly event: 'say' }>;

export function join(view: View): Encoded & { readonly memory: Memory } {
  return takeAll(joinSteps(view));
}

export function* joinSteps(view: View): Steps<Encoded & { readonly memory: Memory }> {
  const memory: Memory = { reportedLosses: new Set(), surfaces: new Map() };
  const losses = new Losses(memory.reportedLosses);
  const wire: Json[] = [];
  let run: { readonly trust: Trust; readonly ops: EncodedPart[] } = { trust: 'trusted', ops: [] };
  const end = (): void => void wire.push(...message(run.ops, run.trust));
  // One message says one trust; everything keeps its order.
  const say = (part: EncodedPart, trust: Trust = 'trusted'): void => {
    if (trust !== run.trust) {
      end();
      run = { trust, ops: [] };
    }
    run.ops.push(part);
  };
  for (const surface of view.surfaces.values()) {
    memory.surfaces.set(surface.id, surface.trust);
    say(opening(surface, losses), surface.trust);
    yield;
  }
  for (const { trust, ...op } of [...view.asks.values(), ...view.tasks.values(), ...view.calls.values()])
    say(op, trust);
  for (const { by, text, trust } of view.talk)
    say(by === 'agent' ? { op: 'say', text } : { event: 'say', text }, trust);
  if (view.turn !== undefined) say({ op: 'turn', state: view.turn });
  end();
  return { wire, losses: losses.list, memory };
}

export function encode(
  { body, trust = 'trusted' }: Pick<Entry, 'body'> & Partial<Pick<Entry, 'trust'>>,
  view: View,
  memory: Memory,
): Encoded {
  const losses = new Losses(memory.reportedLosses);
  const ops = body.flatMap((part) => (isOp(part) ? [safe(part, view, losses)] : effectOf(part)));
  let lowest = trust;
  for (const id of touchedBy(body, memory)) {
    const surface = view.surfaces.get(id);
    const before = memory.surfaces.get(id);
    if (surface === undefined || surface.trust === before) continue;
    memory.surfaces.set(id, surface.trust);
    lowest = lowerTrust(lowest, surface.trust);
    if (before !== undefined) ops.push(...anew(surface, losses));
  }
  return { wire: message(ops, lowest), losses: losses.list };
}

/** Surfaces that an entry is about; of those that it closes the viewer has nothing any more. */
function touchedBy(body: Entry['body'], { surfaces }: Memory): ReadonlySet<SurfaceId> {
  const touched = new Set<SurfaceId>();
  for (const part of body) {
    if (!('surface' in part) || part.surface === undefined) continue;
    if (isOp(part) && part.op === 'close') surfaces.delete(part.surface);
    touched.add(part.surface);
  }
  return touched;
}

/** What the viewer has of it, said again without what would make requests. */
function anew(surface: Surface, losses: Losses): readonly Op[] {
  const open = opening(surface, losses);
  const { theme } = surface;
  if (open.op !== 'open' || open.components === undefined) return [];
  if (theme !== undefined && open.theme !== theme) return [{ op: 'close', surface: surface.id }, open];
  return open.components.length === 0 ? [] : [{ op: 'put', surface: surface.id, components: open.components }];
}

function message(ops: readonly EncodedPart[], trust: Trust): readonly Json[] {
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
function effectOf(event: ViewerEvent): readonly EncodedPart[] {
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

/** A viewer need not heed the word on trust: what an untrusted surface would make it request is taken out. */
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
  return { ...op, ...theme, ...defined({ components }) };
}
