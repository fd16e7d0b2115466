// `vitrine migrate` as an operator types it: a host's folder into a database, and from there into another folder.

import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { startPostgres, type TestPostgres } from '../../test/postgres.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

let postgres: TestPostgres;
let count = 0;
beforeAll(async () => {
  ensureBuilt();
  postgres = await startPostgres();
}, 240_000);
afterEach(stopAll);
afterAll(() => postgres.stop());

const newDatabase = () => postgres.createDatabase(`moved_${++count}`);

async function migrate(...args: readonly string[]) {
  const io = memoryIo({});
  const code = await main(['migrate', ...args], io);
  return { code, out: io.out(), err: io.err() };
}

const surface = {
  vitrine: 1,
  body: [{ op: 'open', surface: 'main', catalog: 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json' }],
};

describe('vitrine migrate', () => {
  it('moves a host into a database and back into a folder, where agents and viewers go on', async () => {
    const first = await Serving.start();
    const { key, folder } = first;
    const opened = await first.call('/sessions', { body: { title: 'Moved', dialect: 'vitrine' } });
    const { session, viewerToken } = (await opened.json()) as { session: string; viewerToken: string };
    const sent = await first.call(`/sessions/${session}/messages`, { body: surface });
    expect(await sent.json()).toMatchObject({ accepted: 1 });
    const snapshotOf = async (host: Serving, token: string) =>
      (await host.call(`/sessions/${session}/snapshot`, { token })).json();
    const before = await snapshotOf(first, viewerToken);
    await first.stop();

    const database = await newDatabase();
    const there = await migrate('--from', folder, '--to', database, '--json');
    expect(there).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(there.out)).toMatchObject({
      sessions: 1,
      unchanged: 0,
      digest: expect.stringMatching(/^\w{64}$/),
    });
    const second = await Serving.start(['--database-url', database], {}, folder);
    expect(await snapshotOf(second, viewerToken)).toEqual(before);
    expect(await (await second.call('/sessions', { token: key })).json()).toMatchObject({ sessions: [{ session }] });
    const more = { vitrine: 1, body: [{ op: 'set', surface: 'main', path: '/here', value: true }] };
    expect(await (await second.call(`/sessions/${session}/messages`, { body: more })).json()).toMatchObject({
      accepted: 1,
    });
    const after = await snapshotOf(second, viewerToken);
    await second.stop();

    const home = newFolder();
    const back = await migrate('--from', database, '--to', home);
    expect(back).toMatchObject({ code: 0, out: expect.stringMatching(/^1 sessions with \d+ entries are copied/) });
    for (const file of ['token.key', 'seal.key', 'agent.key']) copyFileSync(join(folder, file), join(home, file));
    const third = await Serving.start([], {}, home);
    expect(third.key).toBe(key);
    expect(await snapshotOf(third, viewerToken)).toEqual(after);
  });

  it('is told in one sentence what is wrong with a place', async () => {
    const [folder, database] = [newFolder(), await newDatabase()];
    const serving = await Serving.start([], {}, folder);
    expect(await migrate('--from', folder, '--to', database)).toMatchObject({
      code: 1,
      err: 'vitrine: Another process has the log of this data folder open.\n',
    });
    await serving.stop();
    expect(await migrate('--from', folder, '--to', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--from and --to name the same place.'),
    });
    expect(await migrate('--from', folder)).toMatchObject({ code: 2, err: expect.stringContaining('needs --to') });
    expect(await migrate('--from', newFolder(), '--to', database)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/there is no log in ".*": it has no sessions.db/),
    });
    expect(await migrate('--from', folder, '--to', 'mysql://here/there')).toMatchObject({
      code: 2,
      err: expect.stringContaining('postgres://user@host/database'),
    });
    const gone = 'postgres://me:secret@127.0.0.1:1/none';
    const unreachable = await migrate('--from', folder, '--to', gone);
    expect(unreachable).toMatchObject({ code: 1, err: expect.stringContaining('The database cannot be reached') });
    expect(unreachable.err).not.toContain('secret');
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await migrate('--from', folder, '--to', file)).toMatchObject({
      code: 1,
      err: expect.not.stringContaining(' at '),
    });
  });

  it('leaves a target alone that has something of its own', async () => {
    const [one, two] = [await Serving.start(), await Serving.start()];
    await Promise.all([one.stop(), two.stop()]);
    expect(await migrate('--from', one.folder, '--to', two.folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The target has sessions or agents of its own'),
    });
    const inside = join(newFolder(), 'made', 'on the way');
    mkdirSync(join(inside, '..'));
    expect(await migrate('--from', one.folder, '--to', inside)).toMatchObject({ code: 0 });
    expect(readdirSync(inside)).toContain('sessions.db');
  });
});
