import { openwopPayloadSchema } from '@vitrine/core/catalogs/openwop-schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelope, FORM, Stage } from '../test/stage.ts';

const UNIVERSAL = { 'clarification.request': 1, 'schema.request': 1, 'schema.response': 1, error: 1 };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.clear());

const discover = (version?: string, on = stage) =>
  on.call('GET', '/.well-known/openwop', {
    key: null,
    ...(version === undefined ? {} : { headers: { 'openwop-version': version } }),
  });

test('[OS1] major 1 reads its families at the root, without a credential', async () => {
  const { status, body, headers } = await discover();
  expect(status).toBe(200);
  expect(headers.get('openwop-version')).toBe('1.0');
  expect(body).toMatchObject({
    supportedEnvelopes: ['clarification.request', 'schema.request', 'schema.response', 'error', 'ui.a2ui-surface'],
    schemaVersions: { ...UNIVERSAL, 'ui.a2ui-surface': 1 },
    limits: { clarificationRounds: 8, schemaRounds: 8, envelopesPerTurn: 1000 },
    envelopeStrictness: 'warn',
    envelopeContracts: { advertised: true },
    fixtures: [],
    a2uiSurface: { deltaTransport: true },
  });
});

test('[OS1] major 2 reads records, and no delta transport', async () => {
  const { body } = await discover('2.0');
  expect(body).toMatchObject({
    protocolVersion: '2.0',
    supportedEnvelopes: { status: 'stable', kinds: ['ui.a2ui-surface'] },
    schemaVersions: { kinds: { ...UNIVERSAL, 'ui.a2ui-surface': 2 } },
    envelopeStrictness: { mode: 'warn' },
    fixtures: [],
  });
  expect(body).not.toHaveProperty('a2uiSurface');
  expect(body).not.toHaveProperty('conformance');
});

test('[OS1] the document has a validator, and another major is refused', async () => {
  const { headers } = await discover('2.0');
  const again = await fetch(`${stage.url}/.well-known/openwop`, {
    headers: { 'openwop-version': '2.0', 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const unsupported = { error: 'protocol_version_unsupported', details: { protocolVersions: ['1.0', '2.0'] } };
  for (const version of ['3.0', '3', '0.9', '20', 'two', '2.x', ''])
    expect(await discover(version), version).toMatchObject({ status: 406, body: unsupported });
  for (const version of ['1', '1.9', '2', '2.1', ' 2.0 '])
    expect((await discover(version)).headers.get('openwop-version'), version).toBe(`${version.trim()[0]}.0`);
  expect((await stage.post('/.well-known/openwop')).status).toBe(405);
});

test('[OS13] a version in a header is that of every path without one, and of those below /v1 it can only be theirs', async () => {
  const run = await stage.run(1);
  const at = (path: string, version: string) => stage.get(path, { 'openwop-version': version });
  const unsupported = { status: 406, body: { error: 'protocol_version_unsupported' } };
  for (const path of ['/runs', `/runs/${run.id}`, '/interrupts/x', '/schemas/ai-envelope.schema.json'])
    expect(await at(path, '7.0'), path).toMatchObject(unsupported);
  expect(await at('/v1/runs', '2.0')).toMatchObject({ status: 400, body: { error: 'protocol_version_mismatch' } });
  expect((await at('/v1/runs', '1.0')).status).toBe(200);
  const first = await at(`/runs/${run.id}`, '1');
  expect([first.status, first.headers.get('openwop-version'), first.body.runId]).toEqual([200, '1.0', run.id]);
  expect((await at('/runs', '2.0')).headers.get('openwop-version')).toBe('2.0');
});

test('[OS2] what is advertised is what admission takes: kinds and floors are settings', async () => {
  const none = { kinds: {}, strictness: 'strict' } as const;
  const old = { kinds: { 'ui.a2ui-surface': 1 }, strictness: 'strict' } as const;
  const other = await Stage.open({ settings: { majors: { 1: none, 2: old } } });
  expect((await discover(undefined, other)).body.supportedEnvelopes).not.toContain('ui.a2ui-surface');
  expect((await discover(undefined, other)).body).not.toHaveProperty('a2uiSurface');
  expect((await discover('2.0', other)).body).toMatchObject({
    schemaVersions: { kinds: { 'ui.a2ui-surface': 1 } },
    envelopeStrictness: { mode: 'strict' },
  });
  const one = await other.run(1);
  expect((await one.emit(envelope(FORM))).body.status).toBe('gated');
  const two = await other.run(2);
  expect((await two.emit(envelope(FORM))).status).toBe(201);
  expect((await other.call('GET', '/schemas/envelopes/ui.a2ui-surface.schema.json')).status).toBe(404);
  for (const file of ['ai-envelope', 'a2ui-surface-delta-frame'])
    expect((await other.get(`/schemas/${file}.schema.json`)).status, file).toBe(200);
  await other.clear();
});

test('[OS3] the schemas of all kinds are served by major, for the version that is advertised', async () => {
  const read = (version?: string) =>
    stage.call('GET', '/schemas/envelopes/ui.a2ui-surface.schema.json', {
      key: null,
      ...(version === undefined ? {} : { headers: { 'openwop-version': version } }),
    });
  expect((await read()).body).toEqual(openwopPayloadSchema(1));
  expect((await read('1.0')).body).toEqual(openwopPayloadSchema(1));
  expect((await read('2.0')).body).toEqual(openwopPayloadSchema(2));
  for (const file of ['ai-envelope', 'a2ui-surface-delta-frame'])
    expect((await stage.get(`/schemas/${file}.schema.json`)).status, file).toBe(200);
  for (const kind of Object.keys(UNIVERSAL)) {
    const of = await stage.call('GET', `/schemas/envelopes/${kind}.schema.json`, { key: null });
    expect(of).toMatchObject({ status: 200, body: { type: 'object', additionalProperties: false } });
    expect(of.headers.get('content-type')).toBe('application/schema+json');
    expect(of.headers.get('cache-control')).toBe('public, max-age=300');
    expect((await stage.get(`/schemas/envelopes/${kind}.schema.json`, { 'openwop-version': '2.0' })).body).toEqual(
      of.body,
    );
  }
  for (const file of ['envelopes/vendor.x.schema.json', 'envelopes/toString.schema.json', 'toString', ''])
    expect((await stage.get(`/schemas/${file}`)).status, file).toBe(404);
});

test('[OS4] a workflow of the suite is a fixture while a program waits for its runs', async () => {
  await stage.get('/runs?workflowId=conformance-of-my-own&wait=0.01');
  const waiting = stage.get('/runs?workflowId=conformance-approval&status=pending&wait=20');
  await expect.poll(async () => (await discover('2.0')).body.fixtures).toEqual(['conformance-approval']);
  const run = await stage.run(2, { workflowId: 'conformance-approval' });
  expect((await waiting).body.runs).toMatchObject([{ runId: run.id }]);
  stage.pass(20_000);
  expect((await discover('2.0')).body.fixtures).toEqual([]);
});

test('[OS5] without them there is no seam', async () => {
  for (const path of [
    '/v1/host/sample/envelope/accept',
    '/conformance/seams/sample/a2ui/emit-surface',
    '/v1/host/sample/test/reset',
    '/v1/host/sample/test/capability-toggle',
  ])
    expect((await stage.post(path, {})).status, path).toBe(404);
});
