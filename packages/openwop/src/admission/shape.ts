// First: is it an envelope at all? `partial` is read as the boolean of the prose or the object of the schema, and is the
// object from here on.

import { DEFAULT_LIMITS, type Json, type JsonObject } from '@vitrine/core';
import { readWopEnvelope, type WopEnvelope } from '@vitrine/dialects/openwop';
import { type Draft, refuse, refuseBySchema } from './draft.ts';
import type { AdmissionRules, Outcome } from './types.ts';

export type ShapeStep = (wire: unknown, rules: AdmissionRules) => Draft | Outcome;

export const shape: ShapeStep = (wire, rules) => {
  const read = readWopEnvelope(wire as Json, rules.major, DEFAULT_LIMITS);
  if (!read.ok) {
    return read.problem === undefined ? refuse('envelope_invalid', [read.issue]) : refuseBySchema(read.problem);
  }
  const envelope = read.value;
  const isUnnumbered = typeof (wire as JsonObject).partial !== 'object';
  const recorded = recordable(wire as JsonObject, envelope);
  return { wire: recorded, envelope, isUnnumbered, trust: 'trusted', redactions: 0, warnings: [] };
};

/** What came, member by member in its order: a record is equal to what was sent where nothing had to change. */
function recordable(wire: JsonObject, { partial }: WopEnvelope): JsonObject {
  return typeof wire.partial === 'boolean' ? { ...wire, partial: partial as unknown as Json } : wire;
}
