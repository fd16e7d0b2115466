// The dialect `a2ui-0.9`: A2UI 0.9 and 0.9.1, which share one wire format.

import { isObject, type Json } from '@vitrine/core/internal';
import type { Dialect } from '../dialect.ts';
import { locateFlat } from '../flat-locate.ts';
import { AGENT_PAYLOADS, decodeAgentMessage, VERSIONS } from './decode.ts';
import { encode, encodeSteps, join, joinSteps, type Memory } from './encode.ts';
import { decodeViewerMessage, encodeEvent, VIEWER_PAYLOADS } from './events.ts';

export const a2ui09: Dialect<Memory> = {
  id: 'a2ui-0.9',
  versions: VERSIONS,
  recognizes,
  decode: (wire, view, from) => (from === 'agent' ? decodeAgentMessage(wire, view) : decodeViewerMessage(wire, view)),
  locate: (wire, at) => locateFlat(wire, AGENT_PAYLOADS, at),
  join,
  joinSteps,
  encode,
  encodeSteps,
  encodeEvent,
};

/** Its versions, and its payload keys where the version is missing or unheard of: then decoding says what is wrong. */
function recognizes(wire: Json): boolean {
  if (!isObject(wire)) return false;
  if (typeof wire.version === 'string' && VERSIONS.includes(wire.version)) return true;
  return [...AGENT_PAYLOADS, ...VIEWER_PAYLOADS].some((key) => Object.hasOwn(wire, key)) && !('userAction' in wire);
}
