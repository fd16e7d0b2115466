// Reading A2UI 0.9 and 0.9.1: what a page needs of the dialect.

import { isObject, type Json } from '@vitrine/core/page';
import type { DialectReader } from '../dialect.ts';
import { locateFlat } from '../flat-locate.ts';
import { AGENT_PAYLOADS, decodeAgentMessage, VERSIONS, VIEWER_PAYLOADS } from './decode.ts';

export const a2ui09Reader: DialectReader = {
  id: 'a2ui-0.9',
  versions: VERSIONS,
  recognizes,
  decode: decodeAgentMessage,
  locate: (wire, at) => locateFlat(wire, AGENT_PAYLOADS, at),
};

/** Its versions, and its payload keys where the version is missing or unheard of: then decoding says what is wrong. */
function recognizes(wire: Json): boolean {
  if (!isObject(wire)) return false;
  if (typeof wire.version === 'string' && VERSIONS.includes(wire.version)) return true;
  return [...AGENT_PAYLOADS, ...VIEWER_PAYLOADS].some((key) => Object.hasOwn(wire, key)) && !('userAction' in wire);
}
