// The operator's code and the tokens it was turned into. Only in memory: a restart ends them all, and nothing that
// is stolen from the disk opens the inspector.

import { timingSafeEqual } from 'node:crypto';
import type { Time } from '@vitrine/core';
import type { Caller } from '../caller.ts';
import { HostError } from '../host-error.ts';
import { digestOf, OPERATOR_CODE_PREFIX, OPERATOR_TOKEN_PREFIX, randomText } from './credential-texts.ts';
import type { CredentialTime } from './credential-time.ts';

const CODE_MS = 15 * 60 * 1000;
const TOKEN_MS = 12 * 60 * 60 * 1000;

export class Operators {
  readonly #time: CredentialTime;
  #code: { readonly digest: Buffer; readonly expiresAt: number } | undefined;
  /** By digest: a lookup that leaks its way tells of digests only. */
  readonly #tokens = new Map<string, { readonly expiresAt: number; readonly isRevoked?: true }>();

  constructor(time: CredentialTime) {
    this.#time = time;
  }

  newCode(): string {
    const code = `${OPERATOR_CODE_PREFIX}${randomText(16)}`;
    this.#code = { digest: digestOf(code), expiresAt: this.#time.now() + CODE_MS };
    return code;
  }

  redeem(code: string): { readonly token: string; readonly expiresAt: Time } {
    const open = this.#code;
    if (open === undefined || !timingSafeEqual(digestOf(code), open.digest))
      throw new HostError('VITRINE_CREDENTIAL_INVALID', 'The code is wrong or was used before.');
    this.#code = undefined;
    if (open.expiresAt <= this.#time.now())
      throw new HostError('VITRINE_CREDENTIAL_EXPIRED', 'The time of the code is over.');
    this.#forgetExpired();
    const token = `${OPERATOR_TOKEN_PREFIX}${randomText()}`;
    const expiresAt = this.#time.now() + TOKEN_MS;
    this.#tokens.set(nameOf(token), { expiresAt });
    return { token, expiresAt: this.#time.toTell(expiresAt) };
  }

  identify(token: string): Caller {
    const known = this.#tokens.get(nameOf(token));
    if (known === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    if (known.isRevoked === true) throw new HostError('VITRINE_CREDENTIAL_REVOKED');
    if (known.expiresAt <= this.#time.now()) throw new HostError('VITRINE_CREDENTIAL_EXPIRED');
    return { role: 'operator', expiresAt: new Date(known.expiresAt).toISOString() };
  }

  /** The tokens, and the code that nobody has used yet. */
  revokeAll(): void {
    this.#code = undefined;
    for (const [name, { expiresAt }] of this.#tokens) this.#tokens.set(name, { expiresAt, isRevoked: true });
  }

  #forgetExpired(): void {
    for (const [name, { expiresAt }] of this.#tokens) if (expiresAt <= this.#time.now()) this.#tokens.delete(name);
  }
}

function nameOf(token: string): string {
  return digestOf(token).toString('base64url');
}
