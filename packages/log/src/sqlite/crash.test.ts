import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exitOf, linesOf, startChild } from '../../test/compiled.ts';
import { temporaryFolder } from '../../test/contract.ts';
import { collect, create, range, valueIn } from '../../test/samples.ts';
import type { SessionLog } from '../session-log.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

/** `VITRINE_LOG_KILLS=100` for a longer run. */
const KILLS = Number(process.env.VITRINE_LOG_KILLS ?? 3);

/** By session and seq: the value that was acknowledged there. And what was erased, by itself. */
type Acknowledged = Map<string, string>;
const ERASED = 'erased';

/** Which values stand in a file of the folder that is no copy. */
function standing(folder: string, values: readonly string[]): readonly string[] {
  const files = readdirSync(folder).filter((name) => !name.startsWith('copy-'));
  const all = files.map((name) => readFileSync(join(folder, name)));
  return values.filter((value) => all.some((bytes) => bytes.includes(value)));
}

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** Lets a child append until it was acknowledged so often, then kills it in the midst of the next. */
async function appendAndKill(folder: string, sessions: readonly string[], after: number, acknowledged: Acknowledged) {
  child = await startChild('append', [folder, sessions.join(',')]);
  let count = 0;
  for await (const line of linesOf(child)) {
    const [word, session = '', first, , ...values] = line.split(' ');
    if (word === 'gone') acknowledged.set(`${ERASED} ${session}`, session);
    else if (line === 'open' ? after === 0 : ++count === after) child.kill('SIGKILL');
    if (word === 'ack')
      for (const [i, value] of values.entries()) acknowledged.set(`${session} ${Number(first) + i}`, value);
  }
  expect(await exitOf(child)).toBe('SIGKILL');
}

async function check(log: SessionLog, session: string, acknowledged: Acknowledged) {
  const entries = await collect(log.read(session, 0));
  expect(entries.map(({ seq }) => seq)).toEqual(range(entries.length));
  const values = entries.map(valueIn);
  expect(new Set(values).size).toBe(values.length);
  const own = [...acknowledged].filter(([at]) => at.startsWith(`${session} `));
  expect(own.map(([at]) => values[Number(at.split(' ')[1]) - 1])).toEqual(own.map(([, value]) => value));
  if (entries.length > 0) expect(await log.record('last', session)).toMatchObject({ value: values.at(-1) });
}

test('[LG51] [LG63] after every kill the log opens without an alarm, and all that was acknowledged is there, once and in order, and erased', async () => {
  const folder = temporaryFolder();
  const first = await openSqliteLog(folder);
  const sessions = await Promise.all(range(4).map(() => create(first)));
  await first.close();
  const acknowledged: Acknowledged = new Map();
  for (const kill of range(KILLS)) {
    await appendAndKill(folder, sessions, kill === 1 ? 0 : (kill * 37) % 100, acknowledged);
    const erased = [...acknowledged].filter(([at]) => at.startsWith(ERASED)).map(([, value]) => value);
    expect(standing(folder, erased)).toEqual([]);
    const notices: string[] = [];
    const log = await openSqliteLog(folder, { onNotice: (notice) => notices.push(notice) });
    expect(notices).toEqual([]);
    for (const session of sessions) await check(log, session, acknowledged);
    const feed = await collect(log.readAgent('ann', 0));
    const positions = feed.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    await log.close();
    expect(standing(folder, erased)).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS);
  expect([...acknowledged.keys()].some((at) => at.startsWith(ERASED))).toBe(true);
});
