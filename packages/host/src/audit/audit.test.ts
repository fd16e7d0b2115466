// What the audit says, that any change of it is found, and that details can be erased.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHost } from '../host.ts';
import { AuditTrail } from './audit-trail.ts';
import { verifyAudit } from './verify-audit.ts';

const KINDS = ['audit', 'audit-detail', 'audit-head'];

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly text: string;
}

async function openLog(): Promise<SessionLog> {
  const log = await openSqliteLog(':memory:');
  onTestFinished(() => log.close());
  return log;
}

async function rowsOf(log: SessionLog): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of KINDS)
    for await (const { key, value } of log.records(kind)) rows.push({ kind, key, text: JSON.stringify(value) });
  return rows;
}

/** As a driver reads them: what is no JSON throws. */
function logOf(rows: readonly Row[]): Pick<SessionLog, 'records'> {
  return {
    async *records(kind) {
      for (const row of rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
        if (row.kind === kind) yield { kind, key: row.key, value: JSON.parse(row.text) };
    },
  };
}

function flips(text: string): string[] {
  const bytes = Buffer.from(text);
  return [...bytes.keys()].map((at) => {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8((bytes[at] as number) ^ 1, at);
    return flipped.toString('utf8');
  });
}

async function somebodyActed(log: SessionLog): Promise<AuditTrail> {
  let now = Date.parse('2026-01-02T03:04:05Z');
  const trail = await AuditTrail.open({ log, now: () => now++ });
  await trail.append(
    { act: 'open', role: 'agent', agent: 'dev', session: 's1' },
    { act: 'see', role: 'viewer', session: 's1', details: { viewer: 'ada', credential: 'jti-1' } },
  );
  await trail.append({ act: 'approve', role: 'viewer', session: 's1', details: { viewer: 'ada', ask: 'pay', seq: 4 } });
  await trail.append({ act: 'answer', role: 'viewer', session: 's2', details: { viewer: 'bob', ask: 'why', seq: 2 } });
  return trail;
}

describe('the audit', () => {
  it('[AU1] is a chain that a later host goes on with', async () => {
    const log = await openLog();
    await somebodyActed(log);
    const again = await AuditTrail.open({ log, now: () => Date.parse('2026-01-03T00:00:00Z') });
    await again.append({ act: 'close session', role: 'operator', session: 's1' });
    expect(await verifyAudit(log)).toMatchObject({ ok: true, lines: 5, erased: 0, chains: { main: { n: 5 } } });
    const { lines } = await again.page('', 10);
    expect(lines.map(({ act, n }) => [act, n])).toEqual([
      ['open', 1],
      ['see', 2],
      ['approve', 3],
      ['answer', 4],
      ['close session', 5],
    ]);
    expect(lines[2]).toMatchObject({ details: { viewer: 'ada', ask: 'pay', seq: 4 } });
    const first = await again.page('', 2);
    expect((await again.page(first.next ?? '', 10)).lines.map(({ n }) => n)).toEqual([3, 4, 5]);
  });

  it('[AU2] is not whole when one byte of any field of any record is another', async () => {
    const log = await openLog();
    await somebodyActed(log);
    const rows = await rowsOf(log);
    expect((await verifyAudit(logOf(rows))).ok).toBe(true);
    let tried = 0;
    for (const [index, row] of rows.entries())
      for (const field of ['kind', 'key', 'text'] as const)
        for (const flipped of flips(row[field])) {
          const { ok } = await verifyAudit(logOf(rows.with(index, { ...row, [field]: flipped })));
          expect(ok, `${row.kind} ${row.key} ${field}: ${flipped}`).toBe(false);
          tried++;
        }
    expect(tried).toBeGreaterThan(1500);
  });

  it('[AU2] is not whole, or its log is not opened, when one byte of it in the file is another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-audit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const log = await openSqliteLog(folder);
    await somebodyActed(log);
    const rows = JSON.stringify(await rowsOf(log));
    await log.close();
    const file = join(folder, 'sessions.db');
    const whole = readFileSync(file);
    const places = [...whole.toString('latin1').matchAll(/audit/g)].map(({ index }) => index);
    expect(places.length).toBeGreaterThan(15);
    let found = 0;
    for (const [index, place] of places.entries()) {
      const changed = Buffer.from(whole);
      // What stands before the name says what kind and how long it is, what stands behind is its key or its text.
      const at = place + ((index * 7) % 64) - 8;
      changed.writeUInt8((whole[at] as number) ^ ([0x80, 1, 0x20][index % 3] as number), at);
      writeFileSync(file, changed);
      const opened = await openSqliteLog(folder).catch((error: { code: string }) => error.code);
      if (typeof opened === 'string') expect(opened).toBe('VITRINE_LOG_DAMAGED');
      const isSame = typeof opened !== 'string' && (await verifyAudit(opened)).ok;
      if (isSame) expect(JSON.stringify(await rowsOf(opened))).toBe(rows);
      else found++;
      if (typeof opened !== 'string') await opened.close();
    }
    expect(found).toBeGreaterThan(places.length / 2);
  });

  it('[AU2] is not whole when any record is missing, doubled under another name, or two have changed places', async () => {
    const log = await openLog();
    await somebodyActed(log);
    const rows = await rowsOf(log);
    for (const [index, row] of rows.entries()) {
      expect((await verifyAudit(logOf(rows.toSpliced(index, 1)))).ok).toBe(false);
      expect((await verifyAudit(logOf([...rows, { ...row, key: `${row.key}x` }]))).ok).toBe(false);
    }
    const lines = rows.filter(({ kind }) => kind === 'audit');
    const [one, other] = [lines[1] as Row, lines[2] as Row];
    const swapped = rows.map((row) =>
      row === one ? { ...one, text: other.text } : row === other ? { ...other, text: one.text } : row,
    );
    expect((await verifyAudit(logOf(swapped))).ok).toBe(false);
  });

  it('[AU3] is whole after details were erased, and tells of it', async () => {
    const log = await openLog();
    const trail = await somebodyActed(log);
    const gone = await trail.erase(({ details }) => details?.viewer === 'ada', {
      act: 'erase person',
      role: 'operator',
    });
    expect(gone).toBe(2);
    expect(await verifyAudit(log)).toMatchObject({ ok: true, erased: 2 });
    expect(JSON.stringify(await rowsOf(log))).not.toContain('ada');
    expect(JSON.stringify(await rowsOf(log))).toContain('bob');
  });

  it('[AU3] is whole after the details of more lines were erased than one line can name', async () => {
    const log = await openLog();
    const trail = await somebodyActed(log);
    const act = { act: 'act', role: 'viewer', session: 's1', details: { viewer: 'ada' } } as const;
    for (let i = 0; i < 5; i++) await trail.append(...Array.from({ length: 500 }, () => act));
    expect(
      await trail.erase(({ session }) => session === 's1', { act: 'erase', role: 'operator', session: 's1' }),
    ).toBe(2502);
    expect(await verifyAudit(log)).toMatchObject({ ok: true, erased: 2502 });
    for (const { text } of await rowsOf(log)) expect(text.length).toBeLessThan(100_000);
  });

  it('[AU4] of hosts that share a log is a chain each, and one that is gone is missed', async () => {
    const log = await openLog();
    for (const _ of [1, 2]) {
      const trail = await AuditTrail.open({ log, now: Date.now, isShared: true });
      await trail.append({ act: 'open', role: 'agent', session: 's' });
    }
    const { ok, chains } = await verifyAudit(log);
    expect([ok, Object.keys(chains).length]).toEqual([true, 2]);
    const rows = await rowsOf(log);
    const first = rows.find(({ kind, text }) => kind === 'audit' && text.includes('heads\\":{}'));
    const before = first?.key.split('~')[1] ?? 'none';
    const without = rows.filter(({ key }) => !key.includes(before));
    expect((await verifyAudit(logOf(without))).problems[0]).toMatch(/had 2 lines, and has fewer/);
  });

  it('[AU5] keeps a line that could not be stored, and stores it with the next', async () => {
    const log = await openLog();
    const failing = Object.assign(Object.create(log) as SessionLog, {
      writeRecords: () => Promise.reject(new Error('full')),
      record: log.record.bind(log),
    });
    const trail = await AuditTrail.open({ log: failing, now: Date.now });
    await expect(trail.append({ act: 'open', role: 'agent' })).rejects.toThrow('full');
    Object.assign(failing, { writeRecords: log.writeRecords.bind(log) });
    await trail.append({ act: 'see', role: 'operator' });
    expect(await verifyAudit(log)).toMatchObject({ ok: true, lines: 2 });
  });

  it('[AU6] says who opened, saw, approved and revoked in a host, and operators alone read it', async () => {
    const host = await createHost({});
    onTestFinished(() => host.stop());
    const client = { address: '127.0.0.1' };
    const { key } = await host.operator.addAgent('pay', 'command');
    const { token: operator } = await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode());
    const call = async (path: string, token: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
      const headers = { authorization: `Bearer ${token}`, host: '127.0.0.1', 'content-type': 'application/json' };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const answer = await host.fetch(new Request(`http://127.0.0.1${path}`, init), client);
      return { status: answer.status, json: (await answer.json()) as { [name: string]: unknown } };
    };
    const { json: opened } = await call('/sessions', key, { title: 'Pay' });
    const { session, viewerToken } = opened as { session: string; viewerToken: string };
    const ask = { op: 'ask', ask: 'pay', want: { kind: 'confirm' }, prompt: 'Pay 3 Euro?' };
    const sent = await call(`/sessions/${session}/messages?dialect=vitrine`, key, { vitrine: 1, body: [ask] });
    expect(sent.json).toMatchObject({ accepted: 1 });
    await call(`/sessions/${session}/snapshot`, viewerToken);
    await call(`/sessions/${session}/snapshot`, viewerToken);
    const answer = { vitrine: 1, body: [{ event: 'answer', ask: 'pay', value: true }] };
    expect((await call(`/sessions/${session}/events?dialect=vitrine`, viewerToken, answer)).json).toMatchObject({
      accepted: 1,
    });
    await call(`/sessions/${session}`, operator, undefined, 'DELETE');
    expect((await call('/audit', key)).status).toBe(403);
    const { json } = await call('/audit?limit=50', operator);
    const lines = json.lines as { act: string; role: string; session?: string; details?: object }[];
    expect(lines.map(({ act, role }) => `${role} ${act}`)).toEqual([
      'command add agent',
      'agent open',
      'viewer see',
      'viewer approve',
      'operator close session',
      'operator export',
    ]);
    // Page by page it is the same, and is written down once.
    const pages: { act: string }[] = [];
    for (let next: unknown = ''; next !== undefined; ) {
      const page = await call(`/audit?limit=2${next === '' ? '' : `&next=${next}`}`, operator);
      pages.push(...(page.json.lines as { act: string }[]));
      next = page.json.next;
    }
    expect(pages.map(({ act }) => act)).toEqual([...lines.map(({ act }) => act), 'export']);
    expect(lines[3]).toMatchObject({ session, details: { ask: 'pay', viewer: expect.any(String) } });
    // By which credential each of them did it, in every line of theirs.
    const credentials = new Map<string, Set<unknown>>();
    for (const { role, details } of lines.slice(2))
      credentials.set(role, (credentials.get(role) ?? new Set()).add((details as { credential?: string }).credential));
    expect([...credentials].map(([role, names]) => [role, [...names]])).toEqual([
      ['viewer', [expect.stringMatching(/^[\w-]+$/)]],
      ['operator', [expect.stringMatching(/^[\w-]{12}$/)]],
    ]);
    expect(await host.audit.verify()).toMatchObject({ ok: true });
  });
});
