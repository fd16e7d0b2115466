// What a face takes in the place of the host: messages of an agent in the face's dialects, and what viewers do in
// sessions of such an agent. Everybody else's goes the usual roads.

import {
  defined,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type PortTaker,
  parseJson,
  type Seq,
  type ViewerEvent,
} from '@vitrine/core';
import { detect, LineReader } from '@vitrine/dialects';
import type { Admitted } from '../admission/admit.ts';
import type { Answer, Incoming, IncomingEvents } from '../live.ts';
import { jsonHead } from './json-head.ts';
import type { WritableSession } from './writable.ts';

/** Characters of a body beyond which it is not parsed for its first message alone. */
const LONG_TEXT = 64 * 1024;

/** Who takes what is said to the session: by the dialect that is named, the session's, or that of the first message. */
export function takerFor(session: WritableSession, { dialect, text }: Incoming): PortTaker | undefined {
  const { takers = [] } = session.context;
  if (takers.length === 0) return undefined;
  const own = session.row.dialect;
  const id = dialect?.id ?? own ?? dialectOfFirst(text);
  // Whoever names a dialect of a face in a session of another one is refused on the usual road.
  return takers.find(({ dialects }) => [id, own ?? id].every((one) => one !== undefined && dialects.includes(one)));
}

/** Each message by itself; one that is refused does not stop the next. `own`: what the session spoke before these. */
export async function giveMessages(
  session: WritableSession,
  taker: PortTaker,
  input: Incoming,
  own: string | undefined,
): Promise<Answer & { readonly dialect?: string }> {
  const issues: Issue[] = [];
  const seqs: (Seq | undefined)[] = [];
  const trust = input.relayed ? 'untrusted' : input.trust;
  let spoken: string | undefined;
  let isRead = false;
  for (const read of messagesIn(input.text, session)) {
    if (read.message !== undefined) isRead = true;
    const dialect = read.message === undefined ? read.problem : dialectOf(taker, input, spoken ?? own, read.message);
    const {
      accepted,
      seq,
      issues: found,
    } = typeof dialect === 'string'
      ? await taker.say(session.id, read.message as Json, dialect, trust)
      : { accepted: 0, seq: 0, issues: dialect === undefined ? [] : [dialect] };
    if (accepted > 0 && typeof dialect === 'string') spoken ??= dialect;
    seqs.push(accepted > 0 ? seq : undefined);
    issues.push(...found);
  }
  const taken = seqs.filter((seq) => seq !== undefined);
  const answer = { accepted: taken.length, seq: taken.at(-1) ?? session.head, issues, seqs };
  return { ...answer, ...defined({ dialect: spoken }), ...(isRead ? {} : { unreadable: true }) };
}

/** As it is named, as the session speaks, or as the message looks. */
function dialectOf(taker: PortTaker, { dialect }: Incoming, own: string | undefined, message: Json): string | Issue {
  const known = dialect?.id ?? own;
  if (known !== undefined && taker.dialects.includes(known)) return known;
  const found = detect(message);
  if ('code' in found) return found;
  return taker.dialects.includes(found.id) ? found.id : foreign(found.id);
}

/** Undefined: nobody takes it. A list: what the host goes on with. */
export function giveDeed(
  session: WritableSession,
  { body }: Admitted,
  { viewer, key }: IncomingEvents,
  dialect: string,
): Promise<Answer | readonly ViewerEvent[]> | undefined {
  const spoken = session.row.dialect;
  const taker = spoken === undefined ? undefined : session.context.takers?.find((one) => one.dialects.includes(spoken));
  return taker?.act({ session: session.id, viewer, dialect, body, ...defined({ key }) });
}

/** A message of such a dialect would pass by its face elsewhere, and another one would pass by it in its session. */
export function foreignTo(session: WritableSession, dialect: string): Issue | undefined {
  const { takers = [] } = session.context;
  const own = session.row.dialect;
  const isTaken = (id: string): boolean => takers.some(({ dialects }) => dialects.includes(id));
  return isTaken(dialect) || (own !== undefined && isTaken(own)) ? foreign(dialect) : undefined;
}

function foreign(dialect: string): Issue {
  const message = `A message of ${dialect} does not go into a session of another dialect here: open one for it.`;
  return issue('VITRINE_MESSAGE_VERSION', 'error', message, '');
}

/** What the first message looks like. */
export function dialectOfFirst(text: Incoming['text']): string | undefined {
  const value = typeof text === 'string' ? headOf(text) : text.value;
  const first = isArray(value) ? value[0] : value;
  const found = first === undefined ? undefined : detect(first);
  return found === undefined || 'code' in found ? undefined : found.id;
}

function headOf(text: string): Json | undefined {
  return text.length > LONG_TEXT ? jsonHead(text) : (parsed(text) ?? parsed(text.slice(0, lineEnd(text))));
}

function lineEnd(text: string): number {
  return Math.max(0, text.indexOf('\n'));
}

interface Read {
  readonly message?: Json;
  readonly problem?: Issue;
}

function messagesIn(text: Incoming['text'], { view }: WritableSession): readonly Read[] {
  const value = typeof text === 'string' ? parsed(text) : text.value;
  if (value !== undefined) {
    const list = isObject(value) && isArray(value.messages) && 'code' in detect(value) ? value.messages : value;
    return isArray(list) ? list.map((message) => ({ message })) : [{ message: list }];
  }
  const reader = new LineReader(view.limits);
  const lines = [...reader.push(text as string), ...reader.end()];
  return lines.map((line) => {
    if ('issue' in line) return { problem: line.issue };
    const message = parsed(line.text);
    if (message !== undefined) return { message };
    return { problem: { ...issue('VITRINE_JSON_MALFORMED', 'error', 'This is not valid JSON.', ''), line: line.line } };
  });
}

function parsed(text: string): Json | undefined {
  const result = parseJson(text);
  return result.ok ? result.value : undefined;
}
