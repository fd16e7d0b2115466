// How the credentials of this host look, and nothing about whether they hold: for those who give them out, for the
// guard that finds one among subprotocols, and for the log that must not print any.

import { createHash, randomBytes } from 'node:crypto';

export const AGENT_KEY_PREFIX = 'vk_';
export const OPERATOR_TOKEN_PREFIX = 'vo_';
export const OPERATOR_CODE_PREFIX = 'vc_';

const SECRET_BYTES = 32;
const AGENT_NAME = /^[a-z0-9_-]{1,64}$/;
// A name and a secret may both hold `_`; 32 bytes are always 43 characters, so the last 43 are the secret.
const AGENT_KEY = /^vk_([a-z0-9_-]{1,64})_[A-Za-z0-9_-]{43}$/;
const JWT = /^eyJ[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*$/;

export function isAgentName(text: string): boolean {
  return AGENT_NAME.test(text);
}

export function newAgentKey(agent: string): string {
  return `${AGENT_KEY_PREFIX}${agent}_${randomText(SECRET_BYTES)}`;
}

/** Whose key it would be. */
export function agentOfKey(key: string): string | undefined {
  return AGENT_KEY.exec(key)?.[1];
}

/** Whether a text means to be a credential. */
export function looksLikeCredential(text: string): boolean {
  return text.startsWith(AGENT_KEY_PREFIX) || text.startsWith(OPERATOR_TOKEN_PREFIX) || JWT.test(text);
}

export function randomText(bytes = SECRET_BYTES): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * What is kept of a key. One round of SHA-256 is right here: slow, salted hashes make up for passwords that can be
 * guessed, and nobody guesses 256 random bits; a slow one would only let strangers buy our time with wrong keys.
 */
export function digestOf(credential: string): Buffer {
  return createHash('sha256').update(credential).digest();
}

const KEY_IDS = new WeakMap<Uint8Array, string>();

/** Names a key of the host, and tells nothing of it. */
export function keyIdOf(key: Uint8Array): string {
  const id =
    KEY_IDS.get(key) ?? createHash('sha256').update('vitrine token key\0').update(key).digest('base64url').slice(0, 8);
  KEY_IDS.set(key, id);
  return id;
}
