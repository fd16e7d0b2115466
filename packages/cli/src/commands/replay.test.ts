import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const LINES = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG } },
  {
    version: 'v0.9',
    updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: { path: '/t' } }] },
  },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/t', value: 'First' } },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/t', value: 'Second' } },
  { vitrine: 1, body: [{ op: 'task', task: 't', value: 1, total: 4, message: 'Baking' }] },
  { vitrine: 1, body: [{ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Is it done?' }] },
];

beforeAll(ensureBuilt, 240_000);
afterEach(stopAll);

async function recorded() {
  const serving = await Serving.start();
  const stdin = [LINES.map((line) => JSON.stringify(line)).join('\n')];
  const { out } = await serving.run(['push', '-', '--session', 'new', '--json'], { stdin });
  return { serving, session: (JSON.parse(out) as { session: string }).session };
}

async function run(folder: string, ...args: string[]) {
  const io = memoryIo({ env: { VITRINE_DATA: folder, VITRINE_URL: 'http://127.0.0.1:1' } });
  const code = await main(['replay', ...args], io);
  return { code, out: io.out(), err: io.err() };
}

const LAST = 'Second\nasks:\nIs it done?\n[ Approve ]  [ Reject ]\nunder way: Baking (1 of 4)\n';

describe('replay', () => {
  it('shows the same from the server that holds the folder and from the folder alone', async () => {
    const { serving, session } = await recorded();
    const calls = [[], ['--at', '3'], ['--to', 'a2ui-0.8'], ['--to', 'vitrine', '--at', '4']];
    const fromServer = [];
    for (const args of calls) fromServer.push(await serving.run(['replay', session, ...args]));
    const remote = await serving.run(['replay', session, '--url', serving.url]);
    await serving.stop();
    for (const [i, args] of calls.entries()) {
      const here = await run(serving.folder, session, ...args);
      expect(here, args.join(' ')).toEqual(fromServer[i]);
      expect([here.code, here.err]).toEqual([0, '']);
    }
    expect(fromServer[0]?.out).toBe(LAST);
    expect(remote.out).toBe(LAST);
    expect(fromServer[1]?.out).toBe('First\n');
    expect(fromServer[2]?.out).toContain('beginRendering');
  });

  it('--to jsonl gives entries: whole from the folder, what viewers are sent from a server', async () => {
    const { serving, session } = await recorded();
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { seq: number });
    const sent = lines((await serving.run(['replay', session, '--to', 'jsonl', '--at', '6'])).out);
    await serving.stop();
    const whole = lines((await run(serving.folder, session, '--to', 'jsonl', '--at', '6')).out);
    expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(whole[2]).toMatchObject({ ...sent[2], at: expect.any(String), from: { role: 'agent', id: 'dev' } });
  });

  it('of a picture leaves no trace in a session that is served', async () => {
    const { serving, session } = await recorded();
    await serving.run(['replay', session]);
    await serving.run(['replay', session, '--at', '2']);
    expect(await (await serving.call(`/sessions/${session}`)).json()).toMatchObject({ seq: 6 });
    expect(await serving.run(['replay', session, '--at', '99'])).toMatchObject({ code: 1 });
  });

  it('plays a recording: what the inspector saved, in a file', async () => {
    const { serving, session } = await recorded();
    await serving.stop();
    const { out } = await run(serving.folder, session, '--to', 'jsonl', '--at', '6');
    const folder = newFolder();
    const file = join(folder, 'saved.jsonl');
    writeFileSync(file, out);
    expect(await run(folder, file)).toEqual({ code: 0, out: LAST, err: '' });
    expect((await run(folder, file, '--at', '3')).out).toBe('First\n');
    writeFileSync(file, `${out}{"v": 3, "seq": 7, "body": []}\n`);
    expect(await run(folder, file)).toMatchObject({ code: 1, err: expect.stringContaining('is of version 3; this') });
    writeFileSync(file, '{"version": "v0.9"}\n');
    expect(await run(folder, file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('line 1 of the file is no'),
    });
    expect(await run(folder, join(folder, 'none.jsonl'))).toMatchObject({ code: 2 });
  });

  it('moves with a speed: every picture that differs', async () => {
    const { serving, session } = await recorded();
    await serving.stop();
    const { out } = await run(serving.folder, session, '--at', '4', '--speed', '1000');
    expect(out).toContain('entry 3\n\nFirst\n');
    expect(out).toContain('entry 4\n\nSecond\n');
  });

  it('changes nothing in the folder, and makes none', async () => {
    const { serving, session } = await recorded();
    await serving.stop();
    const before = readdirSync(serving.folder).sort();
    await run(serving.folder, session);
    expect(readdirSync(serving.folder).sort()).toEqual(before);
    const empty = newFolder();
    expect((await run(empty, session)).code).toBe(2);
    expect(readdirSync(empty)).toEqual([]);
  });

  it('fails with a sentence: no such session, no such entry, a wrong call', async () => {
    const { serving, session } = await recorded();
    expect(await serving.run(['replay', 'none'])).toMatchObject({ code: 1 });
    await serving.stop();
    expect((await run(serving.folder, 'none')).err).toContain('there is no session "none"');
    expect((await run(serving.folder, session, '--at', '99')).err).toBe(
      'vitrine: there is no entry 99: the last one is 6.\n',
    );
    for (const args of [
      ['--at', 'x'],
      ['--speed', '0'],
      ['--to', 'html'],
    ])
      expect((await run(serving.folder, session, ...args)).code).toBe(2);
  });
});
