// The dialect `a2ui-1.0`: the 1.0 candidate in its spellings so far.

import { isObject, type Json } from '@vitrine/core/internal';
import type { Dialect } from '../dialect.ts';
import { locateFlat } from '../flat-locate.ts';
import { AGENT_PAYLOADS, decodeAgentMessage, VERSIONS } from './decode.ts';
import { encode, encodeSteps, join, joinSteps, type Memory } from './encode.ts';
import { decodeViewerMessage, encodeEvent } from './events.ts';

export const a2ui10: Dialect<Memory> = {
  id: 'a2ui-1.0',
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

const OWN_KEYS = ['callRendererFunction', 'agentFunctionResponse', 'callAgentFunction', 'rendererFunctionResponse'];

/** Its versions, and the payload keys that no earlier version has. */
function recognizes(wire: Json): boolean {
  if (!isObject(wire)) return false;
  if (typeof wire.version === 'string' && VERSIONS.includes(wire.version)) return true;
  return OWN_KEYS.some((key) => Object.hasOwn(wire, key));
}
