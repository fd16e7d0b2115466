// Credentials over a real log with a clock that a test moves.

import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { expect, onTestFinished } from 'vitest';
import type { Credentials } from '../src/caller.ts';
import { type CredentialOptions, openCredentials } from '../src/credentials/open-credentials.ts';
import type { HostCode, HostError } from '../src/host-error.ts';

export const NOON = Date.parse('2026-03-01T12:00:00.000Z');
export const MINUTE = 60_000;
export const SECRET = new Uint8Array(32).fill(7);

export class Clock {
  at = NOON;
  /** Of the clock that nobody sets. */
  steady = 0;
  readonly now = (): number => this.at;
  readonly steadyNow = (): number => this.steady;
}

export interface Desk {
  readonly log: SessionLog;
  readonly clock: Clock;
  readonly credentials: Credentials;
  /** Another process on the same log. */
  restart(options?: Partial<CredentialOptions>): Promise<Credentials>;
}

/** Whose sessions all are, whatever their names. */
export const OWNER = 'owner';

export async function openDesk(options: Partial<CredentialOptions> & { readonly isEmpty?: true } = {}): Promise<Desk> {
  const { isEmpty, ...given } = options;
  const log = options.log ?? (await openSqliteLog(':memory:'));
  onTestFinished(() => log.close());
  const clock = new Clock();
  const { now, steadyNow } = clock;
  const restart = (more: Partial<CredentialOptions> = {}) =>
    openCredentials({
      ...{ log, secrets: () => [SECRET], now, steadyNow, ownerOf: async () => OWNER },
      ...{ ...given, ...more },
    });
  const credentials = await restart();
  if (isEmpty !== true) await credentials.addAgent(OWNER);
  return { log, clock, credentials, restart };
}

export async function expectRefusal(refused: Promise<unknown>, code: HostCode): Promise<void> {
  await expect(refused).rejects.toSatisfy(
    (error: HostError) => error.name === 'HostError' && error.code === code,
    code,
  );
}

export function expectThrown(act: () => unknown, code: HostCode): void {
  expect(act).toThrow(expect.objectContaining({ name: 'HostError', code }));
}
