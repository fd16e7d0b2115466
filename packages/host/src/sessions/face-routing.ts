// What a face takes in the place of the host: messages of an agent in the face's dialects, and what viewers do in
// sessions of such an agent. Everybody else's goes the usual roads.

import {
  type DialectHandler,
  defined,
  type Issue,
  issue,
  type Json,
  type Seq,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { DIALECTS, detect, type MessageDocument, messagesOf } from '@vitrine/dialects';
import { Slices } from '@vitrine/face-kit';
import type { Admitted } from '../admission/admit.ts';
import type { Incoming, IncomingEvents, IngestAnswer } from '../live.ts';
import type { WritableSession } from './writable.ts';

/** Who takes what comes for the session: by the dialect that is named, the session's, or that of the first message. */
export function faceFor(
  session: WritableSession,
  { dialect }: Incoming,
  document: MessageDocument,
): DialectHandler | undefined {
  const { handlers = [] } = session.context;
  if (handlers.length === 0) return undefined;
  const own = session.row.dialect;
  const id = dialect?.id ?? own ?? dialectOfFirst(document);
  // Whoever names a dialect of a face in a session of another one is refused on the usual road.
  return handlers.find(({ dialects }) => [id, own ?? id].every((one) => one !== undefined && dialects.includes(one)));
}

/** Each message by itself; one that is refused does not stop the next. `own`: what the session spoke before these. */
export async function sendToFace(
  session: WritableSession,
  face: DialectHandler,
  input: Incoming,
  document: MessageDocument,
  own: string | undefined,
): Promise<IngestAnswer & { readonly dialect?: string }> {
  const issues: Issue[] = [];
  const seqs: (Seq | undefined)[] = [];
  const trust = input.relayed ? 'untrusted' : input.trust;
  const slices = new Slices();
  let spoken: string | undefined;
  let isRead = false;
  for (const item of messagesOf(document, { limits: session.view.limits, dialects: DIALECTS })) {
    if (slices.isOver) await slices.next();
    if (item === undefined) continue;
    if (!('wire' in item)) {
      issues.push(...item.issues);
      seqs.push(undefined);
      continue;
    }
    isRead = true;
    const dialect = dialectOf(face, input, spoken ?? own, item.wire);
    const answer =
      typeof dialect === 'string'
        ? await within(session, input.trace, () => face.handleMessage(session.id, item.wire, dialect, trust))
        : { accepted: 0, seq: 0, issues: [dialect] };
    if (answer.accepted > 0 && typeof dialect === 'string') spoken ??= dialect;
    seqs.push(answer.accepted > 0 ? answer.seq : undefined);
    issues.push(...answer.issues);
  }
  const accepted = seqs.filter((seq) => seq !== undefined);
  const answer = { accepted: accepted.length, seq: accepted.at(-1) ?? session.head, issues, seqs };
  return { ...answer, ...defined({ dialect: spoken }), ...(isRead ? {} : { unreadable: true }) };
}

/** What a face writes belongs to the call that it handles. */
function within<T>({ context: { tracer } }: WritableSession, trace: string | undefined, work: () => T): T {
  return tracer === undefined || trace === undefined ? work() : tracer.within(trace, work);
}

/** As it is named, as the session speaks, or as the message looks. */
function dialectOf(
  face: DialectHandler,
  { dialect }: Incoming,
  own: string | undefined,
  message: Json,
): string | Issue {
  const known = dialect?.id ?? own;
  if (known !== undefined && face.dialects.includes(known)) return known;
  const found = detect(message);
  if ('code' in found) return found;
  return face.dialects.includes(found.id) ? found.id : foreign(found.id);
}

/** Undefined: nobody takes it. A list: what the host goes on with. */
export function offerToFace(
  session: WritableSession,
  { body }: Admitted,
  { viewer, key, trace }: IncomingEvents,
  dialect: string,
): Promise<IngestAnswer | readonly ViewerEvent[]> | undefined {
  const spoken = session.row.dialect;
  const face =
    spoken === undefined ? undefined : session.context.handlers?.find((one) => one.dialects.includes(spoken));
  if (face === undefined) return undefined;
  const events = { session: session.id, viewer, dialect, body, ...defined({ key }) };
  return within(session, trace, () => face.handleEvents(events));
}

/** A message of such a dialect would pass by its face elsewhere, and another one would pass by it in its session. */
export function foreignTo(session: WritableSession, dialect: string): Issue | undefined {
  const { handlers = [] } = session.context;
  const own = session.row.dialect;
  const isOfFace = (id: string): boolean => handlers.some(({ dialects }) => dialects.includes(id));
  return isOfFace(dialect) || (own !== undefined && isOfFace(own)) ? foreign(dialect) : undefined;
}

function foreign(dialect: string): Issue {
  const message = `A message of ${dialect} does not go into a session of another dialect here: open one for it.`;
  return issue('VITRINE_MESSAGE_VERSION', 'error', message, '');
}

/** What the first message looks like. */
export function dialectOfFirst({ items: [first] }: MessageDocument): string | undefined {
  const found = first !== undefined && 'wire' in first ? detect(first.wire) : undefined;
  return found === undefined || 'code' in found ? undefined : found.id;
}
