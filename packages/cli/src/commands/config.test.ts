// What settings are, where they come from, and that documents and host say the same.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { A2A_LIMITS } from '@vitrine/a2a';
import { AG_UI_LIMITS } from '@vitrine/ag-ui';
import { AGENTCHAINS_LIMITS } from '@vitrine/agentchains';
import { HOST_LIMITS, HTTP_LIMITS, RATE_LIMITS, SOCKET_LIMITS } from '@vitrine/host';
import { MCP_SETTINGS } from '@vitrine/mcp';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';
import { LIMIT_SETTINGS } from '../serving/limit-settings.ts';
import { settingsTable } from './config.ts';

ensureBuilt();
afterEach(stopAll);

const folder = mkdtempSync(join(tmpdir(), 'vitrine-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], env: { [name: string]: string } = {}) {
  const io = memoryIo({ cwd: folder, env });
  const code = await main(args, io);
  return { code, out: io.out(), err: io.err() };
}

function config(text: string): string {
  writeFileSync(join(folder, 'vitrine.json'), text);
  return 'vitrine.json';
}

function leaves(value: object, above: string): [string, number][] {
  return Object.entries(value).flatMap(([name, inner]): [string, number][] =>
    typeof inner === 'number' ? [[`${above}.${name}`, inner]] : leaves(inner as object, `${above}.${name}`),
  );
}

describe('settings', () => {
  it('are every limit and rate of the host and its faces, with its value', () => {
    const host = { limits: HOST_LIMITS, http: HTTP_LIMITS, rates: RATE_LIMITS, sockets: SOCKET_LIMITS };
    const mcp = Object.fromEntries(Object.entries(MCP_SETTINGS).filter(([, value]) => typeof value === 'number'));
    const groups = { ...host, a2a: A2A_LIMITS, agUi: AG_UI_LIMITS, agentchains: AGENTCHAINS_LIMITS, mcp };
    const known = Object.entries(groups).flatMap(([group, values]) => leaves(values, group));
    const listed = LIMIT_SETTINGS.filter(({ group }) => group !== 'connections');
    expect(listed.map(({ group, path, usual }) => [[group, ...path].join('.'), Number(usual)])).toEqual(known);
  });

  it('are listed in docs/settings.md as they are', () => {
    const page = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8');
    expect(page).toContain(settingsTable());
  });

  it('are explained with where each came from: typed, a variable, the file, or usual', async () => {
    config('{"act-window": 60, "viewer-minutes": 5, "allow-media": ["a.example", "b.example"], "demo": true}');
    const env = {
      VITRINE_CONFIG: 'vitrine.json',
      VITRINE_VIEWER_MINUTES: '7',
      VITRINE_DATABASE_URL: 'postgres://u:pw@h/d',
    };
    const { code, out } = await run(['config', 'explain', '--json', '--act-window', '90'], env);
    const rows: { name: string; value?: string; from: string }[] = JSON.parse(out);
    const row = (name: string) => rows.find((one) => one.name === name);
    expect(code).toBe(0);
    expect(row('act-window')).toMatchObject({ value: '90', from: 'flag --act-window' });
    expect(row('viewer-minutes')).toMatchObject({ value: '7', from: 'variable VITRINE_VIEWER_MINUTES' });
    expect(row('allow-media')).toMatchObject({ value: 'a.example b.example', from: 'file vitrine.json' });
    expect(row('demo')).toMatchObject({ value: 'true', from: 'file vitrine.json' });
    expect(row('link-days')).toMatchObject({ value: '7', from: 'usual' });
    expect(out).not.toContain('pw');
  });

  it.each([
    ['{"prot": 1}', '"vitrine.json" has no setting "prot" to give. Did you mean "port"?'],
    ['{"port": {}}', '"port" in "vitrine.json" is a text, a number, true, false or a list of texts.'],
    ['[1]', '"vitrine.json" is no JSON object with settings.'],
    ['{"port": 70000}', '"port" in vitrine.json is a number from 0 to 65535, not "70000".'],
    ['{"demo": "maybe"}', '"demo" in vitrine.json is 1 or 0, not "maybe".'],
    [
      '{"http-body-bytes": 0}',
      '"http-body-bytes" in vitrine.json is a whole number from 1, such as 500 or 64k, not "0".',
    ],
    ['{"config": "other.json"}', '"vitrine.json" has no setting "config" to give.'],
  ])('in a file that says %s are refused in one sentence', async (text, sentence) => {
    const refused = await run(['serve', '--config', config(text)]);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err.startsWith(`vitrine: ${sentence}`)).toBe(true);
    expect(refused.err.trim().split('\n')).toHaveLength(1);
  });

  it('of a file that is no JSON or not there are refused in one sentence', async () => {
    expect((await run(['serve', '--config', config('{')])).err).toMatch(
      /^vitrine: "vitrine.json" is no JSON: [^\n]+\n$/,
    );
    expect((await run(['serve', '--config', 'none.json'])).err).toMatch(/^vitrine: [^\n]*none.json[^\n]*\n$/);
  });

  it('that are limits of faces bind them, and lives of operators their codes and tokens', async () => {
    const mcp = { VITRINE_MCP_BODY_BYTES: '1k', VITRINE_OPERATOR_HOURS: '2' };
    const flags = ['--ag-ui-open', '--ag-ui-body-bytes', '1k', '--agentchains-token-minutes', '5'];
    const serving = await Serving.start([...flags, '--operator-days', '3'], mcp);
    const filler = 'x'.repeat(2000);
    const statusOf = async (path: string, key: object = {}) =>
      (
        await fetch(`${serving.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...key },
          body: JSON.stringify({ filler }),
        })
      ).status;
    const key = { authorization: `Bearer ${serving.key}` };
    expect([await statusOf('/mcp', key), await statusOf('/ag-ui/dev')]).toEqual([413, 413]);
    const asked = { token_type: 'stream_a2ui' };
    const stream = await (await serving.call('/api/v4/stream-token', { body: asked })).json();
    expect(stream).toMatchObject({ expires_in_seconds: 300 });
    const begun = Date.now();
    const body = { code: serving.told.split('#operator=')[1] };
    const { expiresAt } = (await (await serving.call('/operator', { body })).json()) as { expiresAt: string };
    expect(Math.round((Date.parse(expiresAt) - begun) / 86_400_000)).toBe(3);
  });

  it.each([
    ['--a2a-turn-ms', '5000000000', 'is a whole number from 1 to 2147483647, such as 500 or 64k, not "5000000000".'],
    ['--socket-ping-seconds', '9999999', 'is a whole number from 1 to 2147483, such as 500 or 64k, not "9999999".'],
    ['--operator-hours', '0', 'is a number from 1 to 8760, not "0".'],
    ['--ag-ui-calls-per-minute', 'many', 'is a whole number from 1, such as 500 or 64k, not "many".'],
  ])('%s %s is refused in one sentence', async (flag, value, sentence) => {
    expect(await run(['serve', flag, value])).toEqual({ code: 2, out: '', err: `vitrine: ${flag} ${sentence}\n` });
  });

  it('that are limits bind a running host', async () => {
    const serving = await Serving.start(['--http-body-bytes', '1k'], { VITRINE_RATE_AGENT_BURST: '64k' });
    const { session } = (await (await serving.call('/sessions', { body: {} })).json()) as { session: string };
    const sent = await serving.call(`/sessions/${session}/messages`, { body: { text: 'x'.repeat(2000) } });
    expect(sent.status).toBe(413);
  });
});
