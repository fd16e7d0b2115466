// The tools of views by a real client: what a tool that shows answers with, tickets, what is admitted and what is not.

import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '@vitrine/core/internal';
import { deferred } from '@vitrine/face-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORM, FORM_08, lines, run, Stage } from '../../test/stage.ts';
import { mcpFaceWith } from '../index.ts';

const VIEW = '<!doctype html><title>view</title>';
let stage: Stage;
let client: Client;

beforeAll(async () => {
  stage = await Stage.open({ view: VIEW });
  client = await stage.client();
});
afterAll(() => stage?.close());

interface ViewGiven extends JsonObject {
  readonly ticket: string;
  readonly session: string;
}

/** Shows the form under a key, and gives the ticket of its view. */
async function shown(sessionKey: string, name = 'a2ui_push', args: JsonObject = { messages: FORM }) {
  const result = (await client.callTool({ name, arguments: { sessionKey, ...args } })) as unknown as JsonObject;
  const given = (result._meta as JsonObject)['vitrine/view'] as ViewGiven;
  return { result, given, pass: { session: given.session, ticket: given.ticket, view: 'v1' } };
}

const refusal = async (name: string, args: JsonObject, by = client): Promise<string> => {
  const error = await run(by, name, args).then(
    () => undefined,
    (problem: Error) => problem,
  );
  return error?.message ?? 'it was done';
};

it('[MA10] a push answers with its words, a picture, the A2UI resource, the messages and the ticket of a view', async () => {
  const { result, given } = await shown('shows');
  const content = result.content as readonly JsonObject[];
  expect(content.map(({ type }) => type)).toEqual(['text', 'text', 'resource']);
  expect(JSON.parse(String(content[0]?.text))).toMatchObject({ accepted: 2, issues: [] });
  expect(content[1]?.text).toContain('Hello from MCP');
  expect(content[2]).toMatchObject({
    resource: { uri: 'a2ui://shows/main', mimeType: 'application/a2ui+json' },
    annotations: { audience: ['user'] },
  });
  expect(result.structuredContent).toMatchObject({
    session: given.session,
    surface: 'main',
    seq: 2,
    viewerUrl: expect.any(String),
  });
  expect(JSON.stringify((result.structuredContent as JsonObject).messages)).toContain('createSurface');
  expect(JSON.stringify([result.content, result.structuredContent])).not.toContain(given.ticket);
});

it('[MA10] canvas names and questions show a view, too; what shows nothing does not', async () => {
  const canvas = await shown('canvas', 'canvas.a2ui.push', { jsonl: lines(FORM_08) });
  expect(canvas.result.structuredContent).toMatchObject({
    ...{ pushed: true, surface: 's', session: canvas.given.session },
    viewerUrl: expect.stringContaining(canvas.given.session),
  });
  const asked = await shown('asked', 'a2ui_ask', { prompt: 'Well?', waitSeconds: 0 });
  expect(JSON.stringify(asked.result.content)).toContain('Well?');
  const { tools } = await client.listTools();
  const metas = new Map(tools.map(({ name, _meta }) => [name, _meta]));
  for (const name of ['a2ui_push', 'a2ui_ask', 'a2ui_confirm', 'canvas.a2ui.push', 'canvas.a2ui.pushJSONL'])
    expect(metas.get(name)).toEqual({
      ui: { resourceUri: 'ui://vitrine/view' },
      'ui/resourceUri': 'ui://vitrine/view',
      'openai/outputTemplate': 'ui://vitrine/view',
    });
  expect(metas.get('a2ui_dump')).toBeUndefined();
});

it('[MA1] [MA11] the document is listed and read; the tools of views are for views alone', async () => {
  const { resources } = await client.listResources();
  expect(resources[0]).toMatchObject({ uri: 'ui://vitrine/view', mimeType: 'text/html;profile=mcp-app' });
  const { contents } = await client.readResource({ uri: 'ui://vitrine/view' });
  expect(contents[0]).toMatchObject({ text: VIEW, _meta: { ui: { prefersBorder: false } } });
  const { tools } = await client.listTools();
  const ofViews = tools.filter(({ name }) => name.startsWith('a2ui_view_'));
  expect(ofViews.map(({ name }) => name.slice('a2ui_view_'.length))).toEqual([
    'state',
    'wait',
    'act',
    'answer',
    'upload',
  ]);
  for (const { _meta } of ofViews) expect(_meta).toEqual({ ui: { visibility: ['app'] } });
});

it('[MA11] a ticket holds for its own agent and session, unchanged, until either is gone', async () => {
  const { pass } = await shown('mine');
  const { pass: other } = await shown('other');
  expect(await run(client, 'a2ui_view_state', pass)).toMatchObject({ welcome: { agent: 'dev' } });
  const gone = /VITRINE_VIEW_TICKET/;
  expect(await refusal('a2ui_view_state', { ...pass, session: other.session })).toMatch(gone);
  const [body = '', mark = ''] = pass.ticket.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, session: other.session })).toString('base64url');
  expect(await refusal('a2ui_view_state', { ...other, ticket: `${forged}.${mark}` })).toMatch(gone);
  expect(await refusal('a2ui_view_wait', { ...pass, ticket: 'no', after: 0 })).toMatch(gone);
  await stage.host.sessions.close(other.session);
  expect(await run(client, 'a2ui_view_state', other)).toMatchObject({ frames: expect.any(Array) });
});

it('[MA11] a ticket expires, and more wrong ones than are allowed are not looked at', async () => {
  const short = await Stage.open({ view: VIEW, ticketHours: 0, guessesPerMinute: 2 });
  try {
    const own = await short.client();
    const { _meta } = await own.callTool({ name: 'a2ui_push', arguments: { messages: FORM } });
    const { ticket, session } = (_meta as JsonObject)['vitrine/view'] as ViewGiven;
    const pass = { ticket, session, view: 'v' };
    for (let i = 0; i < 2; i++) expect(await refusal('a2ui_view_state', pass, own)).toMatch(/VITRINE_VIEW_TICKET/);
    expect(await refusal('a2ui_view_state', pass, own)).toMatch(/^Send slower/);
  } finally {
    await short.close();
  }
});

it('[MA11] a view that waits is told within a second that the key which signed its ticket was dropped', async () => {
  const following = deferred();
  const face = mcpFaceWith({ view: VIEW });
  const create: typeof face.create = (port) => {
    const follow: typeof port.sessions.follow = (...args) => {
      following.resolve();
      return port.sessions.follow(...args);
    };
    return face.create({ ...port, sessions: { ...port.sessions, follow } });
  };
  const own = await Stage.open({}, undefined, [], { faces: [{ ...face, create }] });
  try {
    const viewing = await own.client();
    const { _meta } = await viewing.callTool({ name: 'a2ui_push', arguments: { messages: FORM } });
    const { ticket, session } = (_meta as JsonObject)['vitrine/view'] as ViewGiven;
    const args = { ticket, session, view: 'v', after: 2, waitSeconds: 50 };
    const waiting = refusal('a2ui_view_wait', args, viewing);
    await following.promise;
    await own.host.operator.rotateKey('token', 'command');
    const since = performance.now();
    await own.host.operator.rotateKey('token', 'command', { now: true });
    expect(await waiting).toMatch(/VITRINE_VIEW_TICKET/);
    expect(performance.now() - since).toBeLessThan(1000);
  } finally {
    await own.close();
  }
});

it('[MC34] an answer that is too long is refused with a way to ask for less, and a view is led to the page', async () => {
  const short = await Stage.open({ view: VIEW, answerLength: 4000 });
  try {
    const own = await short.client();
    const { _meta } = await own.callTool({ name: 'a2ui_push', arguments: { messages: FORM } });
    const { ticket, session } = (_meta as JsonObject)['vitrine/view'] as ViewGiven;
    const pass = { ticket, session, view: 'v' };
    expect(await run(own, 'a2ui_view_state', pass)).toMatchObject({ welcome: { session } });
    const value = 'x'.repeat(2500);
    const large = [
      { version: 'v0.9', createSurface: { ...FORM[0]?.createSurface, surfaceId: 'large' } },
      { version: 'v0.9', updateDataModel: { surfaceId: 'large', path: '/d', value } },
    ];
    await run(own, 'a2ui_push', { messages: large });
    await run(own, 'a2ui_push', {
      messages: { version: 'v0.9', updateDataModel: { surfaceId: 'main', path: '/d', value: `${value}${value}` } },
    });
    for (const name of ['a2ui_dump', 'canvas.a2ui.dump'])
      expect(await refusal(name, {}, own)).toMatch(
        /^The answer has \d+ characters, more than 4000: ask for one surface/,
      );
    expect(await run(own, 'a2ui_dump', { surface: 'large' })).toMatchObject({
      surfaces: { large: { data: { d: value } } },
    });
    expect(await refusal('a2ui_dump', { surface: 'other' }, own)).toContain('no such surface');
    expect(await refusal('a2ui_view_state', pass, own)).toMatch(
      /^VITRINE_VIEW_SIZE: .* Open the page of the session\.$/,
    );
  } finally {
    await short.close();
  }
});

it('[MA12] a press is admitted as it was shown, and told as what it is; what was never shown and a consent are refused', async () => {
  const { pass } = await shown('acts');
  const action = { event: 'action', surface: 'main', source: 'go', name: 'go', context: {}, checked: true };
  const message = (event: JsonObject) => ({ vitrine: 1, body: [event] });
  expect(await run(client, 'a2ui_view_act', { ...pass, message: message(action), after: 2 })).toMatchObject({
    accepted: 1,
  });
  const { events } = (await run(client, 'a2ui_events', { sessionKey: 'acts' })) as {
    readonly events: readonly JsonObject[];
  };
  expect(events.map(({ event }) => (event as JsonObject).event)).toContain('action');
  const strange = await run(client, 'a2ui_view_act', { ...pass, message: message({ ...action, name: 'delete' }) });
  expect(strange).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_EVENT_NAME' }] });
  const consent = { event: 'consent', kind: 'files', granted: true };
  expect(await run(client, 'a2ui_view_act', { ...pass, message: message(consent) })).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_BODY_INVALID' }],
  });
});

it('[MA11] the ticket of one surface acts on no other, neither by a press nor by what goes with one', async () => {
  const { pass } = await shown('two');
  const other = {
    createSurface: { surfaceId: 'other', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' },
  };
  const components = [
    { id: 'root', component: 'Button', child: 'word', action: { event: { name: 'go' } } },
    { id: 'word', component: 'Text', text: 'Go' },
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  ];
  const push: readonly JsonObject[] = [other, { updateComponents: { surfaceId: 'other', components } }];
  await run(client, 'a2ui_push', { sessionKey: 'two', messages: push.map((one) => ({ version: 'v0.9', ...one })) });
  const press = (surface: string, source: string) => ({
    ...{ event: 'action', surface, source, name: 'go', context: {}, checked: true },
  });
  const act = (message: JsonObject) => run(client, 'a2ui_view_act', { ...pass, message: { vitrine: 1, ...message } });
  const foreign = { accepted: 0, issues: [{ code: 'VITRINE_VIEW_TICKET' }] };
  expect(await act({ body: [press('other', 'root')] })).toMatchObject(foreign);
  const writes = [{ surface: 'other', path: '/name', value: 'Eve' }];
  expect(await act({ body: [press('main', 'go')], writes })).toMatchObject(foreign);
  expect(await act({ body: [{ event: 'sync', surfaces: { other: { name: 'Eve' } } }] })).toMatchObject(foreign);
  expect(await act({ body: [press('main', 'go')] })).toMatchObject({ accepted: 1 });
});

it('[MA6] an approval from a view is refused, and taken where the operator allows it', async () => {
  const approve = async (by: Client, { ticket, session }: ViewGiven, ask: string) =>
    run(by, 'a2ui_view_answer', { ticket, session, view: 'v', ask, value: true });
  const asking = { prompt: 'Send it?', waitSeconds: 0 };
  const { given, result } = await shown('approves', 'a2ui_confirm', asking);
  const { ask } = result.structuredContent as { readonly ask: string };
  expect(await approve(client, given, ask)).toMatchObject({ accepted: 0, issues: [{ code: 'VITRINE_VIEW_APPROVAL' }] });
  const allowing = await Stage.open({ view: VIEW, approvals: true });
  try {
    const own = await allowing.client();
    const { structuredContent, _meta } = await own.callTool({ name: 'a2ui_confirm', arguments: asking });
    const there = structuredContent as { readonly ask: string };
    const pass = (_meta as JsonObject)['vitrine/view'] as ViewGiven;
    expect(await approve(own, pass, there.ask)).toMatchObject({ accepted: 1 });
    expect(await run(own, 'a2ui_confirm', { ask: there.ask })).toMatchObject({ answered: true, approved: true });
  } finally {
    await allowing.close();
  }
});

it('[MA5] a view that waits is told when a later one of the same surface is opened', async () => {
  const older = await shown('stacked');
  const waiting = run(client, 'a2ui_view_wait', { ...older.pass, after: 2, waitSeconds: 20 });
  const newer = await shown('stacked', 'a2ui_push', {
    messages: [{ version: 'v0.9', updateDataModel: { surfaceId: 'main', path: '/x', value: 1 } }],
  });
  await run(client, 'a2ui_view_state', newer.pass);
  await waiting;
  expect(await run(client, 'a2ui_view_wait', { ...older.pass, after: 3 })).toMatchObject({
    superseded: true,
    frames: [],
  });
  expect(await run(client, 'a2ui_view_wait', { ...newer.pass, after: 3, waitSeconds: 0 })).not.toHaveProperty(
    'superseded',
  );
});

it('[MA13] a file is kept beside the session; what is no base64 is refused', async () => {
  const { pass } = await shown('files');
  const data = Buffer.from('hello').toString('base64');
  expect(await run(client, 'a2ui_view_upload', { ...pass, name: 'a.txt', type: 'text/plain', data })).toMatchObject({
    name: 'a.txt',
    size: 5,
    ref: expect.any(String),
  });
  expect(await refusal('a2ui_view_upload', { ...pass, name: 'a.txt', data: '%%%' })).toBe('data is base64.');
});

it('[MA16] a view waits without its host at one path alone, where a frame without an origin may call with its ticket', async () => {
  const { pass, given } = await shown('own');
  expect(given.wait).toBe(`${stage.url}/mcp/view/wait`);
  const headers = { origin: 'null', 'content-type': 'text/plain' };
  const wait = (more: JsonObject = {}, own: HeadersInit = headers) =>
    fetch(String(given.wait), { method: 'POST', headers: own, body: JSON.stringify({ ...pass, after: 2, ...more }) });
  const waiting = wait();
  await run(client, 'a2ui_push', {
    sessionKey: 'own',
    messages: [{ version: 'v0.9', updateDataModel: { surfaceId: 'main', path: '/x', value: 'Changed' } }],
  });
  const answer = await waiting;
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, 'null']);
  expect(JSON.stringify(await answer.json())).toContain('Changed');
  for (const more of [{ ticket: 'none' }, { session: 'another' }, { view: '' }, { after: -1 }]) {
    const refused = await wait(more);
    expect([400, 403]).toContain(refused.status);
    expect(refused.headers.get('access-control-allow-origin')).toBe('null');
  }
  expect((await wait({}, { ...headers, origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await fetch(String(given.wait), { headers })).status).toBe(405);
  for (const path of ['/mcp', '/sessions', '/mcp/view/wait/more'])
    expect((await fetch(`${stage.url}${path}`, { method: 'POST', headers, body: '{}' })).status).toBe(403);
});

it('[MA16] a wait without a host ends with its agent, and wrong tickets of an address are counted', async () => {
  const own = await Stage.open({ view: VIEW, guessesPerMinute: 3 });
  try {
    const by = await own.client();
    const { _meta } = (await by.callTool({ name: 'a2ui_push', arguments: { messages: FORM } })) as unknown as {
      readonly _meta: JsonObject;
    };
    const given = _meta['vitrine/view'] as ViewGiven;
    const wait = (ticket: string) =>
      fetch(String(given.wait), {
        ...{ method: 'POST', headers: { origin: 'null' } },
        body: JSON.stringify({ session: given.session, ticket, view: 'v', after: 2 }),
      });
    const waiting = wait(given.ticket);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await wait(`wrong${i}`)).status);
    expect(statuses).toEqual([403, 403, 403, 429]);
    const [agent = ''] = (await own.host.credentials.agents()).map((one) => one.agent);
    await own.host.credentials.revokeAgent(agent);
    expect((await waiting).status).toBe(403);
    expect((await wait(given.ticket)).status).toBeGreaterThanOrEqual(403);
  } finally {
    await own.close();
  }
});

it('[MC25] views that wait take no place of the calls of their agent, and so many of them wait at once', async () => {
  const own = await Stage.open({ view: VIEW, calls: 2, viewWaits: 3, patienceMs: 20 });
  try {
    const by = await own.client();
    const { _meta } = await by.callTool({ name: 'a2ui_push', arguments: { messages: FORM } });
    const { session, ticket } = (_meta as JsonObject)['vitrine/view'] as ViewGiven;
    const pass = { session, ticket, view: 'v1' };
    const { seq } = await run(by, 'a2ui_view_state', pass);
    const args = { ...pass, after: Number(seq), waitSeconds: 20 };
    const waits = Array.from({ length: 4 }, () =>
      run(by, 'a2ui_view_wait', args).then(
        () => 'told',
        (error: Error) => error.message,
      ),
    );
    expect(await Promise.race(waits)).toContain('Too many calls at once');
    await run(by, 'a2ui_push', { messages: FORM.slice(1) });
    expect((await Promise.all(waits)).filter((one) => one === 'told')).toHaveLength(3);
  } finally {
    await own.close();
  }
});

it('[MA17] what no basic catalog has is told to a view as the text of its picture, anew with what changes it', async () => {
  const chart = {
    id: 'chart',
    component: 'Chart',
    label: 'Sales',
    categories: ['May'],
    series: [{ values: { path: '/v' } }],
  };
  const components = [
    { id: 'root', component: 'Column', children: ['word', 'chart'] },
    { id: 'word', component: 'Text', text: 'Beside it' },
    chart,
  ];
  const surfaceId = 'extended';
  const version = 'v1.0';
  const valued = (value: number) => ({ version, updateDataModel: { surfaceId, path: '/v', value: [value] } });
  const { pass, given } = await shown('extended', 'a2ui_push', {
    messages: [
      { version, createSurface: { surfaceId, catalogId: 'urn:vitrine:catalog:vitrine:1.0' } },
      valued(12),
      { version, updateComponents: { surfaceId, components } },
    ],
  });
  const text = JSON.stringify(given.frames);
  expect(text).toContain('https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json');
  expect(text).not.toContain('urn:vitrine');
  expect(text).not.toContain('"Chart"');
  expect(text).toContain('[bar chart: Sales]');
  expect(text).toMatch(/May +12/);
  const { seq } = await run(client, 'a2ui_view_state', pass);
  await run(client, 'a2ui_push', { sessionKey: 'extended', messages: [valued(34)] });
  const later = await run(client, 'a2ui_view_state', { ...pass, after: Number(seq) });
  expect(JSON.stringify(later.frames)).toMatch(/May +34/);
  // What stands in the session is the chart.
  expect(JSON.stringify(await run(client, 'a2ui_dump', { sessionKey: 'extended' }))).toContain('"Chart"');
});

it('[MA17] a surface of a catalog that builds on no basic one is one picture, and one of the minimal catalog is none', async () => {
  const data = { data: { title: 'Careful', message: 'The kettle is hot' } };
  const alert = { id: 'root', type: 'alert', props: { data: { path: '/data' } } };
  const catalog = 'urn:vitrine:catalog:agentchains:2026-02-20';
  const opening = { op: 'open', surface: 'alert', catalog, components: [alert], data };
  const { given } = await shown('alert', 'a2ui_push', { messages: [{ vitrine: 1, body: [opening] }] });
  const text = JSON.stringify(given.frames);
  expect(text).toContain('The kettle is hot');
  expect(text).not.toMatch(/agentchains|"type":"alert"/);
  const minimal = 'https://a2ui.org/specification/v0_9/catalogs/minimal/catalog.json';
  const messages = JSON.parse(JSON.stringify(FORM).replace(/https:[^"]*/, minimal));
  const other = JSON.stringify((await shown('minimal', 'a2ui_push', { messages })).given.frames);
  expect(other).toContain('"type":"Button"');
  expect(other).not.toContain('minimal/catalog');
});
