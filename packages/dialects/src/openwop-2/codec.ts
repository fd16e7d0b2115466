// The dialect `openwop-2`: envelopes of the kind ui.a2ui-surface with a payload of generation 2 (RFC 0209).

import { isArray, isObject, type Json } from '@vitrine/core/internal';
import { AGENT_PAYLOADS } from '../a2ui-0.9/decode.ts';
import type { Dialect } from '../dialect.ts';
import { locateFlat } from '../flat-locate.ts';
import { carryHead } from '../openwop/carry-head.ts';
import { isWopEnvelope } from '../openwop/envelope.ts';
import { decodeViewer, encodeViewerEvent } from '../openwop/events.ts';
import { decodeAgentMessage } from './decode.ts';
import { encode, join, type Memory } from './encode.ts';

export const openwop2Dialect: Dialect<Memory> = {
  id: 'openwop-2',
  versions: [],
  recognizes: (wire) => isWopEnvelope(wire) && isObject(wire.payload) && 'messages' in wire.payload,
  decode: (wire, view, from) => (from === 'agent' ? decodeAgentMessage(wire, view) : decodeViewer(wire, view, 2)),
  locate,
  join,
  encode,
  encodeEvent: encodeViewerEvent,
  carry: carryHead,
};

/** Each message is a part of the entry. */
function locate(wire: Json, at: string, part = 0): string {
  const messages = isObject(wire) && isObject(wire.payload) ? wire.payload.messages : undefined;
  const message = isArray(messages) ? messages[part] : undefined;
  return message === undefined ? '/payload' : `/payload/messages/${part}${locateFlat(message, AGENT_PAYLOADS, at)}`;
}
