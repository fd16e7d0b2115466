// What @vitrine/log-postgres offers: the log on PostgreSQL, for one node or many.

export { openPostgresLog, type PostgresLogOptions } from './open-postgres-log.ts';
