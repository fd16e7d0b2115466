import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIALECT_IDS } from '@vitrine/dialects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MemoryIoOptions, memoryIo } from '../test/memory-io.ts';
import { main } from './main.ts';

const DIALECTS = DIALECT_IDS.join(', ');
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const line = (payload: object) => JSON.stringify({ version: 'v0.9', ...payload });
const OPEN = line({ createSurface: { surfaceId: 's', catalogId: CATALOG } });
const put = (...components: object[]) => line({ updateComponents: { surfaceId: 's', components } });
const GREETING = put({ id: 'root', component: 'Text', text: 'Hello' });
const STRAY = put({ id: 'root', component: 'Column', children: ['gone'] });

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'vitrine-cli-'));
  const files = {
    'good.jsonl': `${OPEN}\n${GREETING}\n`,
    'bad.jsonl': `${OPEN}\nnot json\n${GREETING}\n`,
    'stray.jsonl': `${OPEN}\n${STRAY}\n`,
    'pretty.json': JSON.stringify([JSON.parse(OPEN), JSON.parse(GREETING)], null, 2),
    'hostile.jsonl': `${OPEN}\n{"\u009b31m\u202e": 1}\n`,
    'catalog.json': JSON.stringify({
      catalogId: 'https://example.com/own.json',
      components: {
        Badge: { type: 'object', properties: { component: { const: 'Badge' }, words: { type: 'string' } } },
      },
    }),
    'own.jsonl': `${line({ createSurface: { surfaceId: 's', catalogId: 'https://example.com/own.json' } })}\n${put({ id: 'root', component: 'Badge', words: 'Mine' })}\n`,
    'no-catalog.json': '[]',
    'no-json.json': '{',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function run(command: string, options: MemoryIoOptions = {}) {
  const io = memoryIo({ cwd, ...options });
  const code = await main(command.split(' ').filter(Boolean), io);
  return { code, out: io.out(), err: io.err() };
}

describe('vitrine', () => {
  it('alone serves with the demos, on whatever folder and port the environment names', async () => {
    const data = join(cwd, 'alone');
    const { code, out, err } = await run('', { env: { VITRINE_PORT: '0', VITRINE_DATA: data } });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Vitrine is at http:\S+#operator=/);
    expect(readdirSync(data)).toContain('demo.key');
  });

  it('help, --help and -h show the same on standard output and end with 0', async () => {
    const { code, out } = await run('help');
    expect(code).toBe(0);
    for (const name of ['validate FILE', 'convert FILE', 'render FILE', 'serve', 'help [COMMAND]'])
      expect(out).toContain(name);
    expect((await run('--help')).out).toBe(out);
    expect((await run('-h')).out).toBe(out);
  });

  it('help COMMAND and COMMAND --help show the flags of a command', async () => {
    const { code, out } = await run('help validate');
    expect(code).toBe(0);
    expect(out).toContain('vitrine validate FILE [FLAGS]');
    expect(out).toContain('--strict');
    expect(out).toContain('One of default, openclaw.');
    expect((await run('validate --help')).out).toBe(out);
  });

  it('--version prints its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
  });

  it.each([
    ['vaildate good.jsonl', 'There is no command "vaildate". Did you mean "validate"?'],
    ['help rendre', 'There is no command "rendre". Did you mean "render"?'],
    ['--json validate', 'A command comes first, not --json. Try "vitrine help".'],
    ['validate good.jsonl --stict', '"vitrine validate" has no flag --stict. Did you mean "--strict"?'],
    ['validate none.jsonl', 'There is no file "none.jsonl".'],
    ['validate .', '"." is a folder; name a file.'],
    ['validate', '"vitrine validate" needs FILE ("-" is standard input).'],
    [
      'validate good.jsonl --dialect a2ui-0.7',
      `--dialect is one of ${DIALECTS}, not "a2ui-0.7". Did you mean "a2ui-0.9"?`,
    ],
    ['validate good.jsonl --limits none', '--limits is one of default, openclaw, not "none".'],
    ['validate good.jsonl --catalog none.json', 'There is no file "none.json".'],
    ['render good.jsonl', '"vitrine render" needs --to text, html or email.'],
    ['render good.jsonl --to pdf', '--to is one of text, html, email, not "pdf".'],
    ['render good.jsonl --to text --width 3', '--width is a number of columns from 20, not "3".'],
    ['convert good.jsonl', `"vitrine convert" needs --to, one of ${DIALECTS}, express, vertical.`],
    ['serve --port 70000', '--port is a number from 0 to 65535, not "70000".'],
    ['serve now', '"vitrine serve" does not know what to do with "now".'],
  ])('a wrong call ends with 2 and a sentence: %s', async (command, sentence) => {
    const { code, out, err } = await run(command);
    expect([code, out]).toEqual([2, '']);
    expect(err.replace(/Did you mean "a2ui-0\.\d"/, 'Did you mean "a2ui-0.9"')).toBe(`vitrine: ${sentence}\n`);
  });
});

describe('validate', () => {
  it('of a good stream ends with 0 and one line', async () => {
    expect(await run('validate good.jsonl')).toEqual({
      code: 0,
      out: 'good.jsonl: ok, 2 messages accepted (a2ui-0.9)\n',
      err: '',
    });
  });

  it('says what is wrong with line, code and sentence, goes on, and ends with 1', async () => {
    const { code, out } = await run('validate bad.jsonl');
    expect(code).toBe(1);
    const [first, last] = out.trimEnd().split('\n');
    expect(first).toMatch(/^bad\.jsonl:2: error VITRINE_JSON_MALFORMED: This is not valid JSON/);
    expect(last).toBe('bad.jsonl: not ok, 2 messages accepted, 1 refused, 1 error (a2ui-0.9)');
  });

  it.each(['v0.9', 'v0.9.1', 'a2ui-0.9.1'])('reads as %s, another name of a dialect', async (name) => {
    expect(await run(`validate good.jsonl --dialect ${name}`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('(a2ui-0.9)'),
    });
    const converted = await run(`convert good.jsonl --to ${name}`);
    expect([converted.code, converted.out]).toEqual([0, (await run('convert good.jsonl --to a2ui-0.9')).out]);
    expect((await run('help convert')).out).toContain(name);
  });

  it('--json prints one object', async () => {
    const good = await run('validate good.jsonl --json');
    expect([good.code, JSON.parse(good.out)]).toEqual([0, { ok: true, dialect: 'a2ui-0.9', accepted: 2, issues: [] }]);
    const bad = await run('validate bad.jsonl --json');
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({
      ok: false,
      accepted: 2,
      issues: [{ code: 'VITRINE_JSON_MALFORMED', severity: 'error', line: 2 }],
    });
  });

  it.each([
    ['an unknown component', { component: 'Gauge' }, 0, /warning VITRINE_COMPONENT_UNKNOWN .*not shown, a placeholder/],
    ['a cycle', { component: 'Card', child: 'root' }, 0, /warning VITRINE_TREE_CYCLE .*not shown, a placeholder/],
    [
      'a picture from nowhere',
      { component: 'Image', url: 'javascript:x()' },
      0,
      /warning VITRINE_URL_REFUSED .*placeholder/,
    ],
    ['a number for a text', { component: 'Text', text: 5 }, 0, /warning VITRINE_PROP_TYPE/],
    ['a text for children', { component: 'Row', children: 'x' }, 1, /error VITRINE_PROP_TYPE .*Not shown: "children"/],
    ['a number for a child', { component: 'Card', child: 7 }, 1, /error VITRINE_PROP_TYPE .*Not shown: "child"/],
    ['a text for options', { component: 'ChoicePicker', value: [], options: 'x' }, 1, /error VITRINE_PROP_TYPE/],
    [
      'an option that is a text',
      { component: 'ChoicePicker', value: [], options: ['a'] },
      1,
      /error .*"options\/0".* no object/,
    ],
    [
      'a child in the place of its id',
      { component: 'Row', children: [{ component: 'Divider' }] },
      1,
      /error .*children\/0/,
    ],
    ['an action that is none', { component: 'Button', child: 'x', action: 'go' }, 1, /error VITRINE_PROP_TYPE/],
    [
      'a link to a script',
      {
        component: 'Button',
        child: 'x',
        action: { functionCall: { call: 'openUrl', args: { url: 'javascript:x()' } } },
      },
      1,
      /error VITRINE_URL_REFUSED .*Not opened when it is pressed/,
    ],
  ])('without --strict, %s is what it is for the person', async (_what, part, code, line) => {
    const stdin = [`${OPEN}\n${put({ id: 'root', component: 'Column', children: ['a'] }, { id: 'a', ...part })}\n`];
    const said = await run('validate -', { stdin });
    expect([said.code, said.out]).toEqual([code, expect.stringMatching(line)]);
  });

  it('a function that no catalog names is fine in 1.0, where the agent is asked for it, and an error before', async () => {
    const stream = (version: string, catalog: string) => {
      const call = { call: 'priceOf', args: {} };
      const messages = [
        { version, createSurface: { surfaceId: 's', catalogId: CATALOG.replace('v0_9', catalog) } },
        { version, updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: call }] } },
      ];
      return { stdin: [messages.map((one) => JSON.stringify(one)).join('\n')] };
    };
    const { code, out } = await run('validate -', stream('v1.0', 'v1_0'));
    expect([code, out]).toEqual([0, expect.stringContaining('the agent is asked for it')]);
    expect(out).not.toContain('error');
    expect((await run('validate -', stream('v0.9', 'v0_9'))).code).toBe(1);
    expect((await run('validate - --strict', stream('v1.0', 'v1_0'))).code).toBe(1);
  });

  it('--strict adds the rules for whole trees', async () => {
    expect((await run('validate stray.jsonl')).code).toBe(0);
    const { code, out } = await run('validate stray.jsonl --strict');
    expect(code).toBe(1);
    expect(out).toContain('error VITRINE_TREE_DANGLING at /surfaces/s/root: ');
  });

  it('--strict refuses what tolerance would mend', async () => {
    const twice = [OPEN, OPEN];
    const tolerant = await run('validate -', { stdin: [twice.join('\n')] });
    expect([tolerant.code, tolerant.out]).toEqual([0, expect.stringContaining('1 warning')]);
    expect((await run('validate - --strict', { stdin: [twice.join('\n')] })).code).toBe(1);
  });

  it('reads standard input in any chunks, bytes cut inside a character too', async () => {
    const bytes = new TextEncoder().encode(`${OPEN}\n${put({ id: 'root', component: 'Text', text: 'Grüße 👋' })}\n`);
    const stdin = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
    const { out } = await run('validate - --json', { stdin });
    expect(JSON.parse(out)).toMatchObject({ ok: true, accepted: 2 });
  });

  it('reads one JSON value that is laid out over many lines', async () => {
    const { out } = await run('validate pretty.json --json');
    expect(JSON.parse(out)).toMatchObject({ ok: true, accepted: 2, dialect: 'a2ui-0.9' });
  });

  it('of nothing is fine and says that there was nothing', async () => {
    expect(await run('validate -')).toEqual({ code: 0, out: '-: ok, 0 messages accepted\n', err: '' });
    expect(JSON.parse((await run('validate - --json')).out)).toEqual({
      ok: true,
      dialect: null,
      accepted: 0,
      issues: [],
    });
  });

  it('prints issues while it reads, and stops reading when nobody listens any more', async () => {
    let given = 0;
    function* lines() {
      yield `${OPEN}\n`;
      for (; given < 1000; given++) yield 'x\n';
    }
    await run('validate -', { stdin: lines(), closeAfter: 10 });
    expect(given).toBeLessThan(10);
  });

  it('keeps a bounded number of issues for --json and counts the rest', async () => {
    const { out } = await run('validate - --json', { stdin: [`${OPEN}\n`, 'x\n'.repeat(10_050)] });
    const { issues, unlisted } = JSON.parse(out);
    expect([issues.length, unlisted]).toEqual([10_000, 50]);
  });

  it('shows texts of others without their control characters', async () => {
    const { out } = await run('validate hostile.jsonl');
    expect(out).toContain('VITRINE_DIALECT_UNKNOWN');
    expect(out).not.toMatch(/[\u009b\u202e]/);
  });

  it('paints only where someone looks', async () => {
    expect((await run('validate bad.jsonl', { colour: true })).out).toContain('\u001b[31merror');
    expect((await run('validate bad.jsonl')).out).not.toContain('\u001b');
  });

  it('knows a catalog from a file, and says what is wrong with one', async () => {
    expect((await run('validate own.jsonl')).code).toBe(1);
    expect((await run('validate own.jsonl --catalog catalog.json')).code).toBe(0);
    const wrong = await run('validate good.jsonl --catalog no-catalog.json');
    expect([wrong.code, wrong.out]).toEqual([
      1,
      expect.stringContaining('no-catalog.json: error VITRINE_CATALOG_INVALID'),
    ]);
    const unreadable = await run('validate good.jsonl --catalog no-json.json');
    expect([unreadable.code, unreadable.out]).toEqual([
      1,
      expect.stringContaining('no-json.json: error VITRINE_JSON_MALFORMED'),
    ]);
  });

  it('judges by the limits it is told', async () => {
    const long = put({ id: 'root', component: 'Text', text: 'x'.repeat(70_000) });
    expect((await run('validate -', { stdin: [`${OPEN}\n${long}\n`] })).code).toBe(0);
    expect((await run('validate - --limits openclaw', { stdin: [`${OPEN}\n${long}\n`] })).code).toBe(1);
  });

  it('reads every message as the dialect it is told', async () => {
    const { code, out } = await run('validate good.jsonl --dialect a2ui-0.8 --json');
    expect([code, JSON.parse(out).dialect]).toEqual([1, 'a2ui-0.8']);
  });
});

describe('render', () => {
  it('writes one file without scripts, under a policy that names its styles', async () => {
    const { code, out } = await run('render good.jsonl --to html');
    expect(code).toBe(0);
    expect(out).toMatch(/^<!doctype html>[\s\S]*Content-Security-Policy[\s\S]*shadowrootmode="open"[\s\S]*Hello/);
    expect(out).not.toMatch(/<script|<link|style="/);
    const sheets = [...out.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css);
    const digest = (css: string) => createHash('sha256').update(css).digest('base64');
    expect(sheets.length).toBe(2);
    for (const css of sheets) expect(out).toContain(`&#39;sha256-${digest(css)}&#39;`);
  });

  it('writes a mail with links to the session and inline styles', async () => {
    const { code, out } = await run('render good.jsonl --to email --session-url https://host.example/s/1');
    expect(code).toBe(0);
    expect(out).toMatch(/<table role="presentation"[\s\S]*Hello/);
    expect(out).not.toMatch(/<script|<link|<style|<button|<template/);
  });

  it('draws what a stream leaves', async () => {
    expect(await run('render good.jsonl --to text')).toEqual({ code: 0, out: 'Hello\n', err: '' });
  });

  it('draws what stands after a fault, says the fault on standard error and ends with 1', async () => {
    const { code, out, err } = await run('render bad.jsonl --to text');
    expect([code, out]).toEqual([1, 'Hello\n']);
    expect(err).toContain('bad.jsonl:2: error VITRINE_JSON_MALFORMED');
  });

  it('tells several surfaces apart', async () => {
    const other = [OPEN, GREETING].map((text) => text.replace('"surfaceId":"s"', '"surfaceId":"t"'));
    const { out } = await run('render - --to text', { stdin: [[OPEN, GREETING, ...other].join('\n')] });
    expect(out).toBe('surface s\n\nHello\n\nsurface t\n\nHello\n');
  });

  it('--json gives the pictures by surface, --width their width', async () => {
    const { out } = await run('render good.jsonl --to text --json');
    expect(JSON.parse(out)).toEqual({ ok: true, surfaces: [{ id: 's', text: 'Hello\n' }], issues: [] });
    const wide = put({ id: 'root', component: 'Text', text: 'word '.repeat(10) });
    const { out: narrow } = await run('render - --to text --width 20', { stdin: [`${OPEN}\n${wide}`] });
    expect(narrow.split('\n')[0]).toBe('word word word word');
  });

  it('says what went wrong while it drew, once each', async () => {
    const number = { call: 'formatNumber', args: { value: 1, decimals: { path: '/decimals' } } };
    const wrong = put(
      { id: 'root', component: 'Column', children: ['a', 'b'] },
      ...['a', 'b'].map((id) => ({ id, component: 'Text', text: number })),
    );
    const data = line({ updateDataModel: { surfaceId: 's', path: '/decimals', value: 99 } });
    const { code, err } = await run('render - --to text', { stdin: [[OPEN, wrong, data].join('\n')] });
    expect([code, err.trimEnd().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^-: error VITRINE_FUNCTION_ARGS at \/surfaces\/s\/components\/b\/text: /)],
    ]);
  });

  it('of nothing says that nothing is open', async () => {
    expect((await run('render - --to text')).out).toBe('(no surface is open)\n');
  });
});

describe('convert', () => {
  it('prints one message a line, readable as the dialect it was asked for', async () => {
    const { code, out } = await run('convert good.jsonl --to a2ui-0.8');
    expect(code).toBe(0);
    const again = await run('validate - --dialect a2ui-0.8 --strict', { stdin: [out] });
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('(a2ui-0.8)')]);
    expect((await run('render - --to text', { stdin: [out] })).out).toBe('Hello\n');
  });

  it('converts what was accepted, says the rest on standard error and ends with 1', async () => {
    const { code, out, err } = await run('convert bad.jsonl --to a2ui-1.0');
    expect(code).toBe(1);
    expect(err).toContain('bad.jsonl:2: error VITRINE_JSON_MALFORMED');
    expect((await run('render - --to text', { stdin: [out] })).out).toBe('Hello\n');
  });

  it('says what was lost on standard error, and with --json beside the messages', async () => {
    const checked = put({
      id: 'root',
      component: 'TextField',
      label: 'Name',
      value: { path: '/name' },
      checks: [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Who?' }],
    });
    const stdin = [`${OPEN}\n${checked}\n`];
    const plain = await run('convert - --to a2ui-0.8', { stdin });
    expect([plain.code, plain.err]).toEqual([0, expect.stringMatching(/^lost s\/root: /)]);
    const { out, err } = await run('convert - --to a2ui-0.8 --json', { stdin });
    const { messages, losses } = JSON.parse(out);
    expect(messages.map((message: object) => JSON.stringify(message)).join('\n')).toBe(plain.out.trimEnd());
    expect([losses.length > 0, err]).toEqual([true, '']);
  });
});
