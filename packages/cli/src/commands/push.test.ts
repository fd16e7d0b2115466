import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

const example = (name: string) =>
  fileURLToPath(new URL(`../../../../apps/playground/examples/${name}`, import.meta.url));
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const OPEN = JSON.stringify({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG } });
const words = (text: string) =>
  JSON.stringify({
    version: 'v0.9',
    updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text }] },
  });

let serving: Serving;
beforeAll(async () => {
  ensureBuilt();
  serving = await Serving.start();
}, 240_000);
afterAll(stopAll);

const newSession = async () =>
  ((await (await serving.call('/sessions', { body: {} })).json()) as { session: string }).session;
const snapshot = async (session: string) =>
  (await (await serving.call(`/sessions/${session}/snapshot`)).json()) as {
    seq: number;
    surfaces: { [id: string]: { components: { props: unknown }[]; data: unknown } };
  };

describe('push', () => {
  it('opens a session where it is asked to, tells its address and sends the file', async () => {
    const { code, out, err } = await serving.run(['push', example('booking.jsonl'), '--session', 'new']);
    expect([code, err]).toEqual([0, '']);
    const [first = '', last = ''] = out.trimEnd().split('\n');
    const [, session = '', url = ''] = /^session (\S+) is at (\S+)$/.exec(first) ?? [];
    expect(url).toMatch(new RegExp(`^${serving.url}/s/${session}#code=eyJ`));
    expect(last).toMatch(/booking\.jsonl: ok, 10 messages accepted, seq 10$/);
    expect(Object.keys((await snapshot(session)).surfaces)).toEqual(['booking']);
  });

  it('says what the host refuses with the line of the input, goes on, and ends with 1', async () => {
    const session = await newSession();
    const stdin = [`${OPEN}\n\n`, 'not json\n', `${words('Hello')}\n`];
    const { code, out, err } = await serving.run(['push', '-', '--session', session], { stdin });
    expect(code).toBe(1);
    expect(err).toMatch(/^-:3: error VITRINE_JSON_MALFORMED: /);
    expect(out).toMatch(/^-: not ok, 2 messages accepted, 1 error, seq \d\n$/);
  });

  it('--untrusted sends what somebody else wrote as such', async () => {
    const session = await newSession();
    const stdin = [
      `${OPEN}\n`,
      '{"vitrine":1,"body":[{"op":"ask","ask":"a","want":{"kind":"confirm"},"prompt":"?"}]}\n',
    ];
    const { code, err } = await serving.run(['push', '-', '--session', session, '--untrusted'], { stdin });
    expect([code, err]).toEqual([1, expect.stringContaining('VITRINE_ASK_UNTRUSTED')]);
    expect(await snapshot(session)).toMatchObject({ surfaces: { s: { trust: 'untrusted' } }, asks: {} });
  });

  it('--json prints one object', async () => {
    const { out } = await serving.run(['push', example('broken.jsonl'), '--session', 'new', '--json']);
    const { ok, session, viewerUrl, accepted, issues } = JSON.parse(out);
    expect([ok, accepted]).toEqual([false, 9]);
    expect(viewerUrl).toContain(`/s/${session}#code=`);
    expect(issues[0]).toMatchObject({ code: 'VITRINE_COMPONENT_UNKNOWN', line: 3 });
  });

  it('sends standard input while it arrives', async () => {
    const session = await newSession();
    const seen: number[] = [];
    async function* arriving() {
      yield `${OPEN}\n`;
      for (const text of ['one', 'two']) {
        yield `${words(text)}\n`;
        seen.push((await snapshot(session)).seq);
      }
    }
    const io = { ...memoryIo({ env: { VITRINE_URL: serving.url, VITRINE_DATA: serving.folder } }), stdin: arriving() };
    expect(await main(['push', '-', '--session', session], io)).toBe(0);
    expect(seen).toEqual([2, 3]);
  });

  it('sends a document that is laid out over many lines whole', async () => {
    const session = await newSession();
    const stdin = [JSON.stringify([JSON.parse(OPEN), JSON.parse(words('Laid out'))], null, 2)];
    expect(await serving.run(['push', '-', '--session', session], { stdin })).toMatchObject({
      code: 0,
      out: '-: ok, 2 messages accepted, seq 2\n',
    });
  });

  it('keeps to a rate and to a dialect', async () => {
    const session = await newSession();
    const { code } = await serving.run(['push', '-', '--session', session, '--rate', '500', '--dialect', 'a2ui-0.9'], {
      stdin: [`${OPEN}\n${words('a')}\n${words('b')}\n`],
    });
    expect([code, (await snapshot(session)).seq]).toEqual([0, 3]);
    const other = await serving.run(['push', '-', '--session', session, '--dialect', 'a2ui-0.8'], {
      stdin: [words('c')],
    });
    expect(other.code).toBe(1);
  });

  it('fails with a sentence: an unknown session, nobody there, no key, a wrong call', async () => {
    const unknown = await serving.run(['push', example('booking.jsonl'), '--session', 'none']);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('VITRINE_LOG_SESSION_UNKNOWN')]);
    const folder = newFolder();
    writeFileSync(join(folder, 'agent.key'), 'vk_dev_x\n');
    const wrong = await serving.run(['push', '-', '--session', 'x', '--key-file', join(folder, 'agent.key')], {
      stdin: [OPEN],
    });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('VITRINE_CREDENTIAL_INVALID')]);
    const missing = await serving.run(['push', '-', '--session', 'x', '--key-file', 'none.key']);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('There is no file "none.key".')]);
    const lost = await serving.run(['push', 'none.jsonl', '--session', 'new']);
    expect([lost.code, lost.out, lost.err]).toEqual([2, '', expect.stringContaining('There is no file "none.jsonl".')]);
    for (const args of [[], ['--session', 's', '--rate', '0'], ['--session', 's', '--url', 'ftp://x']])
      expect((await serving.run(['push', '-', ...args])).code).toBe(2);
    const named = ['--url', 'http://127.0.0.1:1', '--key-file', join(folder, 'agent.key')];
    const silent = await serving.run(['push', '-', '--session', 'new', ...named], { stdin: [OPEN] });
    expect([silent.code, silent.err]).toEqual([1, expect.stringContaining('nobody answers at http://127.0.0.1:1')]);
  });
});
