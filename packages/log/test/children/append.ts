// Appends without end, or a number of times, and prints what was acknowledged: `ack SESSION FIRST LAST VALUE…`. Where it is
// without end, sessions of its own are erased meanwhile (`gone VALUE`), and the log is copied.
// Arguments: folder, session ids joined by commas, `0` or how many commits each session gets.

import { writeSync } from 'node:fs';
import { openSqliteLog, type UnwrittenEntry } from '../../src/index.ts';

const [folder = '', ids = '', times = '0'] = process.argv.slice(2);
const run = process.pid;
let count = 0;

function entry(value: string): UnwrittenEntry {
  const from = { role: 'viewer', id: 'child', dialect: 'vitrine' } as const;
  const body = [{ op: 'set', surface: 'main', path: '/value', value }] as const;
  return { at: '2026-03-01T12:00:00Z', from, trust: 'trusted', body };
}

const log = await openSqliteLog(folder);
writeSync(1, 'open\n');

async function erase(): Promise<void> {
  for (let n = 0; ; n++) {
    const opened = await log.createSession({ agent: 'bea', trust: 'trusted', createdAt: '2026-03-01T12:00:00Z' });
    const { session } = opened;
    const value = `erased-${run}-${n}-end`;
    await log.commit({ session, entries: [entry(value)], records: [{ kind: 'own', key: value, session, value }] });
    await log.deleteSession(session);
    await log.purge?.();
    writeSync(1, `gone ${value}\n`);
    if (n % 5 === 4) await log.copyTo?.(`${folder}/copy-${run}-${n}`);
  }
}

if (times === '0') void erase();
await Promise.all(
  ids.split(',').map(async (session) => {
    for (let n = 0; times === '0' || n < Number(times); n++) {
      const values = Array.from({ length: 1 + (n % 4) }, () => `${run}-${++count}`);
      const claims = [`key:${values[0]}`];
      const records = [{ kind: 'last', key: session, session, value: values.at(-1) ?? '' }];
      const outcome = await log.commit({ session, entries: values.map(entry), claims, records });
      if (!outcome.ok) throw new Error(outcome.message);
      writeSync(1, `ack ${session} ${outcome.first} ${outcome.last} ${values.join(' ')}\n`);
    }
  }),
);
await log.close();
