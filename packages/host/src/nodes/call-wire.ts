// Calls of a session on their way to the host that writes it, and what became of them. A body is one line of JSON that
// says what they are, and behind it their texts, one after the other: what is long is neither escaped nor parsed twice.

import {
  defined,
  HOST_JSON_BOUNDS,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  jsonTextSteps,
  type Seq,
} from '@vitrine/core/internal';
import { dialectById } from '@vitrine/dialects';
import { parseInTurns, Slices } from '@vitrine/face-kit';
import type { SessionId } from '@vitrine/log';
import type { Incoming, IncomingEvents } from '../live.ts';
import type { CallReply, PresenceEvent, SessionCall, SessionCallAnswer } from '../sessions/session-call.ts';

/** A body of more is not sent: the session is asked for instead. */
export const MAX_CALL_BYTES = 32 * 1024 * 1024;

export interface SentCalls {
  readonly session: SessionId;
  /** Names the host that sends them, as long as it runs. */
  readonly from: string;
  readonly calls: readonly SessionCall[];
}

/** Undefined: it is too long. */
export async function writeCalls({ session, from, calls }: SentCalls): Promise<string | undefined> {
  const texts: string[] = [];
  const heads: Json[] = [];
  for (const call of calls) {
    if (call.call === 'presence') {
      heads.push({ call: 'presence', event: call.event as unknown as Json });
      continue;
    }
    const { text, dialect, commit: _, made: __, confirm: ___, ...input } = call.input as IncomingEvents;
    const isText = typeof text === 'string';
    const written = isText ? text : await new Slices().takeAll(jsonTextSteps(text.value));
    texts.push(written);
    const head = { ...input, ...defined({ dialect: dialect?.id }) } as unknown as Json;
    heads.push({ call: call.call, input: head, isText, chars: written.length });
  }
  const body = `${JSON.stringify({ session, from, calls: heads })}\n${texts.join('')}`;
  return Buffer.byteLength(body) > MAX_CALL_BYTES ? undefined : body;
}

/** Undefined: this host does not know what it says. */
export async function readCalls(body: string): Promise<SentCalls | undefined> {
  const end = body.indexOf('\n');
  const parsed = await parseInTurns(body.slice(0, Math.max(0, end)), HOST_JSON_BOUNDS);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { session, from, calls: heads } = parsed.value;
  if (typeof session !== 'string' || typeof from !== 'string' || !isArray(heads)) return undefined;
  const calls: SessionCall[] = [];
  let at = end + 1;
  for (const head of heads) {
    if (!isObject(head)) return undefined;
    const { call, chars = 0 } = head;
    if (!Number.isSafeInteger(chars) || (chars as number) < 0) return undefined;
    const read = await readCall(head, body.slice(at, at + (chars as number)));
    if (read === undefined) return undefined;
    at += call === 'presence' ? 0 : (chars as number);
    calls.push(read);
  }
  return at === body.length ? { session, from, calls } : undefined;
}

async function readCall({ call, event, input, isText }: JsonObject, text: string): Promise<SessionCall | undefined> {
  if (call === 'presence') {
    return isObject(event) && typeof event.viewer === 'string'
      ? { call, event: event as unknown as PresenceEvent }
      : undefined;
  }
  if ((call !== 'messages' && call !== 'events') || !isObject(input)) return undefined;
  const { dialect: id, ...rest } = input;
  const dialect = typeof id === 'string' ? dialectById(id) : undefined;
  if (id !== undefined && dialect === undefined) return undefined;
  const value = isText === true ? text : await parseInTurns(text, HOST_JSON_BOUNDS);
  if (typeof value !== 'string' && !value.ok) return undefined;
  const read = { ...rest, text: typeof value === 'string' ? value : { value: value.value }, ...defined({ dialect }) };
  if (call === 'messages') return { call, input: read as Incoming };
  return typeof input.viewer === 'string' ? { call, input: read as unknown as IncomingEvents } : undefined;
}

export function writeReplies(replies: readonly CallReply[]): string {
  return JSON.stringify(replies);
}

/** One for each call; what cannot be read tells nothing. */
export async function readReplies(text: string, count: number): Promise<readonly CallReply[]> {
  const parsed = await parseInTurns(text, HOST_JSON_BOUNDS);
  const replies = parsed.ok && isArray(parsed.value) ? parsed.value : [];
  return Array.from({ length: count }, (_, index) => readReply(replies[index]));
}

function readReply(reply: Json | undefined): CallReply {
  if (!isObject(reply)) return { isDone: 'unknown' };
  const { answer, refusal, isDone } = reply;
  if (isObject(refusal)) return { refusal: refusal as unknown as Extract<CallReply, { refusal: unknown }>['refusal'] };
  if (!isObject(answer)) return { isDone: isDone === false ? false : 'unknown' };
  const { seqs, ...rest } = answer;
  // JSON has no word for what is not there.
  const list = isArray(seqs) ? seqs.map((seq) => (seq ?? undefined) as Seq | undefined) : undefined;
  return { answer: { ...(rest as unknown as SessionCallAnswer), ...defined({ seqs: list }) } };
}
