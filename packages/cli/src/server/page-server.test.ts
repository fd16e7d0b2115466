import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostNames } from './host-names.ts';
import { createPageServer } from './page-server.ts';

const files = new Map([
  ['/', { type: 'text/html; charset=utf-8', body: Buffer.from('<!doctype html>') }],
  ['/page.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('1') }],
]);
const server = createPageServer({ files, names: hostNames('127.0.0.1') });

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: string;
}

/** Not fetch: it would not let us lie about the host, nor send a path as it is. */
function ask(path: string, headers: { [name: string]: string } = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, method, headers, host: '127.0.0.1' }, async (response) => {
      const chunks: Buffer[] = await response.toArray();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the page server', () => {
  it('gives the page and its files with their types', async () => {
    const page = await ask('/');
    expect([page.status, page.headers['content-type'], page.body]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<!doctype html>',
    ]);
    const script = await ask('/page.js?v=1');
    expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it('answers for its health', async () => {
    const { status, headers, body } = await ask('/healthz');
    expect([status, headers['content-type'], body]).toEqual([200, 'application/json', '{"ok":true}']);
  });

  it('sends the strict policy with every answer, refusals as well', async () => {
    for (const path of ['/', '/healthz', '/none']) {
      const { headers } = await ask(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:");
      expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vitrine");
      expect(policy).not.toContain('unsafe');
      expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', 'no-store']);
    }
  });

  it('knows no other path, however it is spelled', async () => {
    for (const path of ['/none', '/../package.json', '/..%2fpackage.json', '//', '/page.js/', 'http://127.0.0.1/']) {
      expect((await ask(path)).status, path).toBe(404);
    }
  });

  it('refuses a request that calls it by another name', async () => {
    const { status, body } = await ask('/', { host: 'evil.example' });
    expect([status, JSON.parse(body).error]).toEqual([421, 'host-unknown']);
  });

  it('takes GET and HEAD only', async () => {
    const head = await ask('/', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '15', '']);
    const post = await ask('/', {}, 'POST');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
