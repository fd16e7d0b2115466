// The demo of OpenWOP on a real host: a clarification, an approval, one that its own form cannot give, the end, and again;
// over restarts of the program, and when its session is closed.

import { playHarbour } from '@vitrine/demos';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Body, type Wop, WopRun } from './scenarios/wop.ts';
import { Hosts } from './scenarios/world.ts';

const hosts = new Hosts();
afterAll(() => hosts.close());

class Play {
  readonly problems: string[] = [];
  readonly #wop: Wop;
  #over = new AbortController();
  #played: Promise<void> = Promise.resolve();

  constructor(wop: Wop) {
    this.#wop = wop;
    onTestFinished(() => this.stop());
  }

  start(): void {
    this.#over = new AbortController();
    const { url, key } = this.#wop;
    this.#played = playHarbour({ url, key, signal: this.#over.signal }, (problem) => this.problems.push(problem));
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#played;
  }

  /** The run once it waits at a node. */
  async waiting(node: string): Promise<WopRun> {
    const found = async (): Promise<Body> => {
      const { runs } = (await this.#wop.get('/runs?workflowId=demo-harbour')).body;
      return runs.find(({ status, currentNodeId }: Body) => status.startsWith('waiting') && currentNodeId === node);
    };
    await expect.poll(found, { timeout: 20_000 }).toBeDefined();
    const { runId, extensions } = await found();
    return new WopRun(this.#wop, 2, runId, extensions['vitrine.run'].session);
  }
}

async function toThePilot(play: Play): Promise<WopRun> {
  const run = await play.waiting('wish-1');
  expect((await run.press('wish-1', 'send', { '/ship': '' }, 'wish-1')).status).toBe(400);
  expect((await run.press('wish-1', 'send', { '/ship': 'Ida', '/berth': ['Buoy 7'] }, 'wish-1')).status).toBe(200);
  await play.waiting('permission-1');
  expect(JSON.stringify(await run.surfaces())).toContain('May Ida moor at Buoy 7?');
  expect(
    (await run.press('permission-1', 'accept', { '/remark': 'Mind the tide' }, 'permission-1')).body,
  ).toMatchObject({ resumeValue: { action: 'accept', remark: 'Mind the tide' } });
  return play.waiting('pilot-1');
}

test('a person goes through it, and the form that is not trusted approves nothing', async () => {
  const play = new Play(await hosts.at('production'));
  play.start();
  const run = await toThePilot(play);
  const refused = await run.press('pilot-1', 'accept', {}, 'pilot-1');
  expect(refused).toMatchObject({ status: 403, body: { details: { reason: 'untrusted_content_blocks_approval' } } });
  const { asks, surfaces } = (await run.wop.get(`/sessions/${run.session}/snapshot`)).body;
  expect(JSON.stringify(asks)).toMatch(/not trusted.*Pay 4,000 for a pilot for Ida\?/);
  expect(surfaces['pilot-1'].trust).toBe('untrusted');
  expect((await run.resume({ action: 'reject' }, 'pilot-1', await run.viewerToken())).status).toBe(200);
  // The program is away while it is answered, and finds it when it is back.
  await play.waiting('again-1');
  const ending = JSON.stringify(await run.surfaces());
  for (const words of ['Ida lies at Buoy 7', 'The pilot was not paid.']) expect(ending).toContain(words);
  await play.stop();
  expect((await run.press('again-1', 'again', {}, 'again-1')).status).toBe(200);
  const before = await run.events();
  play.start();
  await play.waiting('wish-2');
  const after = await run.events();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(Object.keys(await run.surfaces())).toEqual(['wish-2']);
  expect(await run.types()).not.toContain('log.appended');
  expect(play.problems).toEqual([]);
});

test('nobody is asked by the page while a form that may answer is there', async () => {
  const play = new Play(await hosts.at('plain'));
  play.start();
  const run = await play.waiting('wish-1');
  await run.press('wish-1', 'send', { '/ship': 'Ida' }, 'wish-1');
  await play.waiting('permission-1');
  expect((await run.wop.get(`/sessions/${run.session}/snapshot`)).body.asks).toEqual({});
  await run.press('permission-1', 'reject', {}, 'permission-1');
  await play.waiting('again-1');
  expect(JSON.stringify(await run.surfaces())).toContain('Ida was sent away');
});

test('a run that somebody ended, or whose session somebody closed, is followed by another', async () => {
  const wop = await hosts.at('nobody');
  const play = new Play(wop);
  play.start();
  const first = await play.waiting('wish-1');
  await first.post('/cancel');
  const second = await play.waiting('wish-1');
  expect(second.id).not.toBe(first.id);
  await fetch(`${wop.url}/sessions/${second.session}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${wop.key}` },
  });
  await expect.poll(async () => (await play.waiting('wish-1')).id, { timeout: 60_000 }).not.toBe(second.id);
});
