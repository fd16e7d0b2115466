// What an operator does to a running host, whichever way the order came: over HTTP with the operator's credential, or by a
// command at the control door. Each act is written down. Nothing here speaks for an agent or a person.

import { defined, type Time } from '@vitrine/core/internal';
import type { SessionId } from '@vitrine/log';
import type { Credentials, Revocation } from './caller.ts';
import type { KeyRing } from './credentials/key-ring.ts';
import { HostError } from './host-error.ts';
import type { Sessions } from './live.ts';

export type KeyName = 'token' | 'seal';
export const KEY_NAMES: readonly KeyName[] = ['token', 'seal'];
/** How the order came. */
export type OrderRoad = 'http' | 'command';

export interface OperatorActs {
  closeSession(session: SessionId, by: OrderRoad): Promise<{ readonly session: SessionId; readonly closedAt?: Time }>;
  /** One token or link with its family; absent: all of the session. */
  revokeViewers(session: SessionId, by: OrderRoad, credential?: string): Promise<Revocation>;
  revokeAgent(agent: string, by: OrderRoad): Promise<Revocation>;
  revokeOperators(by: OrderRoad): Promise<Revocation>;
  /** A new key. `now`: the former read nothing any more; else they do until what they made has expired. */
  rotateKey(key: KeyName, by: OrderRoad, options?: { readonly now?: boolean }): Promise<void>;
}

export interface OperatorActsOptions {
  readonly sessions: Sessions & { reseal?(): Promise<void> };
  readonly credentials: Credentials;
  readonly logger: { warn(fields: object, message: string): void };
  /** Absent: this host has none of its own. */
  readonly keys?: { readonly [name in KeyName]: KeyRing };
  /** A key has changed. */
  readonly keyChanged?: (key: KeyName) => void;
}

export function createOperatorActs(options: OperatorActsOptions): OperatorActs {
  const { sessions, credentials, logger, keys, keyChanged = () => undefined } = options;
  const write = (act: string, by: OrderRoad, about: object = {}) => logger.warn({ act, by, ...about }, 'operator');
  return {
    async closeSession(session, by) {
      const { closedAt } = await sessions.close(session);
      write('close session', by, { session });
      return { session, ...defined({ closedAt }) };
    },
    async revokeViewers(session, by, credential) {
      await sessions.summary(session);
      const revocation = await credentials.revokeViewers(session, credential);
      write('revoke viewers', by, { session, all: credential === undefined, ...revocation });
      return revocation;
    },
    async revokeAgent(agent, by) {
      const revocation = await credentials.revokeAgent(agent);
      write('revoke agent', by, { agent, ...revocation });
      return revocation;
    },
    async revokeOperators(by) {
      const revocation = await credentials.revokeOperators();
      write('revoke operators', by, revocation);
      return revocation;
    },
    async rotateKey(name, by, { now = false } = {}) {
      const ring = keys?.[name];
      if (ring === undefined) throw new HostError('VITRINE_PATH_UNKNOWN', 'This host has no such key of its own.');
      // What is sealed has no end of its own: it is sealed anew before the key that it needs is dropped.
      const mustSealAnew = now && name === 'seal';
      await ring.rotate(credentials.now(), { drop: now && !mustSealAnew });
      keyChanged(name);
      if (mustSealAnew) {
        await sessions.reseal?.();
        await ring.forget(() => false);
        keyChanged(name);
      }
      write('rotate key', by, { key: `${name}.key`, now });
      if (now && name === 'token') credentials.keysDropped();
    },
  };
}
