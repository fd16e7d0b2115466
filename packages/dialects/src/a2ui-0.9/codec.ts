// The dialect `a2ui-0.9`: A2UI 0.9 and 0.9.1, which share one wire format.

import type { Dialect } from '../dialect.ts';
import { decodeAgentMessage } from './decode.ts';
import { encode, encodeSteps, join, joinSteps, type Memory } from './encode.ts';
import { decodeViewerMessage, encodeEvent } from './events.ts';
import { a2ui09Reader } from './reader.ts';

export const a2ui09: Dialect<Memory> = {
  ...a2ui09Reader,
  decode: (wire, view, from) => (from === 'agent' ? decodeAgentMessage(wire, view) : decodeViewerMessage(wire, view)),
  join,
  joinSteps,
  encode,
  encodeSteps,
  encodeEvent,
};
