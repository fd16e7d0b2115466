import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLog } from '@vitrine/log';
import { expect, it, onTestFinished } from 'vitest';
import { call, kill, Looker, openSession, startHost, Writer } from '../test/crash.ts';

/** `npm run test:crash -- 200` and `npm run test:deep` set it. */
const KILLS = Number(process.env.VITRINE_KILLS ?? 3);
const WRITERS = 3;
/** The same each time, and spread over the moments of a run. */
const moments = Array.from({ length: KILLS }, (_, i) => 1 + ((i * 37) % 90));

it(`[SE14] [SE49] killed ${KILLS} times under load, it keeps what it acknowledged, doubles nothing, raises no alarm, and viewers agree with the log`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let host = await startHost(folder);
  onTestFinished(() => kill(host));
  const writers: Writer[] = [];
  for (let i = 0; i < WRITERS; i++) writers.push(new Writer(await openSession(host)));
  const watched = writers[0]?.session ?? '';
  const looker = new Looker();
  for (const moment of moments) {
    const { token } = await call(host, `/sessions/${watched}/viewer-token`, {});
    looker.look(host.url, watched, String(token));
    let acknowledged = 0;
    const running = host;
    await Promise.all(
      writers.map((writer) =>
        writer.run(running, () => {
          if (++acknowledged === moment) running.child.kill('SIGKILL');
        }),
      ),
    );
    looker.close();
    await kill(running);
    host = await startHost(folder);
    // One that misses what it acknowledged does not start; nor may it miss what it did not.
    expect(host.warnings).toEqual([]);
  }
  await expectCaughtUp(host, watched, looker);
  await kill(host);
  await expectKept(folder, writers);
});

async function expectCaughtUp(host: Awaited<ReturnType<typeof startHost>>, session: string, looker: Looker) {
  const { token } = await call(host, `/sessions/${session}/viewer-token`, {});
  const { seq, surfaces } = await call(host, `/sessions/${session}/snapshot`);
  looker.look(host.url, session, String(token));
  // Its own coming is an entry too.
  await expect.poll(() => looker.seq, { timeout: 10_000 }).toBeGreaterThanOrEqual(Number(seq));
  looker.close();
  expect(JSON.stringify(looker.replica.snapshot().surfaces)).toBe(JSON.stringify(surfaces));
}

async function expectKept(folder: string, writers: readonly Writer[]): Promise<void> {
  const log = await openSqliteLog(folder);
  onTestFinished(() => log.close());
  for (const { session, acknowledged } of writers) {
    const calls: number[] = [];
    const seqOf = new Map<number, number>();
    let seq = 0;
    for await (const entry of log.read(session, 0)) {
      expect(entry.seq).toBe(++seq);
      const [op] = entry.body;
      if (op === undefined || !('op' in op) || op.op !== 'set' || op.path !== '/last') continue;
      calls.push(op.value as number);
      seqOf.set(op.value as number, entry.seq);
    }
    expect(calls).toEqual(Array.from({ length: calls.length }, (_, i) => i));
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const told of acknowledged) expect(seqOf.get(told.call)).toBe(told.seq);
  }
}
