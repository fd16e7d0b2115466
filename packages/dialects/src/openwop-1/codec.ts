// The dialect `openwop-1`: envelopes of the kind ui.a2ui-surface with a payload of generation 1 (RFC 0102).

import { isObject } from '@vitrine/core/internal';
import type { Dialect } from '../dialect.ts';
import { carryHead } from '../openwop/carry-head.ts';
import { isWopEnvelope } from '../openwop/envelope.ts';
import { decodeViewer, encodeViewerEvent } from '../openwop/events.ts';
import { decodeAgentMessage } from './decode.ts';
import { decodeDelta, isDeltaFrame } from './delta.ts';
import { encode, join, type Memory } from './encode.ts';

export const openwop1Dialect: Dialect<Memory> = {
  id: 'openwop-1',
  versions: [],
  /** Whatever is not the other generation: then decoding says what is wrong. */
  recognizes: (wire) =>
    isDeltaFrame(wire) || (isWopEnvelope(wire) && !(isObject(wire.payload) && 'messages' in wire.payload)),
  decode(wire, view, from) {
    if (from === 'viewer') return decodeViewer(wire, view, 1);
    return isDeltaFrame(wire) ? decodeDelta(wire, view) : decodeAgentMessage(wire, view);
  },
  /** Components have other ids and places there than on the wire. */
  locate: (wire) => (isDeltaFrame(wire) ? '/patch' : '/payload/surface'),
  join,
  encode,
  encodeEvent: encodeViewerEvent,
  carry: carryHead,
};
