// The extensions of A2UI 1.0: metadata of surfaces, components and actions.

import { type Findings, isObject, type Json, type JsonObject, quote } from '@vitrine/core';
import { mustBe } from '../envelope.ts';

const IDENTIFIER = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** `{extensions: {...}}` with identifiers as keys (A2UI 1.0, metadata; UAX 31). */
export function readMetadata(value: Json, findings: Findings): JsonObject | undefined {
  if (!isObject(value)) return findings.refuse('VITRINE_MESSAGE_SHAPE', mustBe('metadata', 'an object', value));
  for (const key in value) {
    if (key !== 'extensions')
      return findings.refuse('VITRINE_MESSAGE_FIELD_UNKNOWN', `metadata holds only extensions, not ${quote(key)}.`);
  }
  const { extensions = {} } = value;
  if (!isObject(extensions))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', mustBe('extensions', 'an object', extensions));
  for (const key of Object.keys(extensions)) {
    if (!IDENTIFIER.test(key))
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `The extension key ${quote(key)} is no identifier.`);
  }
  return value;
}
