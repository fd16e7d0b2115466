import { expect, test } from 'vitest';
import { call, openHttpHost, openSession } from '../../test/http-host.ts';
import { fileName } from '../sessions/files.ts';
import { disposition } from './file-routes.ts';
import type { HttpLimits } from './limits.ts';

const HTML = new TextEncoder().encode('<script>alert(1)</script>');

async function upload(limits: Partial<HttpLimits> = {}) {
  const host = await openHttpHost({ http: { limits } });
  const opened = await openSession(host);
  const send = (name: string, type: string, body: Uint8Array<ArrayBuffer> = HTML) =>
    call(host, opened.token, `${opened.path}/files?name=${encodeURIComponent(name)}`, {
      body,
      headers: type === '' ? {} : { 'content-type': type },
    });
  return { host, ...opened, send };
}

test('[HT23] A file comes back as an attachment that no browser shows', async () => {
  const { host, path, token, send } = await upload();
  const sent = await send('Lebenslauf Zoë.html', 'text/html; charset=utf-7');
  expect(sent.status).toBe(201);
  const row = (await sent.json()) as { ref: string };
  expect(row).toEqual({ ref: expect.any(String), name: 'Lebenslauf Zoë.html', type: 'text/html', size: HTML.length });
  for (const credential of [host.key, token]) {
    const got = await call(host, credential, `${path}/files/${row.ref}`);
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(HTML);
    expect(got.headers.get('content-type')).toBe('text/html');
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect(got.headers.get('content-security-policy')).toContain('sandbox');
    expect(got.headers.get('content-disposition')).toBe(
      `attachment; filename="Lebenslauf Zo_.html"; filename*=UTF-8''Lebenslauf%20Zo%C3%AB.html`,
    );
  }
});

test('[HT23] A file is for the agent and its sender only', async () => {
  const { host, path, session, send } = await upload();
  const { ref } = (await (await send('a.txt', 'text/plain')).json()) as { ref: string };
  const other = (await host.credentials.mintViewer(session)).token;
  const refused = await call(host, other, `${path}/files/${ref}`);
  const missing = await call(host, other, `${path}/files/none`);
  expect(refused.status).toBe(404);
  expect(await refused.text()).toBe(await missing.text());
  const second = await openSession(host);
  expect((await call(host, host.key, `${second.path}/files/${ref}`)).status).toBe(404);
});

test('[HT12] A file over the limit is refused', async () => {
  const { send } = await upload({ fileBytes: 10 });
  expect((await send('a', '', new Uint8Array(10))).status).toBe(201);
  const large = await send('a', '', new Uint8Array(11));
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ error: 'VITRINE_BODY_SIZE', details: { limit: 10 } });
});

test('[HT37] The files of a session have a bound together, also those that come at once', async () => {
  const { host, send } = await upload({ sessionFileBytes: 100 });
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await send('a', '', new Uint8Array(30))).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  const refused = await send('a', '', new Uint8Array(11));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ error: 'VITRINE_BODY_SIZE', details: { limit: 100 } });
  expect((await send('a', '', new Uint8Array(10))).status).toBe(201);
  const other = await openSession(host);
  const elsewhere = await call(host, other.token, `${other.path}/files?name=a`, { body: new Uint8Array(100) });
  expect(elsewhere.status).toBe(201);
});

test.each([
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\temp\\a.txt', 'C temp a.txt'],
  ['.htaccess', 'htaccess'],
  ['a\r\nSet-Cookie: x', 'a Set-Cookie x'],
  ['gpj.\u202eexe', 'gpj. exe'],
  ['"; filename="b', '; filename= b'],
  ['', 'file'],
  ['..', 'file'],
  [undefined, 'file'],
  ['\ud800', 'file'],
])('[HT23] The name %j becomes %j', (asked, name) => {
  expect(fileName(asked ?? '', (name) => name)).toBe(name);
});

test('[HT23] A name of any characters fits its header', () => {
  const name = fileName('é'.repeat(500), (name) => name);
  expect(name).toHaveLength(150);
  const { headers } = new Response(null, { headers: { 'content-disposition': disposition(`${name}'()*%"\\`) } });
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!-]+$/,
  );
});
