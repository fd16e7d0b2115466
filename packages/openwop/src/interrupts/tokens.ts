// Signed names of open interrupts, `ow2.hs256.<kid>.<payload>.<mac>`: for those who have no other credential, a payment
// webhook or a link in a mail. A token says which interrupt it is for, until when, and how often its agent had been revoked;
// whether that still waits, the run knows.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject, type Json } from '@vitrine/core/internal';
import { digestOf } from '@vitrine/face-kit';
import { Refusal } from '../http/refusal.ts';

export interface TokenClaims {
  readonly session: string;
  readonly interrupt: string;
  /** Milliseconds since 1970, by the time of credentials. */
  readonly expiresAt: number;
  /** How often the agent had been revoked: the token ends with it. */
  readonly epoch: number;
}

const MAX_LENGTH = 2048;

export class InterruptTokens {
  readonly #secrets: () => readonly Uint8Array[];

  /** @param secrets the first signs; the others signed before */
  constructor(secrets: () => readonly Uint8Array[]) {
    this.#secrets = secrets;
  }

  make({ session, interrupt, expiresAt, epoch }: TokenClaims): string {
    const [secret] = this.#secrets();
    if (secret === undefined) throw new RangeError('The host has no secret for this face.');
    const payload = Buffer.from(JSON.stringify([session, interrupt, expiresAt, epoch])).toString('base64url');
    const head = `ow2.hs256.${keyIdOf(secret)}.${payload}`;
    return `${head}.${macOf(head, secret)}`;
  }

  /** Refuses one that this host has not made. */
  read(token: string): TokenClaims {
    const parts = token.length > MAX_LENGTH ? [] : token.split('.');
    const [mark, alg, kid, payload = '', mac = ''] = parts;
    const secret = this.#secrets().find((one) => keyIdOf(one) === kid);
    if (parts.length !== 5 || mark !== 'ow2' || alg !== 'hs256' || secret === undefined) throw invalidToken();
    const wanted = Buffer.from(macOf(parts.slice(0, 4).join('.'), secret));
    const sent = Buffer.from(mac);
    if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) throw invalidToken();
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Json;
    if (!Array.isArray(claims) || isObject(claims)) throw invalidToken();
    // One that was made before revocations were counted says nothing of them.
    const [session, interrupt, expiresAt, epoch = 0] = claims as [string, string, number, number?];
    return { session, interrupt, expiresAt, epoch };
  }
}

function keyIdOf(secret: Uint8Array): string {
  return digestOf(secret, 'base64url').slice(0, 8);
}

function macOf(text: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function invalidToken(): Refusal {
  return new Refusal(401, 'interrupt_token_invalid', 'This is no token of an interrupt of this host.');
}
