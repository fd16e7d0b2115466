// The state of a session at any seq, from the nearest snapshot and the entries behind it.

import { Fold, Replica, type Seq } from '@vitrine/core';
import { Slices } from '@vitrine/face-kit';
import type { SessionId } from '@vitrine/log';
import { catalogsOf } from './brought-catalogs.ts';
import type { SessionContext } from './context.ts';
import { EndedAsks, fromState, STATE_VERSION } from './stored-state.ts';

export interface StateAt<R extends Replica> {
  readonly replica: R;
  readonly ended: EndedAsks;
  readonly seq: Seq;
}

/** For whoever reads: nobody judges. `slices`: of the work that this is a part of. */
export async function replicaAt(
  context: SessionContext,
  session: SessionId,
  at: Seq,
  slices?: Slices,
): Promise<StateAt<Replica>> {
  const { limits } = context;
  const catalogs = await catalogsOf(context, session);
  return rebuild(context, session, () => new Replica({ catalogs, limits }), at, slices);
}

/** For whoever goes on: the state at the head, or at a seq that a new session begins at, with its judge. */
export async function foldAt(context: SessionContext, session: SessionId, at?: Seq): Promise<StateAt<Fold>> {
  const { limits } = context;
  const catalogs = await catalogsOf(context, session);
  const make = (): Fold => new Fold({ catalogs, limits });
  return at === 0 ? { replica: make(), ended: new EndedAsks(), seq: 0 } : rebuild(context, session, make, at);
}

/** Of a session that begins. */
export function emptyState({ catalogs, limits }: SessionContext): StateAt<Fold> {
  return { replica: new Fold({ catalogs: catalogs.scope(), limits }), ended: new EndedAsks(), seq: 0 };
}

async function rebuild<R extends Replica>(
  context: SessionContext,
  session: SessionId,
  make: () => R,
  at: Seq | undefined,
  slices = new Slices(),
): Promise<StateAt<R>> {
  const snapshot = await context.log.snapshot(session, STATE_VERSION, at);
  const replica = make();
  const ended = new EndedAsks();
  let seq = 0;
  if (snapshot !== undefined) {
    fromState(snapshot.state, replica, ended);
    seq = snapshot.seq;
  }
  if (at !== undefined && seq >= at) return { replica, ended, seq };
  for await (const entry of context.log.read(session, seq)) {
    replica.apply(entry);
    ended.note(entry);
    seq = entry.seq;
    if (seq === at) break;
    if (slices.isOver) await slices.next();
  }
  return { replica, ended, seq };
}
