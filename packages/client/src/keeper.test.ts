import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, FakeHost, settle, tokenUntil } from '../test/fakes.ts';
import { FORM } from '../test/form.ts';
import { Backoff } from './backoff.ts';
import { redeemViewerCode } from './viewer-token.ts';

const ready = [{ seq: 4, message: FORM }, { ready: 4 }];

afterEach(() => vi.unstubAllGlobals());

describe('a line that breaks', () => {
  it('[CL18] is tried again after waits that double up to a ceiling, shortened by chance by at most half', () => {
    const longest = new Backoff(() => 1);
    const waits = Array.from({ length: 9 }, () => longest.next());
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    const shortest = new Backoff(() => 0);
    expect([shortest.next(), shortest.next()]).toEqual([200, 400]);
    expect(shortest.next(5000)).toBe(5000);
    shortest.succeeded();
    expect(shortest.next()).toBe(200);
  });

  it('[CL18] waits from the beginning once a line was live', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const states: string[] = [];
    viewer.on('state', (state) => states.push(state));
    await settle();
    host.last.end();
    expect(host.clock.waits).toEqual([400]);
    await host.clock.advance(400);
    host.last.end();
    expect(host.clock.waits).toEqual([800]);
    await host.clock.advance(800);
    const socket = await host.welcome(...ready);
    socket.end();
    expect(host.clock.waits).toEqual([400]);
    expect(states).toEqual(['offline', 'connecting', 'offline', 'connecting', 'live', 'offline']);
  });

  it('[CL18] waits longer when the host asks for it', async () => {
    const host = new FakeHost();
    host.viewer();
    const socket = await host.welcome(...ready);
    socket.end(1013);
    expect(host.clock.waits).toEqual([2000]);
  });

  it('[CL19] is found out by silence: asked whether it lives, then given up', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const socket = await host.welcome(...ready);
    await host.clock.advance(25_000);
    expect(socket.sent.at(-1)).toEqual({ ping: host.clock.now() });
    socket.say({ pong: 1 });
    await host.clock.advance(24_000);
    expect(viewer.state).toBe('live');
    await host.clock.advance(9000);
    expect(socket.isClosed).toBe(true);
    expect(viewer.state).toBe('offline');
  });

  it('[CL19] answers when it is asked', async () => {
    const host = new FakeHost();
    host.viewer();
    const socket = await host.welcome(...ready);
    socket.say({ ping: 'x' });
    expect(socket.sent.at(-1)).toEqual({ pong: 'x' });
  });

  it('[CL19] is given up when it never gets anywhere', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    await settle();
    await host.clock.advance(25_000);
    expect(host.sockets[0]?.isClosed).toBe(true);
    expect(viewer.state).toBe('offline');
  });

  it.each([
    [4403, 'refused'],
    [4404, 'refused'],
    [4410, 'closed'],
  ])('[CL20] %i is final: %s', async (code, state) => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const closed: number[] = [];
    viewer.on('closed', ({ seq }) => closed.push(seq));
    const socket = await host.welcome(...ready);
    socket.end(code);
    expect(viewer.state).toBe(state);
    expect(host.clock.waits).toEqual([]);
    expect(closed).toEqual(code === 4410 ? [4] : []);
  });

  it('[CL20] closed by the host is told once and not tried again', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const closed: number[] = [];
    viewer.on('closed', ({ seq }) => closed.push(seq));
    const socket = await host.welcome(...ready);
    socket.say({ closed: 4 });
    socket.end(4410);
    expect([viewer.state, closed, host.clock.waits]).toEqual(['closed', [4], []]);
  });

  it('[CL20] a credential that is not taken is replaced once, else the connection is refused', async () => {
    const host = new FakeHost();
    const viewer = host.viewer({ renew: () => Promise.resolve('second') });
    await settle();
    host.last.open();
    host.last.end(4401);
    await settle();
    expect(host.last.protocols).toEqual(['vitrine.1', 'second']);
    expect(viewer.token).toBe('second');
    host.last.open();
    host.last.end(4401);
    await settle();
    expect(viewer.state).toBe('refused');
    const without = new FakeHost();
    const refused = without.viewer();
    await settle();
    without.last.end(4401);
    await settle();
    expect(refused.state).toBe('refused');
  });

  it('[CL23] begins anew where the host does not know how far it has come, and gives up a hello that nobody understands', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const socket = await host.welcome(...ready);
    socket.end();
    await host.clock.advance(400);
    host.last.open();
    host.last.end(4400);
    await host.clock.advance(1000);
    await settle();
    host.last.open();
    expect(host.last.hello.after).toBeUndefined();
    host.last.end(4400);
    expect(viewer.state).toBe('refused');
  });

  it('[CL25] is tried at once when the network or the page comes back, and doubted when the network goes', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const place = new EventTarget();
    vi.stubGlobal('document', page);
    vi.stubGlobal('addEventListener', place.addEventListener.bind(place));
    vi.stubGlobal('removeEventListener', place.removeEventListener.bind(place));
    const host = new FakeHost();
    const viewer = host.viewer();
    let socket = await host.welcome(...ready);
    for (const [target, name] of [
      [place, 'online'],
      [page, 'visibilitychange'],
    ] as const) {
      socket.end();
      expect(viewer.state).toBe('offline');
      target.dispatchEvent(new Event(name));
      expect(viewer.state).toBe('connecting');
      socket = await host.welcome({ ready: 4 });
    }
    place.dispatchEvent(new Event('offline'));
    expect(socket.sent.at(-1)).toHaveProperty('ping');
    await host.clock.advance(8000);
    expect(viewer.state).toBe('offline');
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(viewer.state).toBe('offline');
    viewer.close();
    place.dispatchEvent(new Event('online'));
    expect(viewer.state).toBe('closed');
  });
});

describe('a token', () => {
  it('[CL24] is renewed before it ends, again when that fails, and the next line carries the new one', async () => {
    const host = new FakeHost();
    const start = host.clock.now();
    const next = tokenUntil(start + 7_200_000);
    const viewer = host.viewer({ token: tokenUntil(start + 3_600_000, start) });
    await host.clock.advance(3_299_000);
    expect(host.calls).toEqual([]);
    await host.clock.advance(2000);
    expect(host.calls).toHaveLength(1);
    host.answers = () => answer({ token: next });
    await host.clock.advance(15_000);
    expect(host.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /sessions/s/viewer-token',
      'POST /sessions/s/viewer-token',
    ]);
    expect(viewer.token).toBe(next);
    await host.clock.advance(60_000);
    expect(host.last.protocols[1]).toBe(next);
  });

  it('[CL24] ends its line when it ends; the renewed one opens the next, and nothing is lost', async () => {
    const host = new FakeHost();
    const start = host.clock.now();
    const next = tokenUntil(start + 50_000, start + 10_000);
    const viewer = host.viewer({ token: tokenUntil(start + 20_000, start) });
    host.answers = () => answer({ token: next });
    const first = await host.welcome(...ready);
    await host.clock.advance(10_000);
    expect(viewer.token).toBe(next);
    host.last.end(4401);
    await settle();
    expect(host.last).not.toBe(first);
    expect(host.last.protocols[1]).toBe(next);
    host.last.open();
    host.last.end(4401);
    await settle();
    expect(viewer.state).toBe('refused');
  });

  it('[CL24] is renewed in time on a machine whose clock is wrong, and never in a hurry', async () => {
    for (const skew of [-3 * 3_600_000, 3 * 3_600_000]) {
      const host = new FakeHost();
      const start = host.clock.now();
      const hour = (from: number) => tokenUntil(start + skew + from + 3_600_000, start + skew + from);
      host.answers = () => answer({ token: hour(host.clock.now() - start) });
      host.viewer({ token: hour(0) });
      await host.clock.advance(3_301_000);
      const renewed = host.calls.filter(({ path }) => path.endsWith('/viewer-token')).length;
      await host.clock.advance(3_301_000);
      expect(host.calls.filter(({ path }) => path.endsWith('/viewer-token')).length - renewed).toBe(1);
      expect(renewed).toBeGreaterThan(0);
      expect(renewed).toBeLessThan(4);
    }
  });

  it('[CL24] of a family that is about to end is not asked for without end', async () => {
    const host = new FakeHost();
    const start = host.clock.now();
    const end = start + 60_000;
    host.answers = () => answer({ token: tokenUntil(end, host.clock.now()) });
    host.viewer({ token: tokenUntil(end, start) });
    await host.clock.advance(60_000);
    expect(host.calls.length).toBeLessThan(12);
  });

  it('[CL51] is had for the code of a link, however long the host does not answer', async () => {
    const host = new FakeHost();
    const asked: string[] = [];
    const fetch = (url: string, init?: RequestInit) => {
      asked.push(`${init?.method} ${new URL(url).pathname} ${String(init?.body)}`);
      if (asked.length < 3) return Promise.reject(new TypeError('fetch failed'));
      const status = asked.length === 3 ? 429 : 200;
      return Promise.resolve(new Response(JSON.stringify({ session: 's', token: 't' }), { status }));
    };
    let silences = 0;
    const unanswered = () => silences++;
    const options = { url: 'http://host.test', code: 'c', clock: host.clock, random: () => 0 };
    const had = redeemViewerCode({ ...options, fetch, unanswered });
    await host.clock.advance(60_000);
    expect(silences).toBe(3);
    expect(await had).toEqual({ session: 's', token: 't' });
    expect(asked).toEqual(Array.from({ length: 4 }, () => 'POST /viewer {"code":"c"}'));
    const refused = () => Promise.resolve(new Response('{"error":"VITRINE_CREDENTIAL_REVOKED"}', { status: 401 }));
    await expect(redeemViewerCode({ url: 'http://host.test', code: 'c', fetch: refused })).rejects.toMatchObject({
      code: 'VITRINE_CREDENTIAL_REVOKED',
    });
  });

  it('[CL16] of before a reload is used while it lasts longer than the one in hand', async () => {
    const host = new FakeHost();
    const now = host.clock.now();
    const longer = tokenUntil(now + 7_200_000);
    const storage = { getItem: () => longer, setItem: () => undefined, removeItem: () => undefined };
    expect(host.viewer({ token: tokenUntil(now + 1000), storage }).token).toBe(longer);
    const longest = tokenUntil(now + 9_000_000);
    expect(host.viewer({ token: longest, storage }).token).toBe(longest);
  });
});
