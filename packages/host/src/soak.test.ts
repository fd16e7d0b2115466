// People come to the same sessions and go again, for as long as VITRINE_SOAK_MS says: what they leave behind must not pile
// up. `npm run test:deep` asks for minutes; `npm test` for a few rounds.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { FORM, PRESS, title } from '../test/booking.ts';
import { call, type HttpHost, type Opened, openHttpHost, openSession, readSse, readUntil } from '../test/http-host.ts';

const SOAK_MS = Number(process.env.VITRINE_SOAK_MS ?? 0);
const MIN_ROUNDS = 20;
const SESSIONS = 3;
/** Until then code is compiled and caches fill. */
const WARM_ROUNDS = 5;
const MAX_GROWTH_BYTES = 32 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Somebody comes, sees what the agent says now, presses, and goes without a word. */
async function visit(host: HttpHost, { token, path }: Opened, round: number): Promise<void> {
  const leave = new AbortController();
  const response = await call(host, token, `${path}/stream?dialect=a2ui-0.9`, { signal: leave.signal });
  const events = readSse(response);
  const words = `Round ${round}`;
  const said = await call(host, host.key, `${path}/messages`, { json: [title(words)] });
  expect(await said.json()).toMatchObject({ accepted: 1, issues: [] });
  await readUntil(events, ({ data }) => data?.includes(words) === true);
  const pressed = await call(host, token, `${path}/events?dialect=a2ui-0.9`, { json: PRESS });
  expect(pressed.status).toBe(200);
  leave.abort();
  await events.next().catch(() => undefined);
}

it('people who come and go leave no stream, no viewer and no memory behind', {
  timeout: SOAK_MS + 120_000,
}, async () => {
  const host = await openHttpHost();
  const opened: Opened[] = [];
  for (let i = 0; i < SESSIONS; i++) opened.push(await openSession(host));
  for (const { path } of opened) await call(host, host.key, `${path}/messages`, { json: FORM });
  const end = performance.now() + SOAK_MS;
  let before = 0;
  for (let round = 0; round < MIN_ROUNDS || performance.now() < end; round++) {
    if (round === WARM_ROUNDS) before = heap();
    // The limits on rates are not what is tested.
    host.clock.at += 500;
    await Promise.all(opened.map((one) => visit(host, one, round)));
  }
  await expect
    .poll(() => host.metrics.text())
    .toSatisfy((text: string) => !/^vitrine_(viewers|http_streams)(\{[^}]*\})? [1-9]/m.test(text));
  expect(heap() - before).toBeLessThan(MAX_GROWTH_BYTES);
});
