// A real host with one session, for the page that shows it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { createHost, type Host } from '@vitrine/host';

const MESSAGES = [
  { version: 'v0.9', createSurface: { surfaceId: 'hello', catalogId: basic09.id } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'hello',
      components: [
        { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'pressed' } } },
        { id: 'label', component: 'Text', text: 'Press me' },
      ],
    },
  },
];

export class SessionOfHost {
  readonly viewerUrl: string;
  readonly #host: Host;
  readonly #folder: string;

  constructor(host: Host, folder: string, viewerUrl: string) {
    this.#host = host;
    this.#folder = folder;
    this.viewerUrl = viewerUrl;
  }

  /** `origin`: of the page that may connect. */
  static async open(origin: string): Promise<SessionOfHost> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-size-'));
    const host = await createHost({ folder, origins: [origin] });
    const { port } = await host.listen({ host: '127.0.0.1', port: 0 });
    const key = readFileSync(host.keyFile ?? '', 'utf8').trim();
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { session, viewerUrl } = (await (await post('/sessions', {})).json()) as Record<string, string>;
    await post(`/sessions/${session}/messages`, MESSAGES);
    return new SessionOfHost(host, folder, viewerUrl ?? '');
  }

  async close(): Promise<void> {
    await this.#host.stop(100);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
