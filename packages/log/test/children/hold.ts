// Opens a log, says `open` or the code of the error, and holds it open until the process is ended, or, told `idle`,
// commits once and does nothing more: then the process should end by itself.

import { writeSync } from 'node:fs';
import { LogError, openSqliteLog } from '../../src/index.ts';

const [folder = '', how = 'hold'] = process.argv.slice(2);
try {
  const log = await openSqliteLog(folder);
  await log.createSession({ agent: 'child', trust: 'trusted', createdAt: '2026-03-01T12:00:00Z' });
  writeSync(1, 'open\n');
  if (how === 'hold') setInterval(() => undefined, 1000);
} catch (error) {
  writeSync(1, `${error instanceof LogError ? error.code : error}\n`);
}
