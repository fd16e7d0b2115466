// The extensions of A2UI 1.0: metadata of surfaces, components and actions. Who does not know an extension ignores it, so
// nothing about them refuses a message: what could not be told again is left out with a warning.

import { type Findings, isIdentifier, isObject, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import { mustBe } from '../envelope.ts';

/** `{extensions: {...}}` with identifiers as keys (A2UI 1.0, metadata; UAX 31). Undefined where nothing of it is left. */
export function readMetadata(value: Json, findings: Findings): JsonObject | undefined {
  if (!isObject(value)) return mend('VITRINE_MESSAGE_SHAPE', mustBe('metadata', 'an object', value), findings);
  for (const key of Object.keys(value)) {
    if (key === 'extensions') continue;
    mend('VITRINE_MESSAGE_FIELD_UNKNOWN', `metadata holds only extensions, not ${quote(key)}.`, findings);
  }
  const { extensions = {} } = value;
  if (!isObject(extensions)) {
    return mend('VITRINE_MESSAGE_SHAPE', mustBe('extensions', 'an object', extensions), findings);
  }
  const odd = Object.keys(extensions).filter((key) => !isIdentifier(key));
  for (const key of odd) {
    mend('VITRINE_MESSAGE_SHAPE', `The extension key ${quote(key)} is no identifier; it is not used.`, findings);
  }
  if (odd.length === 0) return Object.keys(value).every((key) => key === 'extensions') ? value : { extensions };
  return { extensions: Object.fromEntries(Object.entries(extensions).filter(([key]) => !odd.includes(key))) };
}

function mend(code: Parameters<Findings['mend']>[0], message: string, findings: Findings): undefined {
  findings.mend(code, message);
  return undefined;
}
