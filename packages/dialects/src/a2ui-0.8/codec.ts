// The dialect `a2ui-0.8`: messages without a version, typed values, surfaces that are opened by what is sent to them.

import { isObject, type Json } from '@vitrine/core/internal';
import type { Dialect } from '../dialect.ts';
import { versionsOf } from '../versions.ts';
import { AGENT_PAYLOADS, decodeAgentMessage, VERSION, VIEWER_PAYLOADS } from './decode.ts';
import { encode, encodeSteps, join, joinSteps, type Memory } from './encode.ts';
import { decodeViewerMessage, encodeEvent } from './events.ts';
import { locate } from './locate.ts';

export const a2ui08: Dialect<Memory> = {
  id: 'a2ui-0.8',
  versions: versionsOf('a2ui-0.8'),
  recognizes,
  decode: (wire, view, from) => (from === 'agent' ? decodeAgentMessage(wire, view) : decodeViewerMessage(wire, view)),
  locate,
  join,
  joinSteps,
  encode,
  encodeSteps,
  encodeEvent,
};

const LATER = ['createSurface', 'updateComponents', 'updateDataModel', 'action'];

/** A version of its own, or none and one of its keys. Keys that later versions share are its own where none of theirs is. */
function recognizes(wire: Json): boolean {
  if (!isObject(wire)) return false;
  if (wire.version !== undefined) return wire.version === VERSION;
  const has = (key: string): boolean => Object.hasOwn(wire, key);
  return [...AGENT_PAYLOADS, ...VIEWER_PAYLOADS].some(has) && !LATER.some(has);
}
