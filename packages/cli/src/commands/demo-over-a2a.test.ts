// `npm start`: one of the demos is served over A2A and talked to over A2A, both ends in processes of their own.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, Serving, stopAll } from '../../test/serving.ts';

beforeAll(() => ensureBuilt(), 240_000);
afterAll(() => stopAll());

interface Kept {
  readonly key: string;
  readonly session: string;
}

/** What the process that is connected to the demo has written down. */
function kept(folder: string): Kept | undefined {
  try {
    const home = join(folder, 'remotes');
    const [file] = readdirSync(home).filter((name) => name.endsWith('.json'));
    const value = JSON.parse(readFileSync(join(home, file as string), 'utf8')) as Partial<Kept>;
    return value.session === undefined ? undefined : (value as Kept);
  } catch {
    return undefined;
  }
}

it('the demo serves the concierge over A2A and shows it, untrusted, through A2A', { timeout: 120_000 }, async () => {
  const serving = await Serving.start(['--demo']);
  await expect.poll(() => kept(serving.folder), { timeout: 60_000 }).toBeDefined();
  const { key, session } = kept(serving.folder) as Kept;
  const card = (await (await fetch(`${serving.url}/a2a/concierge`)).json()) as { readonly name: string };
  expect(card.name).toBe('Concierge');
  const made = await serving.call(`/sessions/${session}/viewer-token`, { token: key, body: {} });
  const { token } = (await made.json()) as { readonly token: string };
  const body = { vitrine: 1, body: [{ event: 'say', text: 'a table for two, please' }] };
  expect((await serving.call(`/sessions/${session}/events?dialect=vitrine`, { token, body })).status).toBe(200);
  const snapshot = async () =>
    JSON.parse(await (await serving.call(`/sessions/${session}/snapshot`, { token })).text()) as {
      readonly surfaces: { readonly [id: string]: { readonly trust?: string } };
    };
  await expect
    .poll(async () => Object.values((await snapshot()).surfaces).length, { timeout: 30_000 })
    .toBeGreaterThan(0);
  for (const { trust } of Object.values((await snapshot()).surfaces)) expect(trust).toBe('untrusted');
  // The concierge itself heard it in a session of its own, which a client of A2A began.
  const own = readFileSync(join(serving.folder, 'concierge.key'), 'utf8').trim();
  const { sessions } = (await (await serving.call('/sessions', { token: own })).json()) as {
    readonly sessions: readonly { readonly session: string; readonly title?: string }[];
  };
  expect(sessions.map(({ title }) => title)).toContain('A2A');
  expect(sessions.map(({ session: id }) => id)).not.toContain(session);
});
