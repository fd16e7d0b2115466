// The extensions of A2UI 1.0: metadata of surfaces, components and actions. Who does not know an extension ignores it, so
// nothing about them refuses a message: what could not be told again is left out with a warning.

import { type Findings, inspect, isIdentifier, isObject, type Json, type JsonObject, quote } from '@vitrine/core/page';
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
  const kept = Object.entries(extensions).filter(([key, extension]) => isKept(key, extension, findings));
  if (kept.length < Object.keys(extensions).length) return { extensions: Object.fromEntries(kept) };
  return Object.keys(value).every((key) => key === 'extensions') ? value : { extensions };
}

/** Whether the fold can store it; what is inside is nobody's business. */
function isKept(key: string, extension: Json, findings: Findings): boolean {
  const { limits } = findings;
  const [name, unused] = [quote(key), 'it is not used'];
  if (!isIdentifier(key))
    mend('VITRINE_MESSAGE_SHAPE', `The extension key ${name} is no identifier; ${unused}.`, findings);
  else {
    // The object of extensions is the second level of what is stored.
    const problem = inspect({ [key]: extension }, { limits, depth: limits.propDepth - 1, count: 0 }, '');
    if (problem === undefined) return true;
    mend(problem.code, `${problem.message} The extension ${name} holds it; ${unused}.`, findings);
  }
  return false;
}

function mend(code: Parameters<Findings['mend']>[0], message: string, findings: Findings): undefined {
  findings.mend(code, message);
  return undefined;
}
