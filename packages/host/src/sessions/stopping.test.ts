import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, openSurface } from '../../test/sessions.ts';
import type { Peers } from './leadership.ts';

/** Other hosts that ask for nothing. */
const peers: Peers = {
  askForSession: async () => undefined,
  mayListen: () => false,
  forward: () => Promise.reject(new Error('Nothing is forwarded here.')),
};

/** The log, and which sessions it was told to give back. */
async function notedLog(): Promise<{ readonly log: SessionLog; readonly released: string[] }> {
  const real = await openSqliteLog(':memory:');
  onTestFinished(() => real.close());
  const released: string[] = [];
  const log = new Proxy(real, {
    get: (target, name) => {
      if (name === 'release') return async (session: string) => void released.push(session);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { log, released };
}

test('a host that stops gives its sessions back before it closes its connections', async () => {
  const { log, released } = await notedLog();
  const { sessions, open } = await openBench({ log, peers });
  const live = await open();
  await live.ingestMessages({ text: { value: openSurface() } });
  await sessions.stop();
  expect(released).toEqual([live.id]);
});

test('a host that is alone has nobody to give its sessions to', async () => {
  const { log, released } = await notedLog();
  const { sessions, open } = await openBench({ log });
  await open();
  await sessions.stop();
  expect(released).toEqual([]);
});
