// A viewer's events in the neutral form: nothing is lost.

import type { Json, View, ViewerEvent } from '@vitrine/core';
import type { Encoded } from '../dialect.ts';
import { FORMAT } from './decode.ts';

export function encodeEvent(event: ViewerEvent, _view: View, at: string): Encoded {
  const timed = event.event === 'action' && event.at === undefined ? { ...event, at } : event;
  return { wire: [{ vitrine: FORMAT, body: [timed as unknown as Json] }], losses: [] };
}
