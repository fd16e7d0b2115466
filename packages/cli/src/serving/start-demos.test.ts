import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, Serving, stopAll } from '../../test/serving.ts';

let serving: Serving;
beforeAll(async () => {
  ensureBuilt();
  serving = await Serving.start(['--demo']);
}, 240_000);
afterAll(stopAll);

function kept(): { readonly key: string; readonly session?: string } | undefined {
  const folder = join(serving.folder, 'remotes');
  const [file] = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return file === undefined ? undefined : JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

it('the demos run, and one of them is served over A2A and talked to over A2A', { timeout: 90_000 }, async () => {
  await expect.poll(() => kept()?.session, { timeout: 60_000, interval: 200 }).toBeDefined();
  const { key, session } = kept() as { key: string; session: string };
  const ask = async (credential: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${serving.url}/sessions/${session}${path}`, init)).json()) as { token: string };
  };
  const { token } = await ask(key, '/viewer-token', {});
  const words = { vitrine: 1, body: [{ event: 'say', text: 'A table, please' }] };
  expect(await ask(token, '/events?dialect=vitrine', words)).toMatchObject({ accepted: 1 });
  const shown = async () => JSON.stringify(await ask(token, '/snapshot'));
  await expect.poll(shown, { timeout: 30_000, interval: 200 }).toContain('A table for you');
  expect(await shown()).toContain('"trust":"untrusted"');
});
