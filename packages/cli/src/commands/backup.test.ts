// Backup, restore and verify from the command line.

import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

ensureBuilt();
afterEach(stopAll);

async function run(args: readonly string[], folder: string) {
  const io = memoryIo({ env: { VITRINE_DATA: folder } });
  const code = await main(args, io);
  return { code, out: io.out(), err: io.err() };
}

it('a backup of a running host restores to another with its sessions, keys and audit', async () => {
  const serving = await Serving.start();
  const { session } = (await (await serving.call('/sessions', { body: { title: 'Kept' } })).json()) as {
    session: string;
  };
  const file = join(newFolder(), 'host.backup');
  expect(await serving.run(['backup', file])).toMatchObject({ code: 0, err: '' });
  expect(await serving.run(['backup', file])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is there already'),
  });
  expect((await serving.run(['verify'])).out).toBe('all is whole: 1 sessions with 0 entries, 2 lines of audit\n');
  const { key } = serving;
  const into = join(newFolder(), 'restored');
  expect((await run(['restore', file], into)).out).toMatch(
    /restored is as it was at 20\d\d-.*; so are credentials: revoke and erase again what was revoked/,
  );
  expect(await run(['verify', file], into)).toMatchObject({ code: 0, err: '' });
  const restored = await Serving.start([], {}, into);
  expect(await (await restored.call(`/sessions/${session}`, { token: key })).json()).toMatchObject({ title: 'Kept' });
  expect((await restored.run(['audit', '--jsonl'])).out).toContain('"act":"export"');
  const busy = await run(['restore', file], into);
  expect(busy).toMatchObject({
    code: 1,
    err: `vitrine: "${into}": The folder is in use: restore into a new or empty one.\n`,
  });
  truncateSync(file, 5000);
  const cut = await run(['restore', file], join(newFolder(), 'x'));
  expect(cut).toMatchObject({ code: 1, out: '' });
  expect(cut.err).toBe(`vitrine: "${file}": It is no whole backup of Vitrine: it has no end of one.\n`);
});

it('a backup without keys has none, and of a folder without a log there is none', async () => {
  const serving = await Serving.start();
  const file = join(newFolder(), 'b');
  await serving.run(['backup', file, '--without-keys']);
  const into = join(newFolder(), 'restored');
  await run(['restore', file], into);
  expect(['token.key', 'sessions.db'].map((name) => existsSync(join(into, name)))).toEqual([false, true]);
  expect(readFileSync(file).includes(Buffer.from(serving.key).toString('base64'))).toBe(false);
  const nothing = newFolder();
  expect((await run(['backup', join(nothing, 'b')], nothing)).err).toBe(`vitrine: there is no log in "${nothing}".\n`);
  expect((await run(['restore', join(nothing, 'none')], nothing)).err).toMatch(/^vitrine: There is no file "[^\n]+\n$/);
});

it('a backup into, or a restore from or to, what is no place for it is refused in a sentence that names it', async () => {
  const serving = await Serving.start();
  const place = newFolder();
  const [file, inFile] = [join(place, 'b'), join(place, 'b', 'inside')];
  expect((await serving.run(['backup', file])).code).toBe(0);
  const refused = await serving.run(['backup', inFile]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/The backup cannot be written: E[^\n]+\n$/) });
  expect((await run(['restore', place], join(place, 'new'))).err).toBe(
    `vitrine: "${place}" is a folder; name a file.\n`,
  );
  expect((await run(['verify', place], place)).err).toBe(`vitrine: "${place}" is a folder; name a file.\n`);
  for (const into of [file, inFile])
    expect((await run(['restore', file], into)).err).toBe(
      `vitrine: the data folder "${into}" cannot be used: it is a file, or lies in one.\n`,
    );
});
