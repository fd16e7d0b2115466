// The operator's code and the tokens it was turned into. A code is in the memory of the host that made it, and good once on
// whichever host it is given to; of a token its digest is a record, so that every host of a log knows it, after a restart too,
// and nothing that is stolen from the disk opens the inspector.

import { timingSafeEqual } from 'node:crypto';
import { defined, isObject } from '@vitrine/core/internal';
import type { LogRecord, RecordWrite, SessionLog } from '@vitrine/log';
import type { OperatorCaller, OperatorCode, RedeemedOperator } from '../caller.ts';
import { HostError } from '../host-error.ts';
import { digestOf, OPERATOR_CODE_PREFIX, OPERATOR_TOKEN_PREFIX, randomText } from './credential-texts.ts';
import type { CredentialTime } from './credential-time.ts';
import type { LateWrites } from './late-writes.ts';

/** Of records. */
export const OPERATOR_KIND = 'operator';
/** The record that says which tokens were taken back: those of eras before its own. */
const REVOKED = 'revoked';
/** What has ended is known to have ended for so long. */
const KEPT_MS = 12 * 60 * 60 * 1000;

export interface OperatorLives {
  /** How long a code holds: 15 minutes when not said. */
  readonly operatorCodeSeconds?: number;
  /** How long a token holds: 12 hours. */
  readonly operatorSeconds?: number;
  /** Of a code that was given on this machine itself, whose browser keeps the token over restarts: 30 days. */
  readonly operatorNearSeconds?: number;
}

const LIVES = { operatorCodeSeconds: 15 * 60, operatorSeconds: 12 * 60 * 60, operatorNearSeconds: 30 * 24 * 60 * 60 };

/** Of the digest of a token, as the audit names it. */
const NAME_LENGTH = 12;

interface OpenCode extends OperatorCode {
  readonly digest: Buffer;
  readonly expiresAt: number;
}

interface OperatorToken {
  readonly expiresAt: number;
  readonly era: number;
}

export interface OperatorsOptions extends OperatorLives {
  readonly log: SessionLog;
  readonly writes: LateWrites;
  readonly time: CredentialTime;
  /** What another host had open under this code, which is used by asking. */
  readonly takeCodeElsewhere?: (code: string) => Promise<OperatorCode | undefined>;
}

export class Operators {
  readonly #options: OperatorsOptions;
  readonly #lives: Required<OperatorLives>;
  /** By whom they were made for; the empty name has that of the operator of the machine. Who signs in takes nobody else's away. */
  readonly #codes = new Map<string, OpenCode>();
  /** By digest: a lookup that leaks its way tells of digests only. */
  readonly #tokens = new Map<string, OperatorToken>();
  /** Tokens that are made now belong to it. */
  #era = 0;

  constructor(options: OperatorsOptions) {
    this.#options = options;
    this.#lives = { ...LIVES, ...operatorLivesOf(options) };
  }

  /** What other hosts, or this one before it was started again, have given out. True: all of before were taken back. */
  async load(): Promise<boolean> {
    const era = this.#era;
    for await (const record of this.#options.log.records(OPERATOR_KIND)) this.#keep(record);
    await this.#sweep();
    return this.#era > era;
  }

  newCode(person?: string): string {
    const code = `${OPERATOR_CODE_PREFIX}${randomText(16)}`;
    const now = this.#options.time.now();
    for (const [name, { expiresAt }] of this.#codes) if (name !== '' && expiresAt <= now) this.#codes.delete(name);
    this.#codes.set(person ?? '', {
      digest: digestOf(code),
      expiresAt: now + this.#lives.operatorCodeSeconds * 1000,
      ...defined({ person }),
    });
    return code;
  }

  /** Uses the code up, where it is one of this host. */
  takeCode(code: string): OperatorCode | undefined {
    const digest = digestOf(code);
    for (const [name, open] of this.#codes) {
      if (!timingSafeEqual(digest, open.digest)) continue;
      this.#codes.delete(name);
      if (open.expiresAt > this.#options.time.now()) return defined({ person: open.person });
      throw new HostError('VITRINE_CREDENTIAL_EXPIRED', 'The time of the code is over.');
    }
    return undefined;
  }

  /** @param isNear it was given on this machine itself */
  async redeem(code: string, isNear = false): Promise<RedeemedOperator> {
    const { time, writes, takeCodeElsewhere } = this.#options;
    const era = this.#era;
    const entry = this.takeCode(code) ?? (isCode(code) ? await takeCodeElsewhere?.(code) : undefined);
    if (entry === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID', 'The code is wrong or was used before.');
    const token = `${OPERATOR_TOKEN_PREFIX}${randomText()}`;
    const { operatorSeconds, operatorNearSeconds } = this.#lives;
    const made = { expiresAt: time.now() + (isNear ? operatorNearSeconds : operatorSeconds) * 1000, era };
    this.#tokens.set(nameOf(token), made);
    const due = new Date(made.expiresAt).toISOString();
    // An operator comes in though the store takes nothing: that may be why.
    await writes.keep({ kind: OPERATOR_KIND, key: nameOf(token), due, value: made });
    await this.#sweep().catch(() => undefined);
    return { token, expiresAt: time.toTell(made.expiresAt), credential: credentialOf(token), ...entry };
  }

  identify(token: string): OperatorCaller {
    const known = this.#tokens.get(nameOf(token));
    if (known === undefined) throw new HostError('VITRINE_CREDENTIAL_INVALID');
    if (known.era < this.#era) throw new HostError('VITRINE_CREDENTIAL_REVOKED');
    if (known.expiresAt <= this.#options.time.now()) throw new HostError('VITRINE_CREDENTIAL_EXPIRED');
    const expiresAt = new Date(known.expiresAt).toISOString();
    return { role: 'operator', credential: credentialOf(token), expiresAt };
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
    this.#codes.clear();
  }

  async #sweep(): Promise<void> {
    const now = this.#options.time.now();
    for (const [name, { expiresAt }] of this.#tokens) if (expiresAt <= now - KEPT_MS) this.#tokens.delete(name);
    const removals: RecordWrite[] = [];
    for await (const { key } of this.#options.log.due(OPERATOR_KIND, new Date(now - KEPT_MS).toISOString()))
      removals.push({ kind: OPERATOR_KIND, key, remove: true });
    if (removals.length > 0) await this.#options.log.writeRecords(removals);
  }
}

export function operatorLivesOf(options: OperatorLives): OperatorLives {
  const { operatorCodeSeconds, operatorSeconds, operatorNearSeconds } = options;
  return defined({ operatorCodeSeconds, operatorSeconds, operatorNearSeconds });
}

function isCode(text: string): boolean {
  return text.startsWith(OPERATOR_CODE_PREFIX) && text.length < 64;
}

function credentialOf(token: string): string {
  return nameOf(token).slice(0, NAME_LENGTH);
}

function nameOf(token: string): string {
  return digestOf(token).toString('base64url');
}
