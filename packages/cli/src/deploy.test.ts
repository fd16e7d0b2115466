// The files of deploy/: what they call is run, as they call it, and every setting in them is one.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { memoryIo } from '../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../test/serving.ts';
import { main } from './main.ts';
import { variable } from './serving/given.ts';
import { SERVE_FLAGS } from './serving/serve-flags.ts';

ensureBuilt();
afterEach(stopAll);

const read = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
const KNOWN = [...SERVE_FLAGS.map(({ name }) => variable(name)), 'VITRINE_TOKEN_KEY', 'VITRINE_SEAL_KEY'];

/** Whether `serve` would take it. */
async function isTaken(args: readonly string[], env: { readonly [name: string]: string }) {
  const io = memoryIo({ env: { ...env } });
  const code = await main(['config', 'explain', ...args], io);
  return { code, err: io.err() };
}

describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const env = Object.fromEntries(
    [...text.matchAll(/(VITRINE_\w+)=(\S+)/g)].slice(1).map(([, name = '', value = '']) => [name, value]),
  );

  it('starts a host that its health check finds ready', async () => {
    const [, command = ''] = /^CMD (\[.+\])$/m.exec(text) ?? [];
    const [program, word, ...args]: string[] = JSON.parse(command);
    expect([program, word]).toEqual(['vitrine', 'serve']);
    const serving = await Serving.start(args, {
      ...env,
      VITRINE_HOST: env.VITRINE_HOST ?? '',
      VITRINE_PORT: '0',
      VITRINE_DATA: '',
    });
    const [, check = ''] = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(text) ?? [];
    const [, , script = ''] = JSON.parse(check) as string[];
    const [, address = ''] = /fetch\('([^']+)'\)/.exec(script) ?? [];
    const { pathname, port } = new URL(address);
    expect(port).toBe(env.VITRINE_PORT);
    const found = await fetch(`http://127.0.0.1:${new URL(serving.url).port}${pathname}`);
    expect([found.status, await found.json()]).toMatchObject([200, { ready: true }]);
  });

  it('names settings that there are', () => {
    expect(Object.keys(env).sort()).toEqual(['VITRINE_DATA', 'VITRINE_HOST', 'VITRINE_PORT']);
    expect(Object.keys(env).filter((name) => !KNOWN.includes(name))).toEqual([]);
  });
});

it('the systemd unit calls commands that end well, one by one', async () => {
  const text = read('vitrine.service');
  const env = Object.fromEntries(
    [...text.matchAll(/^Environment=(\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const calls = [...text.matchAll(/^ExecStart\w*=\/usr\/bin\/env vitrine (.+)$/gm)].map(([, call = '']) =>
    call.split(' '),
  );
  expect(calls).toEqual([['config', 'explain'], ['serve']]);
  const io = memoryIo({ env: { ...env, VITRINE_DATA: newFolder() } });
  expect(await main(calls[0] ?? [], io)).toBe(0);
  const serving = await Serving.start(calls[1]?.slice(1), { VITRINE_LOG_LEVEL: env.VITRINE_LOG_LEVEL ?? '' });
  expect(await serving.stop()).toBe(0);
  expect(Object.keys(env).filter((name) => !KNOWN.includes(name))).toEqual([]);
});

it('the compose file gives both hosts settings that serve takes, and an address of their own', async () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const given: { readonly [name: string]: string } = {
    POSTGRES_PASSWORD: 'pw',
    VITRINE_TOKEN_KEY: key,
    VITRINE_SEAL_KEY: key,
  };
  const [document] = parseAllDocuments(read('compose.yaml'), { merge: true });
  const { services } = (document?.toJS() ?? {}) as {
    services: { [name: string]: { environment: { [name: string]: string } } };
  };
  for (const name of ['first', 'second']) {
    const written = Object.entries(services[name]?.environment ?? {});
    const env = Object.fromEntries(
      written.map(([key_, value]) => [
        key_,
        value.replaceAll(
          /\$\{(\w+)(?::-([^}]*)|:\?)?\}/g,
          (_, variable_: string, usual = '') => given[variable_] ?? String(usual),
        ),
      ]),
    );
    expect(Object.keys(env).filter((one) => !KNOWN.includes(one))).toEqual([]);
    expect(env.VITRINE_NODE_ADDRESS).toBe(`http://${name}:8787`);
    expect(await isTaken(['--trust-proxy'], env)).toEqual({ code: 0, err: '' });
  }
});

/** What a kubelet puts into every container beside a service, unless it is told not to. */
function serviceLinks({
  metadata,
  spec,
}: {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly ports: readonly { readonly port: number }[] };
}): { readonly [name: string]: string } {
  const name = metadata.name.toUpperCase().replaceAll('-', '_');
  const [{ port } = { port: 80 }] = spec.ports;
  return {
    [`${name}_SERVICE_HOST`]: '10.0.0.2',
    [`${name}_SERVICE_PORT`]: String(port),
    [`${name}_PORT`]: `tcp://10.0.0.2:${port}`,
  };
}

it('the manifests of Kubernetes call serve as it can be called, and ask for health where it is told', async () => {
  const [deployment, service] = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS());
  const { template, selector } = deployment.spec;
  const [container] = template.spec.containers;
  const env: { name: string; value?: string }[] = container.env.filter(({ name }: { name: string }) =>
    name.startsWith('VITRINE_'),
  );
  expect(env.map(({ name }) => name).filter((name) => !KNOWN.includes(name))).toEqual([]);
  const [, word, ...args] = container.args as string[];
  const values = Object.fromEntries(
    env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value.replace('$(POD_IP)', '10.0.0.1')]])),
  );
  expect(word).toBe('serve');
  const links = template.spec.enableServiceLinks === false ? {} : serviceLinks(service);
  expect(await isTaken(args, { ...links, ...values, VITRINE_DATABASE_URL: 'postgres://u@h/d' })).toEqual({
    code: 0,
    err: '',
  });
  expect([container.readinessProbe, container.livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
    '/readyz',
    '/healthz',
  ]);
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(service.spec.selector).toEqual(selector.matchLabels);
  expect(container.ports.map(({ name }: { name: string }) => name)).toContain(service.spec.ports[0].targetPort);
});
