// The dialect `a2ui-1.0`: the 1.0 candidate in its spellings so far.

import type { Dialect } from '../dialect.ts';
import { decodeAgentMessage } from './decode.ts';
import { encode, encodeSteps, join, joinSteps, type Memory } from './encode.ts';
import { decodeViewerMessage, encodeEvent } from './events.ts';
import { a2ui10Reader } from './reader.ts';

export const a2ui10: Dialect<Memory> = {
  ...a2ui10Reader,
  decode: (wire, view, from) => (from === 'agent' ? decodeAgentMessage(wire, view) : decodeViewerMessage(wire, view)),
  join,
  joinSteps,
  encode,
  encodeSteps,
  encodeEvent,
};
