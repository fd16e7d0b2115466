// What sounds like a secret is left out of a dump of the canvas: every value under a key that holds one of these words. It
// hides more than it must, as OpenClaw does: /author holds "auth".

import { isArray, isObject, type Json } from '@vitrine/core/internal';

const WORDS =
  /password|secret|token|apikey|bearer|authorization|pin|otp|mfa|credential|session|cookie|auth|refresh|private|access/i;

export const HIDDEN = '[REDACTED]';

/** Data models have a depth limit, so this has one too. */
export function withoutSecrets(value: Json): Json {
  if (isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, WORDS.test(key) ? hidden(member) : withoutSecrets(member)]),
  );
}

/** The items of a list one by one. */
function hidden(value: Json): Json {
  return isArray(value) ? value.map(() => HIDDEN) : HIDDEN;
}
