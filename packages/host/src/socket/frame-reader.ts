// What comes up a WebSocket, read frame by frame: one JSON object of a kind that docs/protocol.md names, with no key
// beside those of its kind. Whether a message inside means anything is left to the session.

import {
  isArray,
  isObject,
  JSON_BOUNDS,
  type Json,
  type JsonBounds,
  type JsonObject,
  MESSAGE_CHARS_PER_VALUE,
  type ParsedJson,
  parseJson,
  parseJsonSteps,
  quote,
  readTraceparent,
  type Seq,
  type Steps,
} from '@vitrine/core/internal';
import { type Dialect, dialectById, vitrine } from '@vitrine/dialects';
import type { ViewerWrite } from '../admission/admission.ts';
import { VIEWER_JSON_BOUNDS } from '../viewer-bounds.ts';
import { type Hello, isCount, isText, readHello } from './hello.ts';

/** A seq or a position. */

export interface MessageFrame {
  readonly kind: 'message';
  readonly message: Json;
  /** Characters of the frame. */
  readonly length: number;
  /** It came as `event`: the message is ours around it. */
  readonly isEvent: boolean;
  readonly key?: string;
  readonly dialect?: Dialect;
  readonly basis?: Seq;
  readonly writes?: readonly ViewerWrite[];
  readonly session?: string;
  /** Of an agent: it brings on what somebody said who is not trusted. */
  readonly untrusted?: true;
  /** The trace that it is part of. */
  readonly trace?: string;
}

export type SocketFrame =
  | { readonly kind: 'hello'; readonly hello: Hello }
  /** The value as text. */
  | { readonly kind: 'ping'; readonly value: string }
  | { readonly kind: 'pong' }
  | { readonly kind: 'confirm'; readonly upTo: number }
  | MessageFrame;

/** Who sends: `nobody` has not said hello yet. */
export type FrameSender = 'nobody' | 'viewer' | 'agent';

const OF_VIEWER = ['basis', 'writes', 'key', 'traceparent'];
/** What a frame of that sender may hold, by the key that tells its kind. */
const KINDS: { readonly [sender in FrameSender]: { readonly [kind: string]: readonly string[] } } = {
  nobody: { hello: [] },
  viewer: { message: OF_VIEWER, event: OF_VIEWER, confirm: [], ping: [], pong: [] },
  agent: { message: ['session', 'dialect', 'key', 'untrusted', 'traceparent'], confirm: [], ping: [], pong: [] },
};
const AGENT_JSON_BOUNDS = { ...JSON_BOUNDS, charsPerValue: MESSAGE_CHARS_PER_VALUE };
/** Longer values of a ping are not given back. */
const PING_LENGTH = 1024;
const KEY_LENGTH = 200;
const WRITES = 1000;

/** A string says what is wrong with the frame. */
export function readFrame(text: string, sender: FrameSender): SocketFrame | string {
  return readParsed(parseJson(text, boundsOf(sender)), text.length, sender);
}

/** The same in steps, for a frame that is long. */
export function* readFrameSteps(text: string, sender: FrameSender): Steps<SocketFrame | string> {
  return readParsed(yield* parseJsonSteps(text, boundsOf(sender)), text.length, sender);
}

function boundsOf(sender: FrameSender): JsonBounds {
  return sender === 'agent' ? AGENT_JSON_BOUNDS : VIEWER_JSON_BOUNDS;
}

function readParsed(parsed: ParsedJson, length: number, sender: FrameSender): SocketFrame | string {
  if (!parsed.ok)
    return parsed.issue.code === 'VITRINE_JSON_MALFORMED' ? 'The frame is not JSON.' : parsed.issue.message;
  const { value } = parsed;
  if (!isObject(value)) return 'A frame is one JSON object.';
  if (value.jsonrpc !== undefined) return 'This socket does not speak JSON-RPC.';
  const kinds = KINDS[sender];
  const keys = Object.keys(value);
  const isKind = (key: string): boolean => Object.hasOwn(kinds, key);
  const kind = keys.find(isKind);
  if (kind === undefined || keys.findLast(isKind) !== kind)
    return `A frame ${sender === 'nobody' ? 'before hello' : `of this ${sender}`} has exactly one of ${Object.keys(kinds).join(', ')}.`;
  const unknown = keys.find((key) => key !== kind && !kinds[kind]?.includes(key));
  if (unknown !== undefined) return `A frame with ${kind} has no key ${quote(unknown)}.`;
  return read(kind, value, length);
}

function read(kind: string, value: JsonObject, length: number): SocketFrame | string {
  if (kind === 'hello') {
    const hello = readHello(value.hello as Json);
    return typeof hello === 'string' ? hello : { kind, hello };
  }
  if (kind === 'pong') return { kind };
  if (kind === 'ping') {
    if (length > PING_LENGTH) return `A ping is not longer than ${PING_LENGTH} characters.`;
    return { kind, value: JSON.stringify(value.ping) };
  }
  if (kind === 'confirm') {
    return isCount(value.confirm) ? { kind, upTo: value.confirm } : 'confirm is a whole number from 0.';
  }
  return readMessage(kind, value, length);
}

function readMessage(kind: string, value: JsonObject, length: number): SocketFrame | string {
  const { key, basis, session, writes, untrusted } = value;
  if (!isObject(value[kind])) return `${kind} is one object.`;
  if (key !== undefined && !(isText(key, KEY_LENGTH) && key !== ''))
    return `key is a text of 1 to ${KEY_LENGTH} characters.`;
  if (basis !== undefined && !isCount(basis)) return 'basis is a whole number from 0.';
  if (session !== undefined && !isText(session, KEY_LENGTH)) return 'session is the id of a session.';
  if (untrusted !== undefined && typeof untrusted !== 'boolean') return 'untrusted is true or false.';
  if (writes !== undefined && !isWrites(writes)) return `writes is a list of at most ${WRITES} {surface, path, value}.`;
  const named = typeof value.dialect === 'string' ? dialectById(value.dialect) : undefined;
  if (value.dialect !== undefined && named === undefined) return 'dialect names no dialect that this host speaks.';
  const isEvent = kind === 'event';
  const dialect = isEvent ? vitrine : named;
  const message = isEvent ? { vitrine: 1, body: [value.event as Json] } : (value.message as Json);
  const frame: { -readonly [K in keyof MessageFrame]: MessageFrame[K] } = { kind: 'message', length, message, isEvent };
  if (key !== undefined) frame.key = key;
  if (basis !== undefined) frame.basis = basis;
  if (session !== undefined) frame.session = session;
  if (writes !== undefined) frame.writes = writes;
  if (untrusted === true) frame.untrusted = true;
  if (dialect !== undefined) frame.dialect = dialect;
  const trace = readTraceparent(value.traceparent);
  if (trace !== undefined) frame.trace = trace;
  return frame;
}

function isWrites(value: Json): value is readonly (JsonObject & ViewerWrite)[] {
  return (
    isArray(value) &&
    value.length <= WRITES &&
    value.every(
      (write) =>
        isObject(write) &&
        isText(write.surface, Number.POSITIVE_INFINITY) &&
        isText(write.path, Number.POSITIVE_INFINITY) &&
        Object.hasOwn(write, 'value') &&
        Object.keys(write).length === 3,
    )
  );
}
