import { mcpAppCatalogs } from '@vitrine/core/catalogs/mcp-app';
import type { JsonObject } from '@vitrine/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedPort, playServer } from '../../test/remote-stage.ts';
import { Stage } from '../../test/stage.ts';
import { mcpAppsFaceWith } from '../index.ts';
import { sandboxOriginFor } from './app-face.ts';
import { boundedPolicy, policyHeader } from './app-policy.ts';

const MIME = 'text/html;profile=mcp-app';
const HTML = '<!doctype html><title>Theirs</title>';
const tool = (name: string, visibility?: readonly string[]): JsonObject => ({
  ...{ name, inputSchema: { type: 'object' } },
  ...(visibility === undefined ? {} : { _meta: { ui: { visibility } } }),
});

let stage: Stage;
let url: string;
let key: string;
let server: PlayedPort;
let stopServer: () => void;

beforeAll(async () => {
  server = await playServer(
    {
      tools: [tool('add'), tool('for_models', ['model']), tool('for_apps', ['app']), tool('endless', ['app'])],
      call: (name, args) => {
        if (name === 'endless') return new Promise(() => undefined);
        return name === 'add' && args.size !== undefined
          ? { content: [{ type: 'text', text: 'x'.repeat(Number(args.size)) }] }
          : { content: [] };
      },
      resources: {
        'ui://it/view': {
          mimeType: MIME,
          text: HTML,
          _meta: { ui: { csp: { connectDomains: ['https://api.good.com', 'http://127.0.0.1:1'] } } },
        },
        'ui://it/other': { mimeType: 'text/html', text: HTML },
        'ui://it/large': { mimeType: MIME, text: 'x'.repeat(3_000_000) },
      },
    },
    (stop) => {
      stopServer = stop;
    },
  );
  const servers = new Map([
    ['it', { url: new URL(server.url) }],
    ['gone', { url: new URL('http://127.0.0.1:1/mcp') }],
  ]);
  const faces = [mcpAppsFaceWith({ servers, callsPerMinute: 40 })];
  stage = await Stage.open({}, undefined, [], { faces, catalogs: [...mcpAppCatalogs] });
  ({ url, key } = stage);
});
afterAll(async () => {
  await stage.close();
  stopServer();
});

async function call(
  path: string,
  body: JsonObject,
  credential = key,
  headers: { readonly [name: string]: string } = {},
) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as JsonObject };
}

/** A session with one component, and its viewer. */
async function shown(props: JsonObject, more: JsonObject = {}) {
  const { body: opened } = await call('/sessions', { dialect: 'vitrine', ...more });
  const session = String(opened.session);
  const components = [{ id: 'root', type: 'McpApp', props }];
  const op = { op: 'open', surface: 's', catalog: 'urn:vitrine:catalog:mcp-app:1.0', components };
  const sent = await call(`/sessions/${session}/messages?dialect=vitrine`, { vitrine: 1, body: [op] });
  const { body } = await call(`/sessions/${session}/viewer-token`, {});
  const token = String(body.token);
  const at = { surface: 's', component: 'root' };
  return {
    ...{ session, sent: sent.body, token },
    open: (given: JsonObject = {}, headers = {}) => call('/mcp-apps/open', { ...at, ...given }, token, headers),
    call: (given: JsonObject) => call('/mcp-apps/call', { ...at, ...given }, token),
  };
}

const APP = { server: 'it', resource: 'ui://it/view' };

describe('an app of somebody else in a session', () => {
  it('[MA20] is fetched for a viewer of a trusted session, with an address on an origin of its own and its policy within our bounds', async () => {
    const app = await shown(APP);
    const { status, body } = await app.open();
    expect(status).toBe(200);
    expect(body.html).toBe(HTML);
    const sandbox = new URL(String(body.sandbox));
    expect(sandbox.hostname).toBe('localhost');
    const page = await fetch(sandbox);
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      'connect-src https://api.good.com;',
      `frame-ancestors ${url}`,
      'sandbox allow-scripts',
      "frame-src 'none'",
      "form-action 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain('127.0.0.1:1;');
    expect(page.headers.get('permissions-policy')).toContain('camera=()');
    expect(
      JSON.stringify(
        await (
          await fetch(`${url}/sessions/${app.session}/snapshot`, { headers: { authorization: `Bearer ${key}` } })
        ).json(),
      ),
    ).not.toContain('Theirs');
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['of a server that nobody named', { ...APP, server: 'other' }, {}, 'has named no server "other"'],
    ['that is no app', { ...APP, resource: 'ui://it/other' }, {}, 'has no app at'],
    ['that is too large', { ...APP, resource: 'ui://it/large' }, {}, 'are shown at most'],
    ['that is not there', { ...APP, resource: 'ui://it/none' }, {}, 'There is nothing at'],
    ['of a server that is away', { ...APP, server: 'gone' }, {}, 'cannot be reached'],
    ['in a run of OpenWOP', APP, { dialect: 'openwop-2' }, 'run of OpenWOP'],
    ['in a session that is not trusted', APP, { trust: 'untrusted' }, 'not trusted'],
  ])('[MA21] %s is refused in words', async (_name, props, more, words) => {
    const app = await shown(props, more);
    const { status, body } = await app.open();
    expect([status, body.error]).toEqual([403, 'VITRINE_APP_REFUSED']);
    expect(body.message).toContain(words);
  });

  it('[MA21] stands nowhere but where it stands: not in another surface, not for an agent, not on the origin of the page', async () => {
    const app = await shown(APP);
    for (const other of [{ surface: 'x' }, { component: 'x' }])
      expect((await app.open(other)).body.message).toContain('no such app');
    expect((await call('/mcp-apps/open', { surface: 's', component: 'root' })).body.error).toBe(
      'VITRINE_CREDENTIAL_PURPOSE',
    );
    expect((await call('/mcp-apps/open', { surface: 's', component: 'root' }, 'nobody')).status).toBe(401);
    expect((await app.open({}, { origin: url.replace('127.0.0.1', 'localhost') })).body.message).toContain(
      'no origin of its own',
    );
    expect((await app.open({}, { origin: 'https://evil.example' })).body.error).toBe('VITRINE_ORIGIN_REFUSED');
  });

  it('[MA22] calls tools that are meant for apps, each with the consent of the person, so many a minute and so much at once', async () => {
    const app = await shown(APP);
    expect((await app.call({ tool: 'for_apps', agreed: true })).body).toMatchObject({ result: { content: [] } });
    for (const [given, words] of [
      [{ tool: 'for_apps' }, 'Nobody has agreed'],
      [{ tool: 'for_models', agreed: true }, 'no such tool for apps'],
      [{ tool: 'nowhere', agreed: true }, 'no such tool for apps'],
      [{ tool: 'add', agreed: true, arguments: { size: 2_000_000 } }, 'answers with more than'],
      [{ tool: 7, agreed: true }, 'A call has a tool'],
      [{ tool: 'add', agreed: true, arguments: 'x' }, 'A call has a tool'],
    ] as const)
      expect((await app.call(given as JsonObject)).body.message).toContain(words);
    expect((await app.call({ tool: 'add', agreed: true, arguments: { long: 'x'.repeat(300_000) } })).status).toBe(413);
    const answers = await Promise.all(Array.from({ length: 40 }, () => app.call({ tool: 'add', agreed: true })));
    expect(answers.map(({ status }) => status)).toContain(429);
    expect(server.calls.every(({ name }) => name !== 'for_models')).toBe(true);
  });

  it('[MA22] a call that is under way ends within a second of the viewer whose it is', async () => {
    const app = await shown(APP);
    const begun = app.call({ tool: 'endless', agreed: true });
    await expect.poll(() => server.calls.at(-1)?.name).toBe('endless');
    const since = performance.now();
    await stage.host.credentials.revokeViewers(app.session);
    expect(await begun).toMatchObject({ status: 401, body: { error: 'VITRINE_CREDENTIAL_REVOKED' } });
    expect(performance.now() - since).toBeLessThan(1000);
  });

  it('[MA23] HTML that comes with the component is refused by name, under our catalog and under the one of A2UI', async () => {
    const inline = await shown({ ...APP, htmlContent: '<script>1</script>' });
    expect(JSON.stringify(inline.sent)).toContain('VITRINE_APP_REFUSED');
    expect(JSON.stringify(inline.sent)).toContain('htmlContent');
    const { body } = await call('/sessions', { dialect: 'a2ui-0.9' });
    const version = 'v0.9';
    const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/mcp/mcp_catalog.json';
    const messages = [
      { version, createSurface: { surfaceId: 's', catalogId } },
      {
        version,
        updateComponents: {
          surfaceId: 's',
          components: [{ id: 'root', component: 'McpApp', title: 'T', htmlContent: 'url_encoded:%3Cb%3E' }],
        },
      },
    ];
    const sent = await call(
      `/sessions/${String(body.session)}/messages?dialect=a2ui-0.9`,
      messages as unknown as JsonObject,
    );
    expect(JSON.stringify(sent.body)).toContain('VITRINE_APP_REFUSED');
  });

  it('[MA24] the sandbox is shown in the page that its address names and in no other', async () => {
    for (const page of [
      '',
      'null',
      'https://a.example;',
      "https://a.example 'self'",
      'javascript:alert(1)',
      'https://a.example/path',
    ])
      expect((await fetch(`${url}/mcp-apps/sandbox?page=${encodeURIComponent(page)}`)).status, page).toBe(404);
    const { headers } = await fetch(
      `${url}/mcp-apps/sandbox?page=https://a.example&connect=${encodeURIComponent("https://b.com; script-src * 'unsafe-eval' data:")}`,
    );
    expect(headers.get('content-security-policy')).not.toContain('unsafe-eval');
    expect(headers.get('content-security-policy')).toContain('frame-ancestors https://a.example;');
  });
});

it('[MA24] a policy names hosts of the public internet over TLS and nothing else', () => {
  const asked = ['https://a.com', 'https://*.a.com', 'wss://a.com:8443', 'https://cdn.x.y.net'];
  const never = [
    '*',
    'https:',
    'http://a.com',
    'https://localhost',
    'https://10.0.0.1',
    'https://[::1]',
    'https://box',
    'https://x.local',
    'https://*',
    'https://*.com;',
    "'unsafe-eval'",
    'data:',
    'https://a.com/path',
    'https://a.com evil.com',
    7,
  ];
  const policy = boundedPolicy({
    connectDomains: [...asked, ...never],
    resourceDomains: [...asked, ...never],
  } as JsonObject);
  expect(policy).toEqual({ connect: asked, load: asked.filter((one) => one.startsWith('https:')) });
  expect(
    boundedPolicy({ connectDomains: Array.from({ length: 99 }, (_, i) => `https://a${i}.com`) }).connect,
  ).toHaveLength(20);
  expect(policyHeader(policy, 'https://page.com').split('; ')).toContain("base-uri 'none'");
});

it.each([
  ['http://127.0.0.1:8787', undefined, 'http://localhost:8787'],
  ['http://localhost:8787', undefined, 'http://127.0.0.1:8787'],
  ['https://ui.example', undefined, undefined],
  ['https://ui.example', 'https://apps.example', 'https://apps.example'],
  ['https://ui.example', 'https://ui.example', undefined],
])('[MA24] apps of a page at %s with %s stand on %s', (here, named, expected) => {
  expect(sandboxOriginFor(new URL(here), named)).toBe(expected);
});
