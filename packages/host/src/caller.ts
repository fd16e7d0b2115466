// Who calls, once the credential was looked at, and what the rest of the host may ask of whoever keeps credentials
// (credentials/). Guards and routes know callers, never keys or tokens.

import type { AgentScope, PortCaller, PortGrant, Time, Trust } from '@vitrine/core/internal';
import type { SessionId } from '@vitrine/log';
import type { LateWrites } from './credentials/late-writes.ts';
import { HostError } from './host-error.ts';

export interface OperatorCaller {
  readonly role: 'operator';
  /** Names the token in the audit without telling it. */
  readonly credential: string;
  /** By the time of credentials, as a viewer's. */
  readonly expiresAt: Time;
}

export type Caller = Exclude<PortCaller, { readonly role: 'operator' }> | OperatorCaller;

export interface AgentRow {
  readonly agent: string;
  readonly trust: Trust;
  readonly createdAt: Time;
  readonly rotatedAt?: Time;
  readonly revokedAt?: Time;
  /** The key ends then. */
  readonly expiresAt?: Time;
  /** What the key may do; absent: all that an agent may. */
  readonly scopes?: readonly AgentScope[];
}

/** What a key of an agent is made with. */
export type AgentKeyOptions = Pick<AgentRow, 'expiresAt' | 'scopes'>;

export const AGENT_SCOPES: readonly AgentScope[] = ['open', 'send', 'read', 'link'];

/** Undefined: it may. */
export function refusalOfScope(caller: Caller, scope: AgentScope): HostError | undefined {
  if (caller.role !== 'agent' || caller.scopes === undefined || caller.scopes.includes(scope)) return undefined;
  return new HostError('VITRINE_CREDENTIAL_PURPOSE', `This key may ${caller.scopes.join(', ')} and not ${scope}.`);
}

export function assertScope(caller: Caller, scope: AgentScope): void {
  const refusal = refusalOfScope(caller, scope);
  if (refusal !== undefined) throw refusal;
}

export interface MintedToken {
  readonly token: string;
  /** What a link carries: it is exchanged for tokens of the same viewer. */
  readonly code: string;
  readonly jti: string;
  readonly viewer: string;
  readonly expiresAt: Time;
}

/** What has just lost its credential: open connections of it must close. */
export type Revoked =
  /** `keyOnly`: its key was rotated, and what was minted under it goes on. */
  | { readonly agent: string; readonly keyOnly?: true }
  | { readonly session: SessionId; readonly jti?: string }
  | { readonly operators: true }
  /** Keys of the host were dropped: what they signed holds no more. */
  | { readonly keys: true };

/** It holds in this process at once. Not durable: the store takes nothing; it is stored as soon as it does. */
export interface Revocation {
  readonly durable: boolean;
}

/** What a code was made with. */
export interface OperatorCode {
  /** Whom an issuer has named. */
  readonly person?: string;
}

export interface RedeemedOperator extends OperatorCode, Pick<OperatorCaller, 'credential' | 'expiresAt'> {
  readonly token: string;
}

export interface Credentials {
  /** Refuses with a HostError: missing, unknown, tampered, expired, revoked. */
  identify(credential: string | undefined): Promise<Caller>;
  /** Asked later again: refuses a credential that was taken back since, whatever else may be wrong with it. */
  watch(credential: string | undefined): () => Promise<void>;
  /** What is minted under an agent rests on this. Undefined: it is unknown or revoked. */
  grantOf(agent: string): PortGrant | undefined;
  /** Whether nothing that it rests on was taken back. */
  holds(grant: PortGrant): boolean;
  /** Milliseconds since 1970 by the time that credentials are judged by: it does not go back. */
  now(): number;

  addAgent(agent: string, options?: AgentKeyOptions & { readonly trust?: Trust }): Promise<{ readonly key: string }>;
  agents(): Promise<readonly AgentRow[]>;
  /** The old key ends at once; what was minted under it goes on. */
  rotateAgent(agent: string, options?: AgentKeyOptions): Promise<{ readonly key: string }>;
  /** The key ends, and everything that was minted under the agent. */
  revokeAgent(agent: string): Promise<Revocation>;

  /** `renews`: a token of the session that still holds when the new one is made; its viewer stays. */
  mintViewer(
    session: SessionId,
    options?: { readonly viewer?: string; readonly renews?: string },
  ): Promise<MintedToken>;
  /** A token for the code of a link. `hasOpenAsk`: whether the session still waits for an answer. */
  redeemViewerCode(
    code: string,
    hasOpenAsk: (session: SessionId) => Promise<boolean>,
  ): Promise<MintedToken & { readonly session: SessionId }>;
  /** A token or a code, with all of its family; without one: all of the session that were made so far. */
  revokeViewers(session: SessionId, credential?: string): Promise<Revocation>;

  /** A new single-use code; the one before ends, of this person where an issuer has named one. */
  newOperatorCode(person?: string): string;
  /** A token for the code, of whichever host of the log it is; `isNear`: it was given on this machine, and holds for longer. */
  redeemOperatorCode(code: string, isNear?: boolean): Promise<RedeemedOperator>;
  /** Uses a code up for another host. Undefined: it is none of this one. */
  takeOperatorCode(code: string): OperatorCode | undefined;
  /** Every operator's token, and the codes. */
  revokeOperators(): Promise<Revocation>;

  /** Keys of the host were dropped: whatever is open because of what they signed is told. */
  keysDropped(): void;
  onRevoked(listener: (what: Revoked) => void): () => void;
  /** Records that take something back, and whatever is written beside them. */
  readonly writes: LateWrites;
  /** Stores what could not be stored before, and the time. */
  flush(): Promise<void>;
}

/** Whether a caller has just lost its credential. */
export function hasLost(caller: Caller, what: Revoked, credentials: Pick<Credentials, 'holds'>): boolean {
  if ('operators' in what) return caller.role === 'operator';
  if (caller.role === 'operator') return false;
  if ('keys' in what) return !credentials.holds(caller.grant);
  if ('agent' in what) return caller.grant.agent === what.agent && (caller.role === 'agent' || what.keyOnly !== true);
  if (caller.role !== 'viewer' || caller.session !== what.session) return false;
  return what.jti === undefined || caller.jti === what.jti;
}
