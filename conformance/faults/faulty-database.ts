// The PostgreSQL that the nodes share: it can be restarted, made read-only, filled up and held up, and it writes down who
// wrote what under which lease, by triggers that are ours and not the log's.

import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSql, serverUser, startPostgres, type TestPostgres } from '../../packages/log-postgres/test/postgres.ts';
import type { AuditedWrite, LeaseGrant } from './ledger.ts';

const NAME = 'cluster';
/** Room for the tables of a long run; what is left of it is taken away when the database is to be full. */
const ROOM = '512m';
const BLOCK = Buffer.alloc(1024 ** 2);

const AUDIT = `
CREATE SCHEMA audit;
CREATE TABLE audit.leases (at bigserial PRIMARY KEY, session text, node text, epoch bigint);
CREATE TABLE audit.writes (at bigserial PRIMARY KEY, xid xid8, session text, seq bigint, holder text, epoch bigint);
CREATE TABLE audit.changes (xid xid8, node text);
CREATE TABLE audit.removals (session text, seq bigint);
CREATE FUNCTION audit.note_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.node <> '' THEN INSERT INTO audit.leases (session, node, epoch) VALUES (NEW.session, NEW.node, NEW.epoch); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION audit.note_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO audit.removals VALUES (OLD.session, OLD.seq);
    RETURN NULL;
  END IF;
  INSERT INTO audit.writes (xid, session, seq, holder, epoch)
    SELECT pg_current_xact_id(), NEW.session, NEW.seq, l.node, l.epoch FROM (SELECT 1) AS one
    LEFT JOIN vitrine.leases l ON l.session = NEW.session;
  RETURN NULL;
END $$;
CREATE FUNCTION audit.note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO audit.changes VALUES (pg_current_xact_id(), NEW.node);
  RETURN NULL;
END $$;
CREATE FUNCTION audit.refuse_as_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file: No space left on device';
END $$;
CREATE TRIGGER audit AFTER INSERT OR UPDATE ON vitrine.leases FOR EACH ROW EXECUTE FUNCTION audit.note_lease();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON vitrine.entries FOR EACH ROW EXECUTE FUNCTION audit.note_entry();
CREATE TRIGGER audit AFTER INSERT ON vitrine.changes FOR EACH ROW EXECUTE FUNCTION audit.note_change();
`;

/** What is refused where no file system of ours can be mounted. */
const FULL_TABLES = ['entries', 'records', 'claims'];

export class FaultyDatabase {
  readonly #postgres: TestPostgres;
  readonly url: string;
  /** Where its tables are, on a file system of our own. Absent: none may be mounted here. */
  readonly #room: string | undefined;

  constructor(postgres: TestPostgres, room: string | undefined) {
    this.#postgres = postgres;
    this.#room = room;
    const url = new URL(postgres.url);
    url.pathname = `/${NAME}`;
    this.url = url.href;
  }

  static async start(): Promise<FaultyDatabase> {
    const postgres = await startPostgres();
    const room = mountRoom(postgres.folder);
    try {
      if (room !== undefined) await runSql(postgres.url, `CREATE TABLESPACE room LOCATION '${room}'`);
      await runSql(postgres.url, `CREATE DATABASE ${NAME}${room === undefined ? '' : ' TABLESPACE room'}`);
      return new FaultyDatabase(postgres, room);
    } catch (error) {
      if (room !== undefined) unmount(room);
      await postgres.stop();
      throw error;
    }
  }

  get port(): number {
    return this.#postgres.port;
  }

  /** How `fill` fills it. */
  get fullBy(): string {
    return this.#room === undefined ? 'a trigger that says so' : 'a file on its file system';
  }

  /** As a node reaches it by way of a proxy. */
  urlBy(port: number): string {
    const url = new URL(this.url);
    url.port = String(port);
    return url.href;
  }

  sql<Row>(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]> {
    return runSql<Row>(this.url, sql, ...values);
  }

  /** Once the first node has made the tables. */
  async audit(): Promise<void> {
    await this.sql(AUDIT);
  }

  async restart(how: 'immediate' | 'fast', downMs: number): Promise<void> {
    await this.#postgres.kill(how);
    await new Promise((resolve) => setTimeout(resolve, downMs));
    await this.#postgres.start();
  }

  async setReadOnly(isReadOnly: boolean): Promise<void> {
    const value = isReadOnly ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only';
    await this.sql(`ALTER SYSTEM ${value}`);
    await this.sql('SELECT pg_reload_conf()');
  }

  async fill(): Promise<void> {
    if (this.#room === undefined) {
      for (const table of FULL_TABLES)
        await this.sql(
          `CREATE TRIGGER is_full BEFORE INSERT ON vitrine.${table} FOR EACH ROW EXECUTE FUNCTION audit.refuse_as_full()`,
        );
      return;
    }
    const filler = join(this.#room, 'filler');
    writeFileSync(filler, '');
    for (let left = freeBytes(this.#room); left > 0; left = freeBytes(this.#room)) {
      try {
        writeFileSync(filler, BLOCK.subarray(0, Math.min(left, BLOCK.length)), { flag: 'a' });
      } catch {
        return;
      }
    }
  }

  async drain(): Promise<void> {
    if (this.#room !== undefined) return rmSync(join(this.#room, 'filler'), { force: true });
    for (const table of FULL_TABLES) await this.sql(`DROP TRIGGER IF EXISTS is_full ON vitrine.${table}`);
  }

  /** Nobody writes the table meanwhile. */
  async lock(table: 'entries' | 'nodes' | 'leases', ms: number): Promise<void> {
    await this.sql(`BEGIN; LOCK TABLE vitrine.${table} IN EXCLUSIVE MODE; SELECT pg_sleep(${ms / 1000}); COMMIT`);
  }

  async grants(): Promise<readonly LeaseGrant[]> {
    const rows = await this.sql<{ session: string; node: string; epoch: string }>(
      'SELECT session, node, epoch FROM audit.leases ORDER BY at',
    );
    return rows.map(({ session, node, epoch }) => ({ session, node, epoch: Number(epoch) }));
  }

  async writes(): Promise<readonly AuditedWrite[]> {
    const rows = await this.sql<{ session: string; seq: string; writer: string; holder: string; epoch: string }>(
      `SELECT w.session, w.seq, c.node AS writer, w.holder, w.epoch FROM audit.writes w
       LEFT JOIN audit.changes c ON c.xid = w.xid ORDER BY w.session, w.seq`,
    );
    return rows.map(({ seq, epoch, ...row }) => ({ ...row, seq: Number(seq), epoch: Number(epoch) }));
  }

  async removals(): Promise<number> {
    return (await this.sql('SELECT 1 FROM audit.removals')).length;
  }

  async stop(): Promise<void> {
    // The server ends before its file system does; its folder goes last.
    await this.#postgres.kill('fast');
    if (this.#room !== undefined) unmount(this.#room);
    await this.#postgres.stop();
  }
}

function mountRoom(folder: string): string | undefined {
  const owner = serverUser();
  if (owner === undefined) return undefined;
  const room = join(folder, 'room');
  mkdirSync(room);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM}`, 'tmpfs', room], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  chownSync(room, owner.uid, owner.gid);
  return room;
}

function unmount(room: string): void {
  try {
    execFileSync('umount', [room], { stdio: 'ignore' });
  } catch {
    execFileSync('umount', ['-l', room], { stdio: 'ignore' });
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
