import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, openSurface } from '../../test/sessions.ts';

/** A log whose node is heard of or not, as it is told. */
async function deafLog(): Promise<{ readonly log: SessionLog; readonly real: SessionLog; isHeard: boolean }> {
  const real = await openSqliteLog(':memory:');
  onTestFinished(() => real.close());
  const state = { real, isHeard: true };
  const log = new Proxy(real, {
    get: (target, name) => {
      if (name === 'isHeard') return state.isHeard;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return Object.assign(state, { log });
}

test('a host that was paused, and may lead no more, tells what another has written since', async () => {
  const world = await deafLog();
  const { sessions, open } = await openBench({ log: world.log });
  const live = await open();
  await live.ingestMessages({ text: { value: openSurface() } });
  const from = { role: 'agent', id: 'dev', dialect: 'vitrine' } as const;
  const body = [{ op: 'set', surface: 's', path: '/since', value: 1 }] as const;
  const since = { at: '2026-01-02T03:04:06.000Z', from, trust: 'trusted', body } as const;
  expect(await world.real.commit({ session: live.id, entries: [since] })).toMatchObject({ ok: true });
  expect(await live.snapshot()).toMatchObject({ seq: 1 });
  world.isHeard = false;
  expect(await live.snapshot()).toMatchObject({ seq: 2, surfaces: { s: { data: { since: 1 } } } });
  expect(await sessions.summary(live.id)).toMatchObject({ seq: 2 });
});
