// The operator's code and the tokens it was turned into. Only in memory: a restart ends them all, and nothing that
// is stolen from the disk opens the inspector.

import { timingSafeEqual } from 'node:crypto';
import type { Time } from '@vitrine/core';
import type { Caller } from '../caller.ts';
import { HostError } from '../host-error.ts';
import { digestOf, OPERATOR_CODE_PREFIX, OPERATOR_TOKEN_PREFIX, randomText } from './credential-texts.ts';

const CODE_MS = 15 * 60 * 1000;
const TOKEN_MS = 12 * 60 * 60 * 1000;

export class Operators {
  readonly #now: () => number;
  #code: { readonly digest: Buffer; readonly expiresAt: number } | undefined;
  /** By digest: a lookup that leaks its way tells of digests only. */
  readonly #tokens = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  newCode(): string {
    const code = `${OPERATOR_CODE_PREFIX}${randomText(16)}`;
    this.#code = { digest: digestOf(code), expiresAt: this.#now() + CODE_MS };
    return code;
  }

  redeem(code: string): { readonly token: string; readonly expiresAt: Time } {
    const open = this.#code;
    if (open === undefined || !timingSafeEqual(digestOf(code), open.digest))
      throw new HostError('VITRINE_CREDENTIAL_INVALID', 'The code is wrong or was used before.');
    this.#code = undefined;
    if (open.expiresAt <= this.#now())
      throw new HostError('VITRINE_CREDENTIAL_EXPIRED', 'The time of the code is over.');
    this.#forgetExpired();
    const token = `${OPERATOR_TOKEN_PREFIX}${randomText()}`;
    const expiresAt = this.#now() + TOKEN_MS;
    this.#tokens.set(nameOf(token), expiresAt);
    return { token, expiresAt: new Date(expiresAt).toISOString() };
  }

  identify(token: string): Caller {
    const expiresAt = this.#tokens.get(nameOf(token));
    if (expiresAt === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    if (expiresAt <= this.#now()) throw new HostError('VITRINE_CREDENTIAL_EXPIRED');
    return { role: 'operator' };
  }

  #forgetExpired(): void {
    for (const [name, expiresAt] of this.#tokens) if (expiresAt <= this.#now()) this.#tokens.delete(name);
  }
}

function nameOf(token: string): string {
  return digestOf(token).toString('base64url');
}
