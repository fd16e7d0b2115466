// The dialect `a2ui-0.8`: messages without a version, typed values, surfaces that are opened by what is sent to them.

import type { Dialect } from '../dialect.ts';
import { decodeAgentMessage } from './decode.ts';
import { encode, encodeSteps, join, joinSteps, type Memory } from './encode.ts';
import { decodeViewerMessage, encodeEvent } from './events.ts';
import { a2ui08Reader } from './reader.ts';

export const a2ui08: Dialect<Memory> = {
  ...a2ui08Reader,
  decode: (wire, view, from) => (from === 'agent' ? decodeAgentMessage(wire, view) : decodeViewerMessage(wire, view)),
  join,
  joinSteps,
  encode,
  encodeSteps,
  encodeEvent,
};
