// What an operator does to a running host, whichever way the order came: over HTTP with the operator's credential, or by a
// command at the control door. Each act is written down. Nothing here speaks for an agent or a person.

import { defined, type JsonObject, type Time, type Trust } from '@vitrine/core/internal';
import { type SessionId, type SessionLog, writeBackup } from '@vitrine/log';
import type { AuditAct } from './audit/audit-line.ts';
import { type AuditTrail, detailsOf } from './audit/audit-trail.ts';
import type { AgentKeyOptions, Credentials, OperatorCaller, Revocation } from './caller.ts';
import { readKeyFiles } from './credentials/data-folder.ts';
import type { KeyRing } from './credentials/key-ring.ts';
import { readIfThere } from './credentials/secret-files.ts';
import { HostError } from './host-error.ts';
import type { Sessions } from './live.ts';
import type { Retention } from './retention.ts';

export type KeyName = 'token' | 'seal';
export const KEY_NAMES: readonly KeyName[] = ['token', 'seal'];
/** Who ordered it: an operator with a credential, or whoever may give commands on the machine. */
export type OrderedBy = OperatorCaller | 'command';

export interface OperatorActs {
  closeSession(session: SessionId, by: OrderedBy): Promise<{ readonly session: SessionId; readonly closedAt?: Time }>;
  /** One token or link with its family; absent: all of the session. */
  revokeViewers(session: SessionId, by: OrderedBy, credential?: string): Promise<Revocation>;
  addAgent(
    agent: string,
    by: OrderedBy,
    options?: AgentKeyOptions & { readonly trust?: Trust },
  ): Promise<{ readonly key: string }>;
  rotateAgent(agent: string, by: OrderedBy, options?: AgentKeyOptions): Promise<{ readonly key: string }>;
  revokeAgent(agent: string, by: OrderedBy): Promise<Revocation>;
  revokeOperators(by: OrderedBy): Promise<Revocation>;
  /** A session with all that was forked from it, for good. Tells which. */
  eraseSession(session: SessionId, by: OrderedBy): Promise<readonly SessionId[]>;
  /** Every session that a person took part in, and what the audit says of them. */
  erasePerson(person: string, by: OrderedBy): Promise<readonly SessionId[]>;
  /** All that is stored at this moment as one file; with the keys of the data folder, unless they are left out. */
  backup(file: string, by: OrderedBy, options?: { readonly withoutKeys?: boolean }): Promise<void>;
  /** The first agent and its key, where this host has the file and the key holds. */
  readFirstKey(by: OrderedBy): Promise<{ readonly agent: string; readonly key: string } | undefined>;
  /** A new key. `now`: the former read nothing any more; else they do until what they made has expired. */
  rotateKey(key: KeyName, by: OrderedBy, options?: { readonly now?: boolean }): Promise<void>;
}

export interface OperatorActsOptions {
  readonly sessions: Sessions & { reseal?(): Promise<void> };
  readonly credentials: Credentials;
  readonly logger: { warn(fields: object, message: string): void };
  /** Absent: this host has none of its own. */
  readonly keys?: { readonly [name in KeyName]: KeyRing };
  /** Absent: nobody keeps an audit. */
  readonly audit?: AuditTrail;
  readonly store?: { readonly log: SessionLog; readonly folder: string | undefined };
  readonly retention?: Retention;
  /** The file with the first agent's key. */
  readonly keyFile?: string;
  /** A key has changed. */
  readonly keyChanged?: (key: KeyName) => void;
}

/** A key that somebody else keeps would be back at the next start; one that others have too would part them from this host. */
async function assertAlone(name: KeyName, { isOwn }: KeyRing, log: SessionLog | undefined): Promise<void> {
  const key = `${name}.key`;
  if (!isOwn)
    throw new HostError(
      'VITRINE_METHOD_REFUSED',
      `${key} was given to this host: replace it where it is kept, and start the host again.`,
    );
  if ((await log?.nodes())?.length)
    throw new HostError(
      'VITRINE_METHOD_REFUSED',
      `Other hosts have the same ${key}, and would not know the new one: stop them, rotate it, and give them the new files.`,
    );
}

/** As the audit says it. */
function authorOf(by: OrderedBy): Pick<AuditAct, 'role'> & { readonly details: JsonObject } {
  return by === 'command' ? { role: by, details: {} } : { role: 'operator', details: detailsOf(by) };
}

/** As the operator's log says it. */
function roadOf(by: OrderedBy): 'http' | 'command' {
  return by === 'command' ? by : 'http';
}

type ActSubject = JsonObject & { readonly session?: SessionId; readonly agent?: string };

export function createOperatorActs(options: OperatorActsOptions): OperatorActs {
  const { sessions, credentials, logger, keys, audit, store, retention, keyChanged = () => undefined } = options;
  const write = async (act: string, by: OrderedBy, about: ActSubject = {}): Promise<void> => {
    logger.warn({ act, by: roadOf(by), ...about }, 'operator');
    const { session, agent, ...rest } = about;
    const author = authorOf(by);
    const details = { ...author.details, ...rest };
    // What the store does not take now is written down with the next: the act itself stands.
    await audit?.append({ ...author, act, ...defined({ session, agent }), details }).catch(() => undefined);
  };
  return {
    async closeSession(session, by) {
      const { closedAt } = await sessions.close(session);
      await write('close session', by, { session });
      return { session, ...defined({ closedAt }) };
    },
    async revokeViewers(session, by, credential) {
      await sessions.summary(session);
      const revocation = await credentials.revokeViewers(session, credential);
      await write('revoke viewers', by, { session, all: credential === undefined, ...revocation });
      return revocation;
    },
    async addAgent(agent, by, options) {
      const added = await credentials.addAgent(agent, options);
      await write('add agent', by, { agent });
      return added;
    },
    async rotateAgent(agent, by, options) {
      const rotated = await credentials.rotateAgent(agent, options);
      await write('rotate agent', by, { agent });
      return rotated;
    },
    async revokeAgent(agent, by) {
      const revocation = await credentials.revokeAgent(agent);
      await write('revoke agent', by, { agent, ...revocation });
      return revocation;
    },
    async revokeOperators(by) {
      const revocation = await credentials.revokeOperators();
      await write('revoke operators', by, { ...revocation });
      return revocation;
    },
    async eraseSession(session, by) {
      await sessions.summary(session);
      const erased = await retention?.erase([session], authorOf(by));
      logger.warn({ act: 'erase', by: roadOf(by), sessions: erased }, 'operator');
      return erased ?? [];
    },
    async erasePerson(person, by) {
      const erased = await retention?.erasePerson(person, authorOf(by));
      logger.warn({ act: 'erase person', by: roadOf(by), sessions: erased }, 'operator');
      return erased ?? [];
    },
    async backup(file, by, { withoutKeys = false } = {}) {
      if (store?.log.copyTo === undefined)
        throw new HostError('VITRINE_METHOD_REFUSED', 'A log in PostgreSQL is backed up by its own tools.');
      // Before it is taken, so that the copy says of itself that it was made.
      await write('export', by, { what: 'backup', keys: !withoutKeys });
      const { log, folder } = store;
      await writeBackup(file, {
        copyTo: async (path) => log.copyTo?.(path),
        manifest: async () => ({
          at: new Date(credentials.now()).toISOString(),
          files: withoutKeys || folder === undefined ? {} : await readKeyFiles(folder),
        }),
      });
    },
    async readFirstKey(by) {
      const key = (await readIfThere(options.keyFile ?? ''))?.toString('utf8').trim() ?? '';
      const caller = key === '' ? undefined : await credentials.identify(key).catch(() => undefined);
      if (caller?.role !== 'agent') return undefined;
      await write('read key', by, { agent: caller.agent });
      return { agent: caller.agent, key };
    },
    async rotateKey(name, by, { now = false } = {}) {
      const ring = keys?.[name];
      if (ring === undefined) throw new HostError('VITRINE_PATH_UNKNOWN', 'This host has no such key of its own.');
      await assertAlone(name, ring, store?.log);
      // What is sealed has no end of its own: it is sealed anew before the key that it needs is dropped.
      const mustSealAnew = now && name === 'seal';
      await ring.rotate(credentials.now(), { drop: now && !mustSealAnew });
      keyChanged(name);
      if (mustSealAnew) {
        await sessions.reseal?.();
        await ring.forget(() => false);
        keyChanged(name);
      }
      await write('rotate key', by, { key: `${name}.key`, now });
      if (now && name === 'token') credentials.keysDropped();
    },
  };
}
