// Promise: what the log acknowledges is durable and still costs little more than bare SQLite. Commits of ten sessions
// against one transaction of a hundred rows, both synced, by wall time and in turn within one run.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLog, type SessionLog, type UnwrittenEntry } from '@vitrine/log';
import { median, type Row, row } from './measure.ts';

const ROUNDS = 9;
const SAMPLE_MS = 400;
const ENTRY_LENGTH = 300;
const SESSIONS = 10;
const BATCH = 10;

/** Appends per second. */
type Rate = () => Promise<number>;

export async function log(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const opened = await openSqliteLog(join(folder, 'log'));
  mkdirSync(join(folder, 'unwitnessed'));
  const unwitnessed = await openSqliteLog(join(folder, 'unwitnessed'), { witness: false });
  try {
    const bare = await createBare(join(folder, 'bare.db'));
    const [ours, many] = [await createOurs(opened, 1), await createOurs(opened, 4)];
    const single = await createOurs(opened, 1, 1);
    const subjects = [bare, ours, many, await createOurs(unwitnessed, 1), single, await createOurs(unwitnessed, 1, 1)];
    const rates = await measureInTurn(subjects);
    const against = (index: number, other = 0): number =>
      median(rates.map((round) => (round[index] ?? 0) / (round[other] ?? 1)));
    const absolute = (index: number): number => median(rates.map((round) => round[index] ?? 0));
    return [
      row(`${SESSIONS} sessions, commits of ${BATCH} entries`, against(1), '× bare SQLite', 0.7, 'min'),
      row('the same, 4 commits under way in each', against(2), '× bare SQLite', 0.7, 'min'),
      row('with the witness, 10 sessions', against(1, 3), '× without it', 0.85, 'min'),
      row('with the witness, 1 session, so a commit is a group', against(4, 5), '× without it', null, 'min'),
      row('bare SQLite, full sync, transactions of 100 rows', absolute(0), 'appends/s', null, 'min'),
      row(`${SESSIONS} sessions, commits of ${BATCH} entries, absolute`, absolute(1), 'appends/s', null, 'min'),
      row('replay', await replay(opened), 'entries/s', null, 'min'),
    ];
  } finally {
    await opened.close();
    await unwitnessed.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureInTurn(subjects: readonly Rate[]): Promise<number[][]> {
  const rounds: number[][] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const rates: number[] = [];
    for (let i = 0; i < subjects.length; i++) {
      const index = (i + round) % subjects.length;
      rates[index] = await (subjects[index] as Rate)();
    }
    rounds.push(rates);
  }
  return rounds.slice(1);
}

interface BareDriver {
  exec(sql: string): unknown;
  prepare(sql: string): { run(...values: (string | number)[]): unknown };
}

/** The library that the log takes too. */
async function openBare(path: string): Promise<BareDriver> {
  const [builtIn, library]: string[] = ['node:sqlite', 'libsql'];
  const loaded: { DatabaseSync?: new (path: string) => BareDriver; default?: new (path: string) => BareDriver } =
    await import(builtIn as string).catch(() => import(library as string));
  const Driver = loaded.DatabaseSync ?? loaded.default;
  if (Driver === undefined) throw new Error('There is no SQLite library.');
  return new Driver(path);
}

export async function createBare(path: string): Promise<Rate> {
  const db = await openBare(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE events (position INTEGER PRIMARY KEY, session TEXT, seq INTEGER, text TEXT)');
  db.exec('CREATE UNIQUE INDEX by_session ON events (session, seq)');
  const insert = db.prepare('INSERT INTO events (session, seq, text) VALUES (?, ?, ?)');
  const text = 'x'.repeat(ENTRY_LENGTH);
  let seq = 0;
  return async () => {
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < SAMPLE_MS) {
      db.exec('BEGIN');
      for (let i = 0; i < SESSIONS * BATCH; i++) insert.run(`session-${i % SESSIONS}`, ++seq, text);
      db.exec('COMMIT');
      count += SESSIONS * BATCH;
    }
    return (count * 1000) / (performance.now() - start);
  };
}

export async function createOurs(
  opened: SessionLog,
  underWay: number,
  sessions = SESSIONS,
  make: () => UnwrittenEntry = createEntry,
): Promise<Rate> {
  const created = Array.from({ length: sessions }, () =>
    opened.createSession({ agent: 'bench', trust: 'trusted', createdAt: '2026-03-01T12:00:00Z' }),
  );
  const writers = (await Promise.all(created)).flatMap(({ session }) => Array<string>(underWay).fill(session));
  return async () => {
    const start = performance.now();
    let count = 0;
    const write = async (session: string): Promise<void> => {
      while (performance.now() - start < SAMPLE_MS) {
        const entries = Array.from({ length: BATCH }, () => make());
        const outcome = await opened.commit({ session, entries });
        if (!outcome.ok) throw new Error(outcome.message);
        count += BATCH;
      }
    };
    await Promise.all(writers.map(write));
    return (count * 1000) / (performance.now() - start);
  };
}

async function replay(opened: SessionLog): Promise<number> {
  const start = performance.now();
  let count = 0;
  for await (const { session } of opened.sessions()) for await (const _ of opened.read(session, 0)) count++;
  return (count * 1000) / (performance.now() - start);
}

function createEntry(value = FILLING): UnwrittenEntry {
  return {
    at: '2026-03-01T12:00:00.000Z',
    from: { role: 'agent', id: 'bench', dialect: 'vitrine' },
    trust: 'trusted',
    body: [{ op: 'set', surface: 'main', path: '/messages/12/text', value }],
  };
}

const FILLING = 'x'.repeat(ENTRY_LENGTH - JSON.stringify({ v: 1, ...createEntry('') }).length);
