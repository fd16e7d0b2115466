import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogError, openSqliteLog, type SessionLog } from '@vitrine/log';
import { expect, it, onTestFinished } from 'vitest';
import { openSurface, setData } from '../test/sessions.ts';
import { createHost } from './host.ts';

/** A log whose disk can be full. */
async function openFragileLog(): Promise<{ readonly log: SessionLog; isFull: boolean }> {
  const inner = await openSqliteLog(':memory:');
  const fragile = { isFull: false, log: inner };
  const refuse = async () => {
    throw new LogError('VITRINE_LOG_FAILED', 'The disk is full.');
  };
  fragile.log = new Proxy(inner, {
    get(target, name) {
      if (fragile.isFull && (name === 'commit' || name === 'writeRecords')) return refuse;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return fragile;
}

it('[SE36] says that it is not ready while the store takes nothing, and goes on when it does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fragile = await openFragileLog();
  const host = await createHost({ folder, log: fragile.log });
  onTestFinished(() => host.stop());
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  const key = readFileSync(host.keyFile ?? '', 'utf8').trim();
  const call = (path: string, body?: unknown) =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { session } = (await (await call('/sessions', {})).json()) as { session: string };
  await call(`/sessions/${session}/messages`, openSurface());
  fragile.isFull = true;
  expect((await call(`/sessions/${session}/messages`, setData('/n', 1))).status).toBe(503);
  expect((await call('/readyz')).status).toBe(503);
  fragile.isFull = false;
  await expect.poll(async () => (await call('/readyz')).status, { timeout: 10_000 }).toBe(200);
  expect(await (await call(`/sessions/${session}/messages`, setData('/n', 2))).json()).toMatchObject({
    accepted: 1,
    seq: 2,
  });
});
