import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectAgent } from '@vitrine/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exchangeLink } from '../../test/exchange-link.ts';
import { type MemoryIo, memoryIo } from '../../test/memory-io.ts';
import { playServer } from '../../test/played-server.ts';
import { ensureBuilt, newFolder, Serving, stopAll, withResolvers } from '../../test/serving.ts';
import { CommandArguments } from '../command.ts';
import { ensureHost, freeAddress } from '../connecting/running-host.ts';
import { main } from '../main.ts';
import { giveOrder } from '../serving/give-order.ts';

let serving: Serving;
let tokenFile: string;
const closing: (() => void)[] = [];
const VITRINE = fileURLToPath(new URL('../../bin/vitrine.js', import.meta.url));
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

beforeAll(async () => {
  ensureBuilt();
  serving = await Serving.start();
  const answer = await serving.call('/a2a/dev/credentials', { body: { name: 'test' } });
  tokenFile = join(serving.folder, 'test.token');
  writeFileSync(tokenFile, ((await answer.json()) as { token: string }).token);
  const key = readFileSync(join(serving.folder, 'agent.key'), 'utf8').trim();
  const agent = connectAgent({ url: serving.url, key });
  closing.push(() => agent.close());
  agent.on('say', async ({ session, event }) => {
    await session.send([
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG } },
      {
        version: 'v0.9',
        updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: event.text }] },
      },
    ]);
    await session.ops([
      { op: 'say', text: `You said: ${event.text}` },
      { op: 'turn', state: 'done' },
    ]);
  });
}, 240_000);
afterAll(async () => {
  for (const close of closing) close();
  await stopAll();
});

interface Connected {
  readonly facts: { agent: string; claimedName: string; form: string; a2a: string; session: string; viewerUrl: string };
  readonly io: MemoryIo;
  stop(): Promise<number>;
}

async function connected(...more: readonly string[]): Promise<Connected> {
  return connectedTo(`${serving.url}/a2a/dev`, ...more);
}

async function connectedTo(address: string, ...more: readonly string[]): Promise<Connected> {
  const [stopped, told] = [withResolvers<void>(), withResolvers<string>()];
  const env = { VITRINE_DATA: serving.folder };
  const io = memoryIo({ cwd: serving.folder, stopped: stopped.promise, heard: told.resolve, env });
  const flags = ['--data', serving.folder, '--token-file', tokenFile, '--json', ...more];
  const ended = main(['connect', address, ...flags], io);
  const first = await Promise.race([told.promise, ended.then(() => '')]);
  if (first === '') throw new Error(io.err());
  return {
    facts: JSON.parse(first),
    io,
    stop: () => {
      stopped.resolve();
      return ended;
    },
  };
}

/** What is kept of conversations over AG-UI: a run stands in it as long as it is under way. */
function runsOfAgUi(): string {
  const folder = join(serving.folder, 'remotes');
  const kept = readdirSync(folder).filter((name) => name.startsWith('ag-ui-') && name.endsWith('.json'));
  expect(kept).not.toEqual([]);
  return kept.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

async function viewer(viewerUrl: string) {
  const token = await exchangeLink(viewerUrl);
  const session = new URL(viewerUrl).pathname.replace('/s/', '');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const at = `${serving.url}/sessions/${session}`;
  return {
    token,
    say: (text: string) =>
      fetch(`${at}/events?dialect=vitrine`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ vitrine: 1, body: [{ event: 'say', text }] }),
      }),
    snapshot: async () => await (await fetch(`${at}/snapshot`, { headers })).text(),
    /** Presses the button that is meant, with what stands in its context. */
    press: async (surface: string, isMeant: (props: ButtonProps) => boolean) => {
      const { surfaces } = (await (await fetch(`${at}/snapshot`, { headers })).json()) as Snapshot;
      const found = surfaces[surface]?.components.find(({ props }) => isMeant(props));
      if (found === undefined) throw new Error(`There is no such button on ${surface}.`);
      const { name, context = {} } = found.props.action?.event ?? { name: '' };
      const values = Object.entries(context).map(([key, value]) => [key, typeof value === 'string' ? value : '']);
      const action = { event: 'action', surface, source: found.id, name, context: Object.fromEntries(values) };
      const body = JSON.stringify({ vitrine: 1, body: [{ ...action, checked: true }] });
      const answer = await fetch(`${at}/events?dialect=vitrine`, { method: 'POST', headers, body });
      expect(answer.status, await answer.text()).toBe(200);
    },
  };
}

interface ButtonProps {
  readonly action?: {
    readonly event: { readonly name: string; readonly context?: { readonly [key: string]: unknown } };
  };
}
interface Snapshot {
  readonly surfaces: {
    readonly [id: string]: { readonly components: readonly { readonly id: string; readonly props: ButtonProps }[] };
  };
}

describe('connect', () => {
  it('shows a remote agent in an untrusted session, and goes on with it when it is called again', {
    timeout: 60_000,
  }, async () => {
    const first = await connected();
    const host = new URL(serving.url).host;
    expect(first.facts).toMatchObject({ agent: host, claimedName: 'dev', form: 'v1.0', a2a: '1.0' });
    const person = await viewer(first.facts.viewerUrl);
    expect((await person.say('hello')).status).toBe(200);
    await expect.poll(() => person.snapshot(), { timeout: 20_000 }).toContain('hello');
    expect(await person.snapshot()).toContain('"trust":"untrusted"');
    expect(await first.stop()).toBe(0);
    expect(first.io.err()).toBe('');

    const again = await connected();
    await expect(connected()).rejects.toThrow('is connected to');
    expect(again.facts.session).toBe(first.facts.session);
    const other = await viewer(again.facts.viewerUrl);
    await other.say('still there?');
    await expect.poll(() => other.snapshot(), { timeout: 20_000 }).toContain('still there?');
    await again.stop();

    const fresh = await connected('--new');
    expect(fresh.facts.session).not.toBe(first.facts.session);
    await fresh.stop();
    const [kept = ''] = readdirSync(join(serving.folder, 'remotes'));
    expect(kept).toMatch(/^a2a-127-0-0-1-\d+-[0-9a-f]{8}\.json$/);
  });

  it('shows an agent of AG-UI, untrusted, and goes on with its conversation', { timeout: 60_000 }, async () => {
    const answer = await serving.call('/ag-ui/dev/credentials', { body: { name: 'test' } });
    const agUiToken = join(serving.folder, 'ag-ui.token');
    writeFileSync(agUiToken, ((await answer.json()) as { token: string }).token);
    const flags = ['--ag-ui', '--token-file', agUiToken];
    const first = await connectedTo(`${serving.url}/ag-ui/dev`, ...flags);
    expect(first.facts).toMatchObject({ agent: new URL(serving.url).host, agUi: '1.0' });
    const person = await viewer(first.facts.viewerUrl);
    expect((await person.say('hello')).status).toBe(200);
    await expect.poll(() => person.snapshot(), { timeout: 20_000 }).toContain('"text":"hello"');
    // A run that is still under way would be told as one that broke off.
    await expect.poll(runsOfAgUi, { timeout: 20_000 }).not.toContain('"running"');
    expect(await person.snapshot()).toContain('"trust":"untrusted"');
    expect(await first.stop()).toBe(0);
    const again = await connectedTo(`${serving.url}/ag-ui/dev`, ...flags);
    expect(again.facts.session).toBe(first.facts.session);
    const other = await viewer(again.facts.viewerUrl);
    await other.say('once more');
    await expect.poll(() => other.snapshot(), { timeout: 20_000 }).toContain('"text":"once more"');
    await expect.poll(runsOfAgUi, { timeout: 20_000 }).not.toContain('"running"');
    expect(await again.stop()).toBe(0);
    expect(again.io.err()).toBe('');
  });

  it.each<[way: string, place: () => readonly [string, ...string[]]]>([
    ['over HTTP', () => [`${serving.url}/mcp`, '--token-file', join(serving.folder, 'agent.key')]],
    ['as a program', () => [`"${process.execPath}" ${VITRINE} mcp`, '--stdio', '--env', 'VITRINE_DATA']],
  ] as const)(
    'shows the tools of a server of MCP %s: a form is opened, called, and its answer shown',
    {
      timeout: 90_000,
    },
    async (_way, place) => {
      const [address, ...flags] = place();
      const { facts, stop, io } = await connectedTo(address, '--mcp', ...flags);
      expect(facts).toMatchObject({ claimedName: expect.stringContaining('vitrine ('), mcp: '2026-07-28' });
      const person = await viewer(facts.viewerUrl);
      await expect.poll(() => person.snapshot()).toContain('a2ui_capabilities');
      await person.press('mcp-tools', ({ action }) => action?.event.context?.tool === 'a2ui_capabilities');
      await expect.poll(() => person.snapshot(), { timeout: 20_000 }).toContain('mcp-form-');
      const form = /mcp-form-[0-9a-f]+/.exec(await person.snapshot())?.[0] ?? '';
      await person.press(form, ({ action }) => action?.event.name === 'call');
      await expect.poll(() => person.snapshot(), { timeout: 20_000 }).toMatch(/mcp-result-.*catalogs/s);
      expect(await person.snapshot()).toContain('"trust":"untrusted"');
      expect(await stop()).toBe(0);
      expect(io.err()).toBe('');
    },
  );

  it('shows the app of a tool where the operator vouches for its server, and the host fetches it for whoever looks', {
    timeout: 60_000,
  }, async () => {
    const ui = { resourceUri: 'ui://played/view' };
    const { url } = await playServer({
      tools: [{ name: 'show', inputSchema: { type: 'object' }, _meta: { ui } }],
      resources: { [ui.resourceUri]: { mimeType: 'text/html;profile=mcp-app', text: '<title>Theirs</title>' } },
    });
    const { facts, stop, io } = await connectedTo(url, '--mcp', '--trust');
    const person = await viewer(facts.viewerUrl);
    const form = /mcp-form-[0-9a-f]+/.exec(await person.snapshot())?.[0] ?? '';
    await person.press(form, ({ action }) => action?.event.name === 'call');
    await expect.poll(() => person.snapshot(), { timeout: 20_000 }).toContain('"McpApp"');
    const at = /mcp-result-[0-9a-f]+/.exec(await person.snapshot())?.[0] ?? '';
    const { components } = (JSON.parse(await person.snapshot()) as Snapshot).surfaces[at] ?? { components: [] };
    const app = components.find(({ props }) => 'server' in props);
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ surface: at, component: app?.id });
    const opened = async () =>
      (await fetch(`${serving.url}/mcp-apps/open`, { method: 'POST', headers, body })).json() as Promise<object>;
    expect(await opened()).toMatchObject({ html: '<title>Theirs</title>' });
    // A host that begins anew is told of the server again.
    await serving.stop();
    serving = await Serving.start([], { VITRINE_PORT: new URL(serving.url).port }, serving.folder);
    await expect.poll(opened, { timeout: 20_000 }).toMatchObject({ html: '<title>Theirs</title>' });
    expect(await stop()).toBe(0);
    expect(io.err()).toBe('');
  });

  it('says so where the card names no form of A2UI', { timeout: 60_000 }, async () => {
    const setCard = async (body: object) =>
      expect((await serving.call('/a2a/dev/card', { method: 'PUT', body })).ok).toBe(true);
    await setCard({ forms: [] });
    try {
      const { facts, stop } = await connected('--new');
      expect(facts).toMatchObject({ form: null, notice: expect.stringContaining('names no form of A2UI') });
      await stop();
    } finally {
      await setCard({});
    }
  });

  it('brings nothing but what is marked, and a trusted conversation of its own where the operator says --trust', {
    timeout: 90_000,
  }, async () => {
    const rows = async () => {
      const { agents } = await giveOrder({ order: 'list' }, serving.folder);
      return agents as unknown as readonly { agent: string; trust: string }[];
    };
    const plain = await connected();
    const [kept] = (await rows()).filter(({ agent }) => agent.startsWith('a2a-') && !agent.endsWith('-trusted'));
    expect(kept?.trust).toBe('untrusted');
    const vouched = await connected('--trust');
    expect(vouched.facts.session).not.toBe(plain.facts.session);
    const person = await viewer(vouched.facts.viewerUrl);
    await person.say('trusted hello');
    await expect.poll(() => person.snapshot(), { timeout: 20_000 }).toContain('trusted hello');
    expect(await person.snapshot()).toContain('"trust":"trusted"');
    expect(await person.snapshot()).not.toContain('untrusted');
    expect((await rows()).find(({ agent }) => agent === `${kept?.agent}-trusted`)?.trust).toBe('trusted');
    await plain.stop();
    await vouched.stop();
    // Called again without it, the conversation that was never trusted goes on.
    const again = await connected();
    expect(again.facts.session).toBe(plain.facts.session);
    await again.stop();
  });

  it('twice at once is one that is connected and one that is told so', { timeout: 60_000 }, async () => {
    const both = await Promise.allSettled([connected('--new'), connected('--new'), connected('--new')]);
    const [one, ...more] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(more).toEqual([]);
    for (const each of both) if (each.status === 'rejected') expect(String(each.reason)).toContain('is connected to');
    expect(await one?.stop()).toBe(0);
    await (await connected()).stop();
  });

  it('says in one sentence that an agent does not answer now', { timeout: 60_000 }, async () => {
    const silent = createHttpServer((request, response) => {
      if (request.method === 'POST') return void response.writeHead(503).end();
      const url = `http://${request.headers.host}/rpc`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      response.end(
        JSON.stringify({ name: 'Silent', capabilities: { streaming: true }, skills: [], supportedInterfaces }),
      );
    });
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const trace = vi.spyOn(console, 'error');
    const { facts, io, stop } = await connectedTo(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await (await viewer(facts.viewerUrl)).say('hello');
    await expect.poll(() => io.err(), { timeout: 20_000 }).toMatch(/answers 503: not now\. It is tried again\.\n/);
    expect(trace).not.toHaveBeenCalled();
    trace.mockRestore();
    await stop();
    silent.close();
  });

  it('says in one sentence why an agent cannot be talked to', async () => {
    const run = async (...args: readonly string[]) => {
      const io = memoryIo({ cwd: serving.folder });
      const code = await main(['connect', ...args, '--data', serving.folder, '--url', serving.url], io);
      return [code, io.err()] as const;
    };
    expect(await run('ftp://x')).toEqual([2, expect.stringContaining('AGENT_URL is the http or https address')]);
    const advice = (host: string) => expect.stringContaining(`Name it with --allow-private ${host} if you mean it.`);
    expect(await run('http://169.254.169.254/')).toEqual([1, advice('169.254.169.254:80')]);
    expect(await run('http://agent.example/')).toEqual([1, advice('agent.example:80')]);
    // Where no name helps, none is asked for.
    const [code, words] = await run(serving.url.replace('//', '//name:word@'));
    expect([code, words]).toEqual([1, expect.stringContaining('a name or a password')]);
    expect(words).not.toContain('--allow-private');
    expect(await run(`${serving.url}/a2a/nobody`)).toEqual([1, expect.stringContaining('no card is there')]);
    expect(await run(`${serving.url}/a2a/dev`, '--token-file', 'none')).toEqual([2, expect.stringContaining('none')]);
    const io = memoryIo({ cwd: serving.folder });
    const gone = `http://127.0.0.1:${await freePort()}`;
    expect(await main(['connect', `${serving.url}/a2a/dev`, '--url', gone], io)).toBe(1);
    expect(io.err()).toContain('nobody answers');
  });

  it("starts no host, and shows no key, where somebody else's host answers", async () => {
    const free = `http://127.0.0.1:${await freePort()}`;
    expect(await freeAddress(free)).toBe(free);
    expect(await freeAddress(serving.url)).not.toBe(serving.url);
  });

  it('starts a host when none runs, and ends it', { timeout: 60_000 }, async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const io = memoryIo({ cwd: newFolder(), stopped: new Promise(() => undefined) });
    const host = await ensureHost(url, false, new CommandArguments([], new Map()), io);
    expect((await fetch(`${url}/healthz`)).ok).toBe(true);
    expect(io.out()).toContain('Vitrine is at');
    expect(await host.stop()).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});

/** Taken and given back: nobody else on this machine asks for one by number. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
