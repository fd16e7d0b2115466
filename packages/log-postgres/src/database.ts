// The connections to PostgreSQL: a few for everything, one that listens. Each call is one statement, so that a pooler in
// transaction mode can stand between; what PostgreSQL says of a failure becomes one of the log's errors.

import { type LogCode, LogError, type LogErrorDetails } from '@vitrine/log';
import { messageOf } from '@vitrine/log/driver';
import pg from 'pg';
import { identifier } from './schema.ts';

export type SqlParameter =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | null | Uint8Array)[];

export type SendStatement = (sql: string, ...values: readonly SqlParameter[]) => Promise<readonly object[]>;

/** Raised by a function of ours (schema.ts, `refuse_1`). */
const REFUSED = 'VT000';
const INT8 = 20;
const MAX_CONNECTIONS = 8;
const CONNECT_MS = 5000;
/** Nothing that is done here takes so long; a connection that does not answer is given up. */
const ANSWER_MS = 15_000;

/** What a statement was refused for, by our own functions. */
export class DatabaseRefusal extends Error {
  readonly code: LogCode;
  readonly detail: { readonly [name: string]: unknown };

  constructor(code: LogCode, detail: DatabaseRefusal['detail']) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** The connection broke, or was never there: what was under way is stored or not. */
export class ConnectionLost extends Error {}

/** To the pool the time would also be that of waiting in line: a node that has ten thousand sessions to load would fail. */
class TimedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

export class PostgresDatabase {
  readonly schema: string;
  /** The schema as SQL writes it. */
  readonly s: string;
  readonly #pool: pg.Pool;
  readonly #config: pg.ClientConfig;

  constructor(url: string, schema: string) {
    this.schema = schema;
    this.s = identifier(schema);
    this.#config = {
      connectionString: url,
      application_name: 'vitrine',
      query_timeout: ANSWER_MS,
      keepAlive: true,
      types: { getTypeParser },
    };
    this.#pool = new pg.Pool({ ...this.#config, Client: TimedClient, max: MAX_CONNECTIONS, allowExitOnIdle: true });
    // One that breaks while it is idle is replaced when the next is needed.
    this.#pool.on('error', () => undefined);
  }

  async rows<Row>(sql: string, ...values: readonly SqlParameter[]): Promise<readonly Row[]> {
    try {
      return (await this.#pool.query(sql, values as unknown[])).rows as Row[];
    } catch (error) {
      throw toFailure(error);
    }
  }

  async row<Row>(sql: string, ...values: readonly SqlParameter[]): Promise<Row | undefined> {
    return (await this.rows<Row>(sql, ...values))[0];
  }

  /** Several statements on one connection, all or none. */
  async transaction<T>(work: (send: SendStatement) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toFailure(error);
    });
    const send: SendStatement = async (sql, ...values) => {
      try {
        return (await client.query(sql, values as unknown[])).rows;
      } catch (error) {
        throw toFailure(error);
      }
    };
    try {
      await send('BEGIN');
      const result = await work(send);
      await send('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // Closed rather than given back: nobody knows what it is in the middle of.
      client.release(true);
      throw error;
    }
  }

  /** A connection of its own that is told what is notified on a channel. Undefined: it cannot be had now. */
  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    broken: () => void,
  ): Promise<pg.Client | undefined> {
    const client = new TimedClient(this.#config);
    client.on('notification', ({ payload }) => onPayload(payload ?? ''));
    client.on('error', broken);
    client.on('end', broken);
    try {
      await client.connect();
      await client.query(`LISTEN ${identifier(channel)}`);
      return client;
    } catch {
      client.end().catch(() => undefined);
      return undefined;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Counts and positions are numbers: they stay far below what a number can say. */
function getTypeParser(...type: Parameters<typeof pg.types.getTypeParser>): unknown {
  return type[0] === INT8 ? Number : pg.types.getTypeParser(...type);
}

function toFailure(error: unknown): Error {
  const { code, message, detail } = error as { code?: unknown; message?: string; detail?: string };
  if (code === REFUSED) return new DatabaseRefusal(message as LogCode, JSON.parse(detail ?? '{}'));
  // A state of SQL has five characters; whatever else fails is the way to the database.
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P0)/.test(code))
    return new ConnectionLost(messageOf(error));
  return error instanceof Error ? error : new Error(messageOf(error));
}

/** What a caller of the log is told. */
export function toLogError(error: unknown): LogError {
  if (error instanceof LogError) return error;
  if (error instanceof DatabaseRefusal)
    return new LogError(error.code, sentenceOf(error), error.detail as LogErrorDetails);
  if (error instanceof ConnectionLost)
    return new LogError('VITRINE_LOG_FAILED', `The database cannot be reached: ${error.message}.`);
  return new LogError('VITRINE_LOG_FAILED', `The database failed: ${messageOf(error)}.`);
}

function sentenceOf({ code, detail }: DatabaseRefusal): string {
  switch (code) {
    case 'VITRINE_LOG_SESSION_UNKNOWN':
      return 'There is no session of this id.';
    case 'VITRINE_LOG_SESSION_EXISTS':
      return 'A session of this id exists.';
    case 'VITRINE_LOG_SEQ':
      return `The session has the seqs up to ${detail.head}, and not ${detail.seq}.`;
    case 'VITRINE_LOG_COMPACTED':
      return `Entries up to seq ${detail.base} were removed.`;
    case 'VITRINE_LOG_SNAPSHOT':
      return `No snapshot stands for the entries up to seq ${detail.seq}.`;
    case 'VITRINE_LOG_VERSION':
      return `Nodes that run now fold sessions as ${detail.fold}, this one otherwise: stop them first.`;
    case 'VITRINE_LOG_LOCKED':
      return 'This database belongs to nodes with other keys: give this one their token.key and seal.key.';
    default:
      return 'Another node writes this by now.';
  }
}
