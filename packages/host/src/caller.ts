// Who calls, once the credential was looked at, and what the rest of the host may ask of whoever keeps credentials
// (credentials/). Guards and routes know callers, never keys or tokens.

import type { Time, Trust } from '@vitrine/core';
import type { SessionId } from '@vitrine/log';

export type Caller =
  | { readonly role: 'agent'; readonly agent: string; readonly trust: Trust }
  | {
      readonly role: 'viewer';
      readonly session: SessionId;
      /** Names the person's client; stays the same when the token is renewed. */
      readonly viewer: string;
      /** Names the token and all that were renewed from it. */
      readonly jti: string;
      readonly expiresAt: Time;
    }
  | { readonly role: 'operator' };

export interface AgentRow {
  readonly agent: string;
  readonly trust: Trust;
  readonly createdAt: Time;
  readonly rotatedAt?: Time;
  readonly revokedAt?: Time;
}

export interface MintedToken {
  readonly token: string;
  readonly jti: string;
  readonly viewer: string;
  readonly expiresAt: Time;
}

/** What has just lost its credential: open connections of it must close. */
export type Revoked = { readonly agent: string } | { readonly session: SessionId; readonly jti?: string };

export interface Credentials {
  /** Refuses with a HostError: missing, unknown, tampered, expired, revoked. */
  identify(credential: string | undefined): Promise<Caller>;

  addAgent(agent: string, options?: { readonly trust?: Trust }): Promise<{ readonly key: string }>;
  agents(): Promise<readonly AgentRow[]>;
  /** The old key ends at once. */
  rotateAgent(agent: string): Promise<{ readonly key: string }>;
  revokeAgent(agent: string): Promise<void>;

  /** `renews`: a token of the session that still holds when the new one is made; its viewer stays. */
  mintViewer(
    session: SessionId,
    options?: { readonly viewer?: string; readonly renews?: string },
  ): Promise<MintedToken>;
  /** Without a token: every token of the session that was minted so far. Tells how many ended, as far as it is known. */
  revokeViewers(session: SessionId, token?: string): Promise<void>;

  /** A new single-use code; the one before ends. */
  newOperatorCode(): string;
  redeemOperatorCode(code: string): { readonly token: string; readonly expiresAt: Time };

  onRevoked(listener: (what: Revoked) => void): () => void;
}
