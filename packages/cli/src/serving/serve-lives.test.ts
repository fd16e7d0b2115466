import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];

beforeAll(ensureBuilt, 240_000);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') }));
afterEach(async () => {
  await stopAll();
  vi.useRealTimers();
});

const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);

/** A session of a host that was started with these flags, and its viewer at the time that the clock says. */
class Held {
  readonly #serving: Serving;
  readonly path: string;
  readonly token: string;
  readonly #code: string;

  constructor(serving: Serving, { session, viewerToken, viewerUrl }: { [name: string]: string }) {
    this.#serving = serving;
    this.path = `/sessions/${session}`;
    this.token = viewerToken ?? '';
    this.#code = new URLSearchParams(new URL(viewerUrl ?? '').hash.slice(1)).get('code') ?? '';
  }

  static async open(args: readonly string[], env: { [name: string]: string } = {}): Promise<Held> {
    const serving = await Serving.start(args, env);
    return new Held(
      serving,
      (await (await serving.call('/sessions', { body: {} })).json()) as { [name: string]: string },
    );
  }

  async look(token = this.token): Promise<number> {
    return (await this.#serving.call(`${this.path}/snapshot`, { token })).status;
  }

  async renew(token: string): Promise<{ readonly status: number; readonly token: string; readonly endsIn: number }> {
    const answer = await this.#serving.call(`${this.path}/viewer-token`, { token, body: {} });
    const { token: next, expiresAt } = (await answer.json()) as { token: string; expiresAt: string };
    return { status: answer.status, token: next, endsIn: Date.parse(expiresAt) - Date.now() };
  }

  async exchange(): Promise<number> {
    return (await this.#serving.call('/viewer', { body: { code: this.#code } })).status;
  }

  async ask(): Promise<void> {
    const op = { op: 'ask', ask: 'colour', want: { kind: 'text' }, prompt: 'Which colour?' };
    await this.#serving.call(`${this.path}/messages`, { body: { vitrine: 1, body: [op] } });
  }
}

describe('serve', () => {
  it.each<[string, string[], { [name: string]: string }]>([
    ['--viewer-minutes', ['--viewer-minutes', '5'], {}],
    ['VITRINE_VIEWER_MINUTES', [], { VITRINE_VIEWER_MINUTES: '5' }],
    ['what is typed before the variable', ['--viewer-minutes', '5'], { VITRINE_VIEWER_MINUTES: '7' }],
  ])('lets the token of a viewer hold for as long as it is told: %s', async (_, args, env) => {
    const held = await Held.open(args, env);
    expect((await held.renew(held.token)).endsIn).toBe(5 * MINUTE);
    pass(5 * MINUTE - 1000);
    expect(await held.look()).toBe(200);
    pass(2000);
    expect([await held.look(), (await held.renew(held.token)).status]).toEqual([401, 401]);
  });

  it('lets it hold for an hour, and for a day at most', async () => {
    const usual = await Held.open([]);
    const longest = await Held.open(['--viewer-minutes', '1440']);
    expect((await usual.renew(usual.token)).endsIn).toBe(60 * MINUTE);
    expect((await longest.renew(longest.token)).endsIn).toBe(DAY);
  });

  it('renews it for as long as --viewer-days says, from the first', async () => {
    const held = await Held.open(['--viewer-minutes', '1440', '--viewer-days', '2']);
    pass(DAY - MINUTE);
    const second = await held.renew(held.token);
    expect(second.endsIn).toBe(DAY);
    pass(DAY - MINUTE);
    const third = await held.renew(second.token);
    expect([third.status, third.endsIn]).toEqual([200, 2 * MINUTE]);
    pass(2 * MINUTE);
    expect([await held.look(third.token), (await held.renew(third.token)).status]).toEqual([401, 401]);
    // Its link is of the same family and ends with it.
    await held.ask();
    expect(await held.exchange()).toBe(401);
  });

  it('lets a link hold for as long as --link-days says, and --link-max-days while somebody is asked', async () => {
    const held = await Held.open(['--link-days', '2', '--link-max-days', '4']);
    pass(2 * DAY - MINUTE);
    expect(await held.exchange()).toBe(200);
    pass(2 * MINUTE);
    expect(await held.exchange()).toBe(401);
    await held.ask();
    expect(await held.exchange()).toBe(200);
    pass(2 * DAY - 2 * MINUTE);
    expect(await held.exchange()).toBe(200);
    pass(2 * MINUTE);
    expect(await held.exchange()).toBe(401);
  });

  it('lets a link hold for 7 days, and 30 while somebody is asked, where nobody says otherwise', async () => {
    const held = await Held.open([]);
    for (const [at, ifAsked] of [
      [7 * DAY - MINUTE, 200],
      [2 * MINUTE, 401],
    ] as const) {
      pass(at);
      expect(await held.exchange()).toBe(ifAsked);
    }
    await held.ask();
    pass(23 * DAY - 2 * MINUTE);
    expect(await held.exchange()).toBe(200);
    pass(2 * MINUTE);
    expect(await held.exchange()).toBe(401);
  });

  it.each<[flag: string, most: number]>([
    ['viewer-minutes', 1440],
    ['viewer-days', 365],
    ['link-days', 365],
    ['link-max-days', 365],
  ])('says what --%s may be, by the name that it was given under, and does not start', async (flag, most) => {
    for (const value of ['0', '-1', '1.5', '1e2', '0x10', ' 7', 'week', '٧', String(most + 1), '99999999999']) {
      const io = memoryIo();
      expect(await main(['serve', '--data', newFolder(), '--port', '0', `--${flag}=${value}`], io), value).toBe(2);
      expect(io.err()).toContain(`--${flag} is a number from 1 to ${most}, not "${value}".`);
    }
    const variable = `VITRINE_${flag.toUpperCase().replaceAll('-', '_')}`;
    const io = memoryIo({ env: { [variable]: 'soon' } });
    expect(await main(['serve', '--data', newFolder(), '--port', '0'], io)).toBe(2);
    expect(io.err()).toContain(`${variable} is a number from 1 to ${most}, not "soon".`);
  });

  it.each([
    [['--link-days', '8', '--link-max-days', '5'], '--link-days (8) is longer than --link-max-days (5).'],
    [['--link-days', '31'], '--link-days (31) is longer than --link-max-days (30).'],
    [['--link-days', '9', '--viewer-days', '8'], '--link-days (9) is longer than --viewer-days (8).'],
    [['--link-max-days', '60'], '--link-max-days (60) is longer than --viewer-days (30).'],
  ])('does not start where one time would silently cut another short: %j', async (args, sentence) => {
    const io = memoryIo();
    expect(await main(['serve', '--data', newFolder(), '--port', '0', ...args], io)).toBe(2);
    expect(io.err()).toContain(sentence);
  });

  it('takes times that fit each other, up to a year', async () => {
    const held = await Held.open(['--link-days', '365', '--link-max-days', '365', '--viewer-days', '365']);
    pass(365 * DAY - MINUTE);
    expect(await held.exchange()).toBe(200);
  });
});
