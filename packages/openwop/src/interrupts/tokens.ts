// Signed names of open interrupts, `ow2.hs256.<kid>.<payload>.<mac>`: for those who have no other credential, a payment
// webhook or a link in a mail. A token says which interrupt it is for and until when; whether that still waits, the run
// knows.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isObject, type Json } from '@vitrine/core';
import { Refusal } from '../http/refusal.ts';

export interface TokenClaims {
  readonly session: string;
  readonly interrupt: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const LONGEST = 2048;

export class InterruptTokens {
  readonly #secret: Uint8Array;
  readonly #kid: string;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.#kid = createHash('sha256').update(secret).digest('base64url').slice(0, 8);
  }

  make({ session, interrupt, expiresAt }: TokenClaims): string {
    const payload = Buffer.from(JSON.stringify([session, interrupt, expiresAt])).toString('base64url');
    const head = `ow2.hs256.${this.#kid}.${payload}`;
    return `${head}.${this.#mac(head)}`;
  }

  /** Refuses one that this host has not made. */
  read(token: string): TokenClaims {
    const parts = token.length > LONGEST ? [] : token.split('.');
    const [mark, alg, kid, payload = '', mac = ''] = parts;
    const isOurs = parts.length === 5 && mark === 'ow2' && alg === 'hs256' && kid === this.#kid;
    const wanted = Buffer.from(this.#mac(parts.slice(0, 4).join('.')));
    const given = Buffer.from(mac);
    if (!isOurs || given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw invalidToken();
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Json;
    if (!Array.isArray(claims) || isObject(claims)) throw invalidToken();
    const [session, interrupt, expiresAt] = claims as [string, string, number];
    return { session, interrupt, expiresAt };
  }

  #mac(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}

function invalidToken(): Refusal {
  return new Refusal(401, 'interrupt_token_invalid', 'This is no token of an interrupt of this host.');
}
