// The contract of the log, held by the driver for PostgreSQL: the tests themselves stand in packages/log.
// Needs a process of its own: the tests are said for the drivers that there are when they are loaded first.

import { readdirSync } from 'node:fs';
import { openPostgresLog } from '@vitrine/log-postgres';
import { afterAll } from 'vitest';
import { useDrivers } from '../test/log-contract.ts';
import { startPostgres } from '../test/postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

let count = 0;
useDrivers([
  {
    name: 'PostgreSQL',
    open: (options) => openPostgresLog(postgres.url, { schema: `contract ${++count}`, fold: 'test', ...options }),
  },
]);

const tests = new URL('../../log/src/', import.meta.url);
for (const file of readdirSync(tests)) if (file.endsWith('.contract.test.ts')) await import(new URL(file, tests).href);
