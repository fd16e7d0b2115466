// A catalog that somebody brings to a session at one host is known at every other as soon as something is drawn with it.

import { randomBytes } from 'node:crypto';
import type { FacePorts, PortOutlet } from '@vitrine/core/port';
import { createHost } from '@vitrine/host';
import { openPostgresLog } from '@vitrine/log-postgres';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { newDatabase, until } from '../test/nodes.ts';
import { startPostgres, type TestPostgres } from '../test/postgres.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 240_000);
afterAll(() => postgres.stop(), 60_000);

const keys = { token: randomBytes(32), seal: randomBytes(32) };
const own = {
  protocol: '0.9',
  definition: {
    catalogId: 'own',
    components: { Gauge: { type: 'object', properties: { level: { type: 'number' } } } },
  },
};
const shown = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'own' } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Gauge', level: 3 }] } },
];

async function hostOn(database: string) {
  const ports: FacePorts[] = [];
  const create = (port: FacePorts) => {
    ports.push(port);
    return {};
  };
  const shared = { open: (of: Parameters<typeof openPostgresLog>[1]) => openPostgresLog(database, of) };
  const host = await createHost({ shared, keys, faces: [{ name: 'test', create }] });
  onTestFinished(() => host.stop());
  await host.listen({ host: '127.0.0.1', port: 0 });
  return { host, port: ports[0] as FacePorts };
}

it('reaches viewers at another host with the first surface that is drawn by it', async () => {
  const database = await newDatabase(postgres);
  const [one, two] = [await hostOn(database), await hostOn(database)];
  await one.host.credentials.addAgent('dev');
  const { session } = await one.port.sessions.open({ agent: 'dev' });
  const seen: string[] = [];
  const outlet: PortOutlet = {
    viewer: 'v',
    reset: () => undefined,
    join: (wire) => void seen.push(...wire),
    send: ({ items }) => {
      for (const { wire } of items) seen.push(...wire);
      return true;
    },
    ready: () => undefined,
    end: () => undefined,
  };
  const { detach } = await two.port.sessions.attach(session, outlet, { dialect: 'a2ui-0.9', catalogs: ['own'] });
  onTestFinished(detach);
  await one.port.sessions.addCatalog(session, own);
  expect((await one.port.sessions.sendAsAgent(session, { message: shown })).issues).toEqual([]);
  await until(() => seen.some((message) => message.includes('updateComponents')));
  expect(seen.join()).toContain('"component":"Gauge"');
});
