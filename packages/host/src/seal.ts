// Seals what was typed into obscured fields, until its agent has it: AES-256-GCM, bound to the session. A sealed text
// of one session opens in no other, and a refusal says nothing about what is inside. What may hold a secret and need only
// be known again is marked (HMAC-SHA-256).

import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { Json } from '@vitrine/core';
import type { SessionId } from '@vitrine/log';
import { HostError } from './host-error.ts';

const CIPHER = 'aes-256-gcm';
const FORMAT = 'seal1';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Sealed texts come in steps of this many bytes: how long a password is stays unknown. */
const STEP_BYTES = 64;

export interface Sealer {
  seal(session: SessionId, value: Json): string;
  /** Refuses with VITRINE_HOST_FAILED whatever is wrong: another key, another session, a changed text. */
  open(session: SessionId, sealed: string): Json;
  /**
   * Tells later whether a text is the same, and nothing else of it to whoever has the mark: not even by guessing.
   * @param like a mark to compare with: made under the same key, where that is still known
   */
  mark(session: SessionId, text: TextPieces, like?: string): string;
}

/** A text that is long, piece by piece. */
export type TextPieces = (add: (piece: string) => void) => void;

/** Whether two marks are of two texts. Of marks under two keys nobody can tell. */
export function areApart(one: string, other: string): boolean {
  return one !== other && isOfOneKey(one, other);
}

export function isOfOneKey(one: string, other: string): boolean {
  return other.startsWith(one.slice(0, one.indexOf('.') + 1));
}

/** @param former keys that were used before and still open what they sealed */
export function createSealer(key: Uint8Array, former: readonly Uint8Array[] = []): Sealer {
  const keys = new Map([key, ...former].map((each) => [sealKeyIdOf(each), Uint8Array.from(each)]));
  const id = sealKeyIdOf(key);
  const newest = Uint8Array.from(key);
  return {
    seal(session, value) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, newest, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(id, session));
      const body = Buffer.concat([iv, cipher.update(padded(value)), cipher.final(), cipher.getAuthTag()]);
      return `${FORMAT}.${id}.${body.toString('base64url')}`;
    },
    open(session, sealed) {
      try {
        const [format, keyId = '', body = '', ...rest] = sealed.split('.');
        const found = keys.get(keyId);
        if (format === FORMAT && found !== undefined && rest.length === 0)
          return decipher(found, boundTo(keyId, session), Buffer.from(body, 'base64url'));
      } catch {
        // Told below, without what went wrong.
      }
      throw new HostError('VITRINE_HOST_FAILED', 'A sealed value cannot be opened.');
    },
    mark(session, text, like = '') {
      const known = keys.get(like.slice(0, like.indexOf('.')));
      const marking = createHmac('sha256', known ?? newest)
        .update('vitrine mark')
        .digest();
      const hmac = createHmac('sha256', marking).update(JSON.stringify(session));
      text((piece) => hmac.update(piece));
      return `${known === undefined ? id : sealKeyIdOf(known)}.${hmac.digest('base64url')}`;
    },
  };
}

function decipher(key: Uint8Array, bound: Buffer, body: Buffer): Json {
  const decipher = createDecipheriv(CIPHER, key, body.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(bound);
  decipher.setAuthTag(body.subarray(body.length - TAG_BYTES));
  const text = Buffer.concat([decipher.update(body.subarray(IV_BYTES, body.length - TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as Json;
}

function boundTo(keyId: string, session: SessionId): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, keyId, session]));
}

/** JSON allows blanks behind a value. */
function padded(value: Json): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  return Buffer.concat([text, Buffer.alloc((STEP_BYTES - (text.length % STEP_BYTES)) % STEP_BYTES, ' ')]);
}

/** Under which key it was sealed. */
export function sealKeyOf(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

export function sealKeyIdOf(key: Uint8Array): string {
  if (key.length !== KEY_BYTES) throw new RangeError(`A key for seals has ${KEY_BYTES} bytes.`);
  return createHash('sha256').update('vitrine seal key\0').update(key).digest().subarray(0, 6).toString('base64url');
}
