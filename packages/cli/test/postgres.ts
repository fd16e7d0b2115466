// The PostgreSQL that the tests of the log start.

export { startPostgres, type TestPostgres } from '../../log-postgres/test/postgres.ts';
