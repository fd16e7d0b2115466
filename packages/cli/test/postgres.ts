// The PostgreSQL that the tests of the log start, and a pooler before it.

export { startPgbouncer } from '../../log-postgres/test/pgbouncer.ts';
export { startPostgres, type TestPostgres } from '../../log-postgres/test/postgres.ts';
