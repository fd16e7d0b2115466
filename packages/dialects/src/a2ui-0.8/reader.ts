// Reading A2UI 0.8: what a page needs of the dialect.

import { isObject, type Json } from '@vitrine/core/page';
import type { DialectReader } from '../dialect.ts';
import { versionsOf } from '../versions.ts';
import { AGENT_PAYLOADS, decodeAgentMessage, VERSION, VIEWER_PAYLOADS } from './decode.ts';
import { locate } from './locate.ts';

export const a2ui08Reader: DialectReader = {
  id: 'a2ui-0.8',
  versions: versionsOf('a2ui-0.8'),
  recognizes,
  decode: decodeAgentMessage,
  locate,
};

const LATER = ['createSurface', 'updateComponents', 'updateDataModel', 'action'];

/** A version of its own, or none and one of its keys. Keys that later versions share are its own where none of theirs is. */
function recognizes(wire: Json): boolean {
  if (!isObject(wire)) return false;
  if (wire.version !== undefined) return wire.version === VERSION;
  const has = (key: string): boolean => Object.hasOwn(wire, key);
  return [...AGENT_PAYLOADS, ...VIEWER_PAYLOADS].some(has) && !LATER.some(has);
}
