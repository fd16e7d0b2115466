// Which questions the host asks in its own chrome: one for each open interrupt that nobody could answer on a surface. They
// are derived from the run and from what is shown, for every write of a run (run-book.ts), and from nothing else, so that no
// road leaves a person without a way to answer. How a question looks is presentation.ts.

import { type AskOp, isOp, type NewEntry, type Op, type Surface, type SurfaceId, type View } from '@vitrine/core';
import { copyOf } from '@vitrine/dialects/openwop';
import { answersWith, pressesOf } from '../admission/index.ts';
import type { Run } from '../runs/run.ts';
import type { OpenwopSettings } from '../settings.ts';
import { INTERRUPT_KINDS, type Interrupt } from './interrupt.ts';
import { toOpen } from './judge-resume.ts';
import { ASK_PREFIX, askIdOf, askInstead, askOf, BROKEN_NOTICE, UNTRUSTED_NOTICE } from './presentation.ts';

type Body = NewEntry['body'];

export interface Scene {
  /** As it is when the entry is in. */
  readonly run: Run;
  /** As it is before. */
  readonly view: View;
  /** What the entry does. */
  readonly body: Body;
  readonly taintedApprovals: OpenwopSettings['taintedApprovals'];
}

/** What brings the questions that are open to those that should be. */
export function askChanges(scene: Scene): Body {
  const asks = asksAfter(scene);
  const open = scene.run.waitsFor;
  if (open.length === 0 && asks.size === 0) return [];
  const own = new Set(open.map(askIdOf));
  const settled = [...asks.keys()].filter((ask) => ask.startsWith(ASK_PREFIX) && !own.has(ask));
  return [
    ...settled.map((ask): Op => ({ op: 'withdraw', ask })),
    ...open.flatMap((interrupt) => askInstead(asks, interrupt, wantedAsk(interrupt, scene))),
  ];
}

function wantedAsk(interrupt: Interrupt, scene: Scene): AskOp | undefined {
  const { run, taintedApprovals } = scene;
  if (INTERRUPT_KINDS[interrupt.kind] === 'approval') {
    // A session that is not trusted asks for no approval at all.
    if (run.trust === 'untrusted') return undefined;
    if (run.isTaintedAt(interrupt))
      return taintedApprovals === 'person' ? askOf(interrupt, UNTRUSTED_NOTICE) : undefined;
  }
  const bound = [...run.surfaces.keys()].filter((id) => run.mayAnswer(id, interrupt));
  const shown = bound.flatMap((id) => surfaceAfter(id, scene) ?? []);
  if (shown.some((surface) => canAnswer(surface, interrupt, scene))) return undefined;
  const isBroken = shown.some(({ id, partial }) => partial && run.surfaces.get(id)?.waitsSince === undefined);
  return askOf(interrupt, isBroken ? BROKEN_NOTICE : '');
}

/** It is whole, and has a button for it that a person can get at. */
function canAnswer(surface: Surface, interrupt: Interrupt, { view }: Scene): boolean {
  if (surface.partial) return false;
  const open = toOpen(interrupt);
  return pressesOf(surface, view).some((press) => answersWith(press, open));
}

function asksAfter({ view, body }: Scene): Map<string, AskOp> {
  const asks = new Map(view.asks);
  for (const part of body) {
    if (!isOp(part)) {
      if (part.event === 'answer') asks.delete(part.ask);
    } else if (part.op === 'ask') asks.set(part.ask, part);
    else if (part.op === 'withdraw' || part.op === 'lapse') asks.delete(part.ask);
  }
  return asks;
}

/** On a copy, where the entry changes it. An entry that does not fit will be refused as a whole. */
function surfaceAfter(id: SurfaceId, { view, body }: Scene): Surface | undefined {
  const changes = body.filter((part): part is Op => isOp(part) && 'surface' in part && part.surface === id);
  if (changes.length === 0) return view.surfaces.get(id);
  const fold = copyOf(view, id);
  fold.accept({ body: changes });
  return fold.surfaces.get(id);
}
