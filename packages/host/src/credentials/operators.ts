// The operator's code and the tokens it was turned into. A code is in the memory of the host that made it, and good once on
// whichever host it is given to; of a token its digest is a record, so that every host of a log knows it, after a restart too,
// and nothing that is stolen from the disk opens the inspector.

import { timingSafeEqual } from 'node:crypto';
import type { Time } from '@vitrine/core';
import { isObject } from '@vitrine/core/internal';
import type { LogRecord, RecordWrite, SessionLog } from '@vitrine/log';
import type { Caller } from '../caller.ts';
import { HostError } from '../host-error.ts';
import { digestOf, OPERATOR_CODE_PREFIX, OPERATOR_TOKEN_PREFIX, randomText } from './credential-texts.ts';
import type { CredentialTime } from './credential-time.ts';
import type { LateWrites } from './late-writes.ts';

/** Of records. */
export const OPERATOR_KIND = 'operator';
/** The record that says which tokens were taken back: those of eras before its own. */
const REVOKED = 'revoked';
const CODE_MS = 15 * 60 * 1000;
const TOKEN_MS = 12 * 60 * 60 * 1000;
/** Of a code that was given on this machine itself, whose browser keeps the token over restarts. */
const NEAR_TOKEN_MS = 30 * 24 * 60 * 60 * 1000;

interface OperatorToken {
  readonly expiresAt: number;
  readonly era: number;
}

export interface OperatorsOptions {
  readonly log: SessionLog;
  readonly writes: LateWrites;
  readonly time: CredentialTime;
  /** Whether another host had this code open, which is used by asking. */
  readonly takeCodeElsewhere?: (code: string) => Promise<boolean>;
}

export class Operators {
  readonly #options: OperatorsOptions;
  #code: { readonly digest: Buffer; readonly expiresAt: number } | undefined;
  /** By digest: a lookup that leaks its way tells of digests only. */
  readonly #tokens = new Map<string, OperatorToken>();
  /** Tokens that are made now belong to it. */
  #era = 0;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** What other hosts, or this one before it was started again, have given out. True: all of before were taken back. */
  async load(): Promise<boolean> {
    const era = this.#era;
    for await (const record of this.#options.log.records(OPERATOR_KIND)) this.#keep(record);
    await this.#sweep();
    return this.#era > era;
  }

  newCode(): string {
    const code = `${OPERATOR_CODE_PREFIX}${randomText(16)}`;
    this.#code = { digest: digestOf(code), expiresAt: this.#options.time.now() + CODE_MS };
    return code;
  }

  /** Uses the code up, where it is the one of this host. */
  takeCode(code: string): boolean {
    const open = this.#code;
    if (open === undefined || !timingSafeEqual(digestOf(code), open.digest)) return false;
    this.#code = undefined;
    if (open.expiresAt > this.#options.time.now()) return true;
    throw new HostError('VITRINE_CREDENTIAL_EXPIRED', 'The time of the code is over.');
  }

  /** @param isNear it was given on this machine itself */
  async redeem(code: string, isNear = false): Promise<{ readonly token: string; readonly expiresAt: Time }> {
    const { time, writes, takeCodeElsewhere } = this.#options;
    const era = this.#era;
    if (!this.takeCode(code) && !(isCode(code) && (await takeCodeElsewhere?.(code))))
      throw new HostError('VITRINE_CREDENTIAL_INVALID', 'The code is wrong or was used before.');
    const token = `${OPERATOR_TOKEN_PREFIX}${randomText()}`;
    const made = { expiresAt: time.now() + (isNear ? NEAR_TOKEN_MS : TOKEN_MS), era };
    this.#tokens.set(nameOf(token), made);
    const due = new Date(made.expiresAt).toISOString();
    // An operator comes in though the store takes nothing: that may be why.
    await writes.keep({ kind: OPERATOR_KIND, key: nameOf(token), due, value: made });
    await this.#sweep().catch(() => undefined);
    return { token, expiresAt: time.toTell(made.expiresAt) };
  }

  identify(token: string): Caller {
    const known = this.#tokens.get(nameOf(token));
    if (known === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    if (known.era < this.#era) throw new HostError('VITRINE_CREDENTIAL_REVOKED');
    if (known.expiresAt <= this.#options.time.now()) throw new HostError('VITRINE_CREDENTIAL_EXPIRED');
    return { role: 'operator', expiresAt: new Date(known.expiresAt).toISOString() };
  }

  /** The tokens, and the codes that nobody has used yet. In force when this returns; the promise tells whether it is durable. */
  revokeAll(): Promise<boolean> {
    // Later than every era that another host may have begun meanwhile.
    const era = Math.max(this.#era + 1, Math.floor(this.#options.time.now()));
    this.#begin(era);
    return this.#options.writes.keep({ kind: OPERATOR_KIND, key: REVOKED, value: { era } });
  }

  #keep({ key, value }: LogRecord): void {
    if (value instanceof Uint8Array || !isObject(value)) return;
    const { era, expiresAt } = value;
    if (typeof era !== 'number') return;
    if (key === REVOKED) this.#begin(era);
    else if (typeof expiresAt === 'number') this.#tokens.set(key, { era, expiresAt });
  }

  #begin(era: number): void {
    if (era <= this.#era) return;
    this.#era = era;
    this.#code = undefined;
  }

  async #sweep(): Promise<void> {
    const now = this.#options.time.now();
    for (const [name, { expiresAt }] of this.#tokens) if (expiresAt <= now - TOKEN_MS) this.#tokens.delete(name);
    const removals: RecordWrite[] = [];
    for await (const { key } of this.#options.log.due(OPERATOR_KIND, new Date(now - TOKEN_MS).toISOString()))
      removals.push({ kind: OPERATOR_KIND, key, remove: true });
    if (removals.length > 0) await this.#options.log.writeRecords(removals);
  }
}

function isCode(text: string): boolean {
  return text.startsWith(OPERATOR_CODE_PREFIX) && text.length < 64;
}

function nameOf(token: string): string {
  return digestOf(token).toString('base64url');
}
