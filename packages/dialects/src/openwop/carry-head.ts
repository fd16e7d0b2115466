// From one generation to the other, what stands around a payload goes along: who said it and when, its label, its names and
// the number of a chunk. No fold knows of it, so it is taken from the envelope itself.

import { defined, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Encoded } from '../dialect.ts';
import { isWopEnvelope } from './envelope.ts';

/** `said`: what became of the message in envelopes. Its names can be given to one of them only. */
export function carryHead(message: Json, encoded: Encoded): Encoded {
  if (!isWopEnvelope(message) || encoded.wire.length === 0) return encoded;
  const lost = lossOf(message, encoded.wire.length);
  const wire = encoded.wire.map((one) => (isObject(one) ? withHead(one, message, lost === undefined) : one));
  return lost === undefined ? { ...encoded, wire } : { wire, losses: [...encoded.losses, { what: lost }] };
}

function lossOf({ partial }: JsonObject, count: number): string | undefined {
  if (count > 1) return 'one envelope became several: they have ids of their own';
  // It is written with a number, which under the same name would be that of another chunk.
  return partial === true ? 'a chunk without a number has ids of its own' : undefined;
}

function withHead(
  one: JsonObject,
  { envelopeId = null, correlationId = null, meta, partial }: JsonObject,
  isNamed: boolean,
): JsonObject {
  const { contentTrust } = isObject(one.meta) ? one.meta : {};
  return {
    ...one,
    ...(isNamed ? { envelopeId, correlationId } : {}),
    ...(isNamed && isObject(partial) ? { partial } : {}),
    meta: { ...(isObject(meta) ? meta : {}), ...defined({ contentTrust }) },
  };
}
