// What would become of something that a viewer does, in a session or if one began with it: judged as what is sent, and
// nothing is opened, written or told.

import {
  accepted,
  Fold,
  type Outcome,
  type PortPress,
  type PortRehearsal,
  takeAll,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { admit, admitSteps } from '../admission/admit.ts';
import type { IncomingEvents, IngestAnswer } from '../live.ts';
import { type SessionContext, timeOf } from './context.ts';
import { readViewerMessage } from './viewer-message.ts';
import type { WritableSession } from './writable.ts';

/** A session in which nothing has happened. */
export function emptyView({ catalogs, limits }: SessionContext): View {
  return new Fold({ catalogs: catalogs.scope(), limits });
}

export function rehearse(context: SessionContext, { text, viewer, dialect }: IncomingEvents): PortRehearsal {
  const refusal = (issues: IngestAnswer['issues']): IngestAnswer => ({ accepted: 0, seq: 0, issues });
  const fold = new Fold({ catalogs: context.catalogs.scope(), limits: context.limits });
  const read = readViewerMessage(typeof text === 'string' ? text : text.value, fold, dialect);
  if (!read.ok) return refusal(read.issues);
  const { events, dialect: spoken } = read.value;
  const now = timeOf(context);
  const judged = admit(fold, { events, dialect: spoken, viewer, mode: context.admission, now, file: () => undefined });
  if (!judged.ok) return refusal(judged.issues);
  const { body } = judged.value;
  const added = fold.accept({ body });
  if (!added.ok) return refusal(added.issues);
  const entry = { body, from: { role: 'viewer', id: viewer, dialect: spoken } } as const;
  return { accepted: 1, seq: 0, issues: [...read.issues, ...added.issues], entry };
}

/** A face says nothing of what is sent, so that nothing is believed: it is evaluated with what was entered, and all of that is told. */
export async function judgePress(
  session: WritableSession,
  { writes, ...press }: PortPress,
): Promise<Outcome<readonly ViewerEvent[]>> {
  const { surface } = press;
  const steps = () =>
    admitSteps(session.view, {
      events: [{ event: 'action', ...press, context: {}, checked: false }],
      writes: writes.map((write) => ({ surface, ...write })),
      ...{ dialect: 'vitrine', viewer: '', mode: 'enforce', now: timeOf(session.context) },
    });
  const before = session.head;
  const judged = await session.read(steps());
  const admission = session.head === before ? judged : takeAll(steps());
  return admission.ok ? accepted(admission.value.body) : admission;
}
