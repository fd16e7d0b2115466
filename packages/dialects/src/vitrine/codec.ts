// The dialect `vitrine`: ops and events as they are. Our own page, recordings and tests speak it.

import { isObject } from '@vitrine/core/internal';
import type { Dialect } from '../dialect.ts';
import { decodeMessage } from './decode.ts';
import { encode, join, joinSteps, type Memory } from './encode.ts';
import { encodeEvent } from './events.ts';
import { locate } from './locate.ts';

export const vitrine: Dialect<Memory> = {
  id: 'vitrine',
  versions: [],
  recognizes: (wire) => isObject(wire) && wire.vitrine !== undefined,
  decode: decodeMessage,
  locate,
  join,
  joinSteps,
  encode,
  encodeEvent,
};
