// The workflow `conformance-approval` as the program of examples/openwop-approval runs it: nothing in the host knows it.
// And a form of a run in the hands of our own viewer, as a page holds it.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectViewer, type Transport } from '@vitrine/client';
import { Catalogs } from '@vitrine/core';
import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import { createHost, type Host } from '@vitrine/host';
import { openwopFace } from '@vitrine/openwop';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveApprovals } from '../examples/openwop-approval/gate.mjs';

let host: Host;
let folder: string;
let url: string;
let key: string;
const over = new AbortController();
let served: Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openwop-gate-'));
  host = await createHost({ folder, faces: [openwopFace] });
  ({ url } = await host.listen({ host: '127.0.0.1', port: 0 }));
  key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
  served = serveApprovals({ url, key, over: over.signal });
});

afterAll(async () => {
  over.abort();
  await served;
  await host.stop(1000);
  await rm(folder, { recursive: true, force: true });
});

type Body = { readonly [name: string]: unknown };

async function call(path: string, body?: unknown): Promise<{ readonly status: number; readonly body: Body }> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

describe.each(['/v1', ''])('below %j', (base) => {
  test('it is a fixture, waits at its gate, and ends as was decided', async () => {
    const version = base === '' ? '2.0' : '1.0';
    const discover = async () =>
      (await (await fetch(`${url}/.well-known/openwop`, { headers: { 'openwop-version': version } })).json()) as Body;
    await expect.poll(discover, { timeout: 10_000 }).toMatchObject({ fixtures: ['conformance-approval'] });
    for (const [action, status] of [
      ['accept', 'completed'],
      ['reject', 'failed'],
    ]) {
      const { status: opened, body } = await call(`${base}/runs`, { workflowId: 'conformance-approval' });
      expect(opened).toBe(201);
      const path = `${base}/runs/${encodeURIComponent(String(body.runId))}`;
      await expect.poll(async () => (await call(path)).body.status, { timeout: 10_000 }).toBe('waiting-approval');
      expect((await call(path)).body.currentNodeId).toBe('gate');
      expect((await call(`${path}/interrupts/gate`, { resumeValue: { action } })).status).toBe(200);
      await expect.poll(async () => (await call(path)).body.status, { timeout: 10_000 }).toBe(status);
    }
  });
});

const FORM = {
  catalogVersion: '0.9.1',
  surface: {
    components: [
      { component: 'field.text', id: 'note', label: 'Note', required: true },
      { component: 'action.button', id: 'accept', label: 'Approve', action: { target: 'resume' } },
    ],
  },
};

test.each(['socket', 'sse'] as const)(
  'what a person typed goes with the button, over %s',
  async (transport: Transport) => {
    const { body: run } = await call('/v1/runs', { workflowId: 'form' });
    const path = `/v1/runs/${String(run.runId)}`;
    await call(`${path}/interrupts`, { nodeId: 'n', kind: 'approval', data: { title: 'T', actions: ['accept'] } });
    const meta = { source: 'ai-generation', ts: '2026-06-15T10:00:00Z' };
    const envelope = {
      type: 'ui.a2ui-surface',
      schemaVersion: 1,
      envelopeId: 'e',
      correlationId: 'c',
      nodeId: 'n',
      payload: FORM,
      meta,
    };
    expect((await call(`${path}/envelopes`, { envelope })).body.status).toBe('accepted');
    const session = String(run.session);
    const { body: pass } = await call(`/sessions/${session}/viewer-token`, {});
    const catalogs = new Catalogs([openwop1, openwop2]);
    const viewer = connectViewer({ url, session, token: String(pass.token), catalogs, transport, pauseMs: 0 });
    await expect.poll(() => viewer.view.surfaces.has('n'), { timeout: 10_000 }).toBe(true);
    const surface = viewer.view.surfaces.get('n');
    surface?.data.set('/values/note', 'typed here');
    const alone = await viewer.send({ event: 'input', surface: 'n', path: '/values/note', value: 'typed here' });
    expect(alone).toMatchObject({ accepted: false, issues: [{ code: 'VITRINE_WRITE_REFUSED', severity: 'warning' }] });
    const context = { action: 'accept', values: { note: 'typed here' } };
    const press = {
      event: 'action',
      surface: 'n',
      source: 'id:accept',
      name: 'resume',
      context,
      checked: false,
    } as const;
    expect(await viewer.send(press)).toMatchObject({ accepted: true });
    viewer.close();
    const { body } = await call(`${path}/interrupts/n`);
    expect(body).toMatchObject({
      state: 'resolved',
      resumeValue: { action: 'accept', values: { note: 'typed here' } },
    });
  },
);
