// What @vitrine/log-postgres offers: the log on PostgreSQL, for one node or many, and the same as rows for copying.

export { openPostgresLog, type PostgresLogOptions } from './open-postgres-log.ts';
export { openPostgresRows } from './postgres-rows.ts';
