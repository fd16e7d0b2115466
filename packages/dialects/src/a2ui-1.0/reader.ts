// Reading the A2UI 1.0 candidate: what a page needs of the dialect.

import { isObject, type Json } from '@vitrine/core/page';
import type { DialectReader } from '../dialect.ts';
import { locateFlat } from '../flat-locate.ts';
import { AGENT_PAYLOADS, decodeAgentMessage, VERSIONS } from './decode.ts';

export const a2ui10Reader: DialectReader = {
  id: 'a2ui-1.0',
  versions: VERSIONS,
  recognizes,
  decode: decodeAgentMessage,
  locate: (wire, at) => locateFlat(wire, AGENT_PAYLOADS, at),
};

const OWN_KEYS = ['callRendererFunction', 'agentFunctionResponse', 'callAgentFunction', 'rendererFunctionResponse'];

/** Its versions, and the payload keys that no earlier version has. */
function recognizes(wire: Json): boolean {
  if (!isObject(wire)) return false;
  if (typeof wire.version === 'string' && VERSIONS.includes(wire.version)) return true;
  return OWN_KEYS.some((key) => Object.hasOwn(wire, key));
}
