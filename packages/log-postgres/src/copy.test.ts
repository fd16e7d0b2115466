// A whole log from SQLite into PostgreSQL and back: every byte, every order, from wherever an earlier try ended.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyLog, openSqliteLog, openSqliteRows, type SessionLog, type WritableLogRows } from '@vitrine/log';
import type { LogRow } from '@vitrine/log/driver';
import { openPostgresLog, openPostgresRows } from '@vitrine/log-postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { append, collect, create, entry, expectCode, NOON, range, stored, values } from '../test/log-contract.ts';
import { startPostgres } from '../test/postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres.stop());
let count = 0;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const newSchema = (): string => `copy ${++count}`;
const openDatabase = (schema: string) => openPostgresLog(postgres.url, { schema, fold: 'f1' });

type Opening = (purpose: 'read' | 'fill') => Promise<WritableLogRows>;
const inFolder =
  (folder: string): Opening =>
  (purpose) =>
    openSqliteRows(folder, purpose);
const inSchema =
  (schema: string): Opening =>
  (purpose) =>
    openPostgresRows(postgres.url, purpose, { schema });

async function copy(from: Opening, to: Opening) {
  const source = await from('read');
  try {
    const target = await to('fill');
    try {
      return await copyLog(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** A log with something of every kind. Tells the ids, and where the feed of `ann` was confirmed. */
async function fill(log: SessionLog): Promise<{ plain: string; odd: string; fork: string; closed: string }> {
  const plain = await create(log, { title: 'plain' });
  await append(log, plain, range(500), {
    claims: ['key:1', 'once:over all', { claim: 'key:2', from: NOON, until: NOON }],
  });
  stored(await log.commit({ session: plain, entries: [entry('seen', 'viewer'), entry('and seen', 'viewer')] }));
  await log.saveSnapshot(plain, { seq: 300, version: 'f1', state: { big: 'x'.repeat(1000) } });
  await log.prune(plain, 200);
  const odd = await create(log, { session: "o'd\\d \\0041 ü 🙂", agent: 'b\\ob', title: 'tab\tand\nline' });
  await append(log, odd, ['quote " back \\ zero \u0000 half \ud800']);
  stored(await log.commit({ session: odd, entries: [entry('from a viewer', 'viewer')] }));
  const fork = (await log.fork(plain, 400, { createdAt: NOON, title: 'fork' })).session;
  const closed = await create(log, { trust: 'untrusted', dialect: 'a2ui-0.9' });
  await append(log, closed, [1]);
  await log.closeSession(closed, NOON);
  const gone = await create(log, { agent: 'carl' });
  stored(await log.commit({ session: gone, entries: [entry('deleted', 'viewer')] }));
  await log.deleteSession(gone);
  await log.writeRecords([
    { kind: 'agent', key: 'ann', value: { name: 'Ann' } },
    { kind: 'file', key: 'a\\b', session: plain, value: new Uint8Array([0, 1, 255]) },
    { kind: 'file', key: 'empty', value: new Uint8Array(0) },
    { kind: 'deadline', key: 'd', session: odd, due: NOON, value: null },
  ]);
  await log.saveCursor('ann', 'main', (await feedOf(log, 'ann'))[0]?.position ?? 0);
  return { plain, odd, fork, closed };
}

const feedOf = (log: SessionLog, agent: string, after = 0) => collect(log.readAgent(agent, after));

async function withLog<T>(opening: Promise<SessionLog>, work: (log: SessionLog) => Promise<T>): Promise<T> {
  const log = await opening;
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** What a host could ask of it. */
async function contentOf(log: SessionLog) {
  const sessions = await collect(log.sessions());
  const kinds = ['agent', 'file', 'deadline'];
  return {
    sessions,
    entries: await Promise.all(sessions.map(({ session, base }) => collect(log.read(session, base)))),
    snapshots: await Promise.all(sessions.map(({ session }) => log.snapshot(session, 'f1'))),
    records: await Promise.all(kinds.map((kind) => collect(log.records(kind)))),
    due: await collect(log.due('deadline', NOON)),
    unread: (await feedOf(log, 'ann', await log.cursor('ann', 'main'))).map(({ entry: { seq } }) => seq),
  };
}

test('[PG30] a log comes into a database and back as it was, and is gone on with there', async () => {
  const [folder, schema, back] = [newFolder(), newSchema(), newFolder()];
  const [{ plain, odd }, content] = await withLog(openSqliteLog(folder), async (log) => [
    await fill(log),
    await contentOf(log),
  ]);
  const there = await copy(inFolder(folder), inSchema(schema));
  expect(there).toMatchObject({ sessions: 4, unchanged: 0, entries: 302 + 2 + 200 + 1 });
  await withLog(openDatabase(schema), async (log) => {
    expect(await contentOf(log)).toEqual(content);
    expect(await log.commit({ session: plain, entries: [], claims: ['key:1'] })).toMatchObject({ seq: 500 });
    expect(await log.commit({ session: odd, entries: [], claims: ['once:over all'] })).toMatchObject({
      session: plain,
    });
    stored(await log.commit({ session: plain, entries: [entry('new', 'viewer')] }));
    const session = await create(log);
    expect((await collect(log.sessions())).at(-1)).toMatchObject({ session });
    const after = await log.cursor('ann', 'main');
    expect((await feedOf(log, 'ann', after)).map(({ entry: { seq } }) => seq)).toEqual([502, 503]);
  });
  const changed = await withLog(openDatabase(schema), contentOf);
  const here = await copy(inSchema(schema), inFolder(back));
  expect(here).toMatchObject({ sessions: 5, entries: there.entries + 1 });
  await withLog(openSqliteLog(back), async (log) => {
    expect(await contentOf(log)).toEqual(changed);
    const after = await log.cursor('ann', 'main');
    stored(await log.commit({ session: odd, entries: [entry('more', 'viewer')] }));
    stored(await log.commit({ session: plain, entries: [entry('last', 'viewer')] }));
    expect((await feedOf(log, 'ann', after)).map(({ entry: { seq } }) => seq)).toEqual([502, 503, 504]);
  });
});

test('[PG31] where an agent kept its position itself, nothing behind it is missing from a folder it was copied to', async () => {
  const [schema, folder] = [newSchema(), newFolder()];
  const agents = ['a', 'b', 'c'];
  const positions = await withLog(openDatabase(schema), async (log) => {
    for (const agent of agents) {
      const session = await create(log, { agent });
      for (const value of range(20)) stored(await log.commit({ session, entries: [entry(value, 'viewer')] }));
    }
    return Promise.all(agents.map((agent) => feedOf(log, agent)));
  });
  await copy(inSchema(schema), inFolder(folder));
  await withLog(openSqliteLog(folder), async (log) => {
    for (const [index, agent] of agents.entries())
      for (const { position, entry: known } of positions[index] ?? []) {
        const seqs = (await feedOf(log, agent, position)).map(({ entry: { seq } }) => seq);
        expect(seqs).toEqual(expect.arrayContaining(range(20).filter((seq) => seq > known.seq)));
      }
  });
});

/** Ends in the middle of a session. */
function failingAt(opening: Opening, n: number): Opening {
  return async (purpose) => {
    const rows = await opening(purpose);
    let left = n;
    async function* cut(all: AsyncIterable<LogRow>): AsyncIterable<LogRow> {
      for await (const row of all) {
        if (--left < 0) throw new Error('the power failed');
        yield row;
      }
    }
    return new Proxy(rows, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (name === 'rows') return (session: string | null) => cut(target.rows(session));
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
}

test.each([
  ['a database', (): Opening => inSchema(newSchema())],
  ['a folder', (): Opening => inFolder(newFolder())],
])(
  '[PG32] a copy into %s that ended anywhere is gone on with, and what the source became meanwhile is there',
  async (_, target) => {
    const folder = newFolder();
    await withLog(openSqliteLog(folder), fill);
    const to = target();
    let tries = 0;
    for (let isDone = false; !isDone; tries++)
      isDone = await copy(failingAt(inFolder(folder), tries * 2), to).then(
        () => true,
        (error: unknown) => {
          expect(String(error)).toContain('the power failed');
          return false;
        },
      );
    expect(tries).toBeGreaterThan(10);
    const source = await withRows(inFolder(folder), allRows);
    expect((await withRows(to, allRows)).length).toBe(source.length);
  },
);

const withRows = async <T>(opening: Opening, work: (rows: WritableLogRows) => Promise<T>): Promise<T> => {
  const rows = await opening('read');
  try {
    return await work(rows);
  } finally {
    await rows.close();
  }
};

async function allRows(rows: WritableLogRows): Promise<LogRow[]> {
  const found = await collect(rows.rows(null));
  for await (const session of rows.sessions()) found.push(...(await collect(rows.rows(session))));
  return found;
}

test('[PG32] sessions that were deleted or changed between two tries are so in the target', async () => {
  const [folder, schema] = [newFolder(), newSchema()];
  const { closed, plain } = await withLog(openSqliteLog(folder), fill);
  await expect(copy(failingAt(inFolder(folder), 24), inSchema(schema))).rejects.toThrow('the power failed');
  await withLog(openSqliteLog(folder), async (log) => {
    await log.deleteSession(closed);
    await append(log, plain, ['later']);
    await log.writeRecords([{ kind: 'deadline', key: 'd', session: plain, due: NOON, value: 1 }]);
  });
  await copy(inFolder(folder), inSchema(schema));
  const content = await withLog(openSqliteLog(folder), contentOf);
  expect(await withLog(openDatabase(schema), contentOf)).toEqual(content);
  expect(content.sessions.map(({ session }) => session)).not.toContain(closed);
  expect(await withLog(openDatabase(schema), (log) => values(log.read(plain, 502)))).toEqual(['later']);
});

test('[PG33] nobody serves a log that is not whole, and no copy goes into one that has something of its own', async () => {
  const [folder, schema, half] = [newFolder(), newSchema(), newFolder()];
  await withLog(openSqliteLog(folder), fill);
  for (const to of [inSchema(schema), inFolder(half)])
    await expect(copy(failingAt(inFolder(folder), 14), to)).rejects.toThrow('the power failed');
  await expectCode(openDatabase(schema), 'VITRINE_LOG_UNFINISHED');
  await expectCode(openSqliteLog(half), 'VITRINE_LOG_UNFINISHED');
  for (const to of [inSchema(schema), inFolder(half)]) {
    await copy(inFolder(folder), to);
    await expectCode(copy(inFolder(folder), to), 'VITRINE_LOG_LOCKED');
  }
  await (await openDatabase(schema)).close();
  await (await openSqliteLog(half)).close();
});

test('[PG33] no copy is made while a host has the log open, and no host opens one that is copied', async () => {
  const [folder, schema] = [newFolder(), newSchema()];
  await withLog(openSqliteLog(folder), async () => expectCode(openSqliteRows(folder, 'read'), 'VITRINE_LOG_LOCKED'));
  await withLog(openDatabase(schema), async () => expectCode(inSchema(schema)('read'), 'VITRINE_LOG_VERSION'));
  const rows = await inSchema(schema)('read');
  await expectCode(openDatabase(schema), 'VITRINE_LOG_VERSION');
  await rows.close();
  await (await openDatabase(schema)).close();
});

test('[PG34] a target that gives back something else than it was given is no copy', async () => {
  const [folder, schema] = [newFolder(), newSchema()];
  await withLog(openSqliteLog(folder), fill);
  const forgetful: Opening = async (purpose) => {
    const rows = await inSchema(schema)(purpose);
    const write = rows.replace.bind(rows);
    async function* mild(all: AsyncIterable<LogRow>): AsyncIterable<LogRow> {
      for await (const row of all) yield row.row === 'entry' ? { ...row, text: row.text.replace('seen', 'sewn') } : row;
    }
    rows.replace = (session, all) => write(session, mild(all));
    return rows;
  };
  await expectCode(copy(inFolder(folder), forgetful), 'VITRINE_LOG_FAILED');
  await expectCode(openDatabase(schema), 'VITRINE_LOG_UNFINISHED');
});
