// A face that is nothing but its protocol's words has what every face has: keys, guesses, seats, revocation, bounds.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as kit from '@vitrine/face-kit';
import { createHost, type Host } from '@vitrine/host';
import { expect, onTestFinished, test } from 'vitest';
import { createBoardFace } from './board-face.ts';

async function openHost(folder: string): Promise<{ readonly host: Host; readonly call: Call }> {
  const host = await createHost({ folder, faces: [{ name: 'board', create: createBoardFace }] });
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
  const call: Call = (path, { body, once, credential = key, signal } = {}) =>
    fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  return { host, call };
}

type Call = (
  path: string,
  options?: { body?: object; once?: string; credential?: string; signal?: AbortSignal },
) => Promise<Response>;

async function stage() {
  const folder = await mkdtemp(join(tmpdir(), 'board-'));
  const opened = await openHost(folder);
  let host = opened.host;
  onTestFinished(async () => {
    await host.stop(0);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    ...opened,
    restart: async () => {
      await host.stop(0);
      const again = await openHost(folder);
      host = again.host;
      return again.call;
    },
  };
}

test('a note is written once under its key, over a restart too, and another note under the key is refused', async () => {
  const { call, restart } = await stage();
  const first = (await (await call('/board', { body: { text: 'a' }, once: 'k' })).json()) as { board: string };
  const again = await restart();
  expect(await (await again('/board', { body: { text: 'a' }, once: 'k' })).json()).toEqual(first);
  const other = await again('/board', { body: { text: 'b' }, once: 'k' });
  expect([other.status, await other.json()]).toMatchObject([409, { error: 'other_note' }]);
  const note = { body: { text: 'n' }, once: 'n' };
  const [one, two] = await Promise.all([again(`/board/${first.board}`, note), again(`/board/${first.board}`, note)]);
  expect(await one.json()).toEqual(await two.json());
});

test('what is wrong is refused in the words of the protocol', async () => {
  const { call } = await stage();
  const errorOf = async (path: string, options = {}) => {
    const answer = await call(path, options);
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  expect(await errorOf('/board', { body: {} })).toEqual([400, 'no_text']);
  expect(await errorOf('/board')).toEqual([405, 'post_only']);
  expect(await errorOf('/board/none')).toEqual([404, 'no_board']);
  expect(await errorOf('/board', { body: { text: 'x'.repeat(20_000) } })).toEqual([413, 'VITRINE_BODY_SIZE']);
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, i) => errorOf('/board', { body: { text: 'a' }, credential: `wrong${i}` })),
  );
  expect(new Set(guesses.map(([status]) => status))).toEqual(new Set([401, 429]));
});

test('a stream tells every note, and ends when its agent is revoked', async () => {
  const { host, call } = await stage();
  const { board } = (await (await call('/board', { body: { text: 'a' } })).json()) as { board: string };
  const answer = await call(`/board/${board}`);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let told = '';
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    told += Buffer.from(value ?? []).toString();
    return done;
  };
  while (!told.includes('["a"]')) await read();
  await call(`/board/${board}`, { body: { text: 'b' } });
  while (!told.includes('["b"]')) await read();
  await host.credentials.revokeAgent('dev');
  while (!(await read()));
});

test('what docs/faces.md says of the kit is in the kit', async () => {
  const page = await readFile(new URL('../../docs/faces.md', import.meta.url), 'utf8');
  const rows = page.slice(page.indexOf('What else the kit has')).match(/^\| `.*?\|/gm) ?? [];
  const steps = page.slice(page.indexOf('1. **Is it mine?**'), page.indexOf('Whether a crash'));
  const named = [...`${rows.join()}${steps}`.matchAll(/`([A-Za-z]+)(?:\.\w+)?(?:\([^`]*\))?`/g)].map(
    ([, name]) => name as string,
  );
  const others = new Set(['fetch', 'undefined', 'transport', 'content', 'work', 'keep', 'reply', 'records', 'Refusal']);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !others.has(name) && !(name in kit))).toEqual([]);
});
