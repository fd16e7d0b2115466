// `vitrine migrate --from WHERE --to WHERE`: the whole log of a host into another place, a data folder or a PostgreSQL
// database. Keys stay with whoever has them: they are files, and no log holds them.

import type { Command } from '../command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  operands: [],
  description: 'Copy the whole log of a host that does not run into another folder or database, and compare both.',
  examples: [['vitrine migrate --from .vitrine --to postgres://vitrine@db/vitrine', 'from a folder into a database']],
  flags: [
    { name: 'from', value: 'FOLDER|URL', description: 'A data folder, or postgres://user@host/database.' },
    { name: 'to', value: 'FOLDER|URL', description: 'The same; new, or left by a try that did not end.' },
    { name: 'json', description: 'Print {from, to, sessions, unchanged, entries, digest}.' },
  ],
  // Loaded only where it is needed: other commands start without the log.
  run: async (call, io) => (await import('../migrate-log.ts')).migrateLog(call, io),
};
