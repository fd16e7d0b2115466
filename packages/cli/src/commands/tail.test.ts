import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, Serving, stopAll, withResolvers } from '../../test/serving.ts';
import { main } from '../main.ts';

const OPS = {
  vitrine: 1,
  body: [{ op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: 'Your name?' }],
};

let serving: Serving;
beforeAll(async () => {
  ensureBuilt();
  serving = await Serving.start();
}, 240_000);
afterAll(stopAll);

async function newSession(): Promise<{ session: string; viewerToken: string }> {
  return (await serving.call('/sessions', { body: { dialect: 'vitrine' } })).json() as never;
}

async function askAndAnswer({ session, viewerToken }: { session: string; viewerToken: string }, ask: string) {
  const body = { ...OPS, body: [{ ...OPS.body[0], ask }] };
  await serving.call(`/sessions/${session}/messages`, { body });
  const answer = { vitrine: 1, body: [{ event: 'answer', ask, value: `to ${ask}` }] };
  const response = await serving.call(`/sessions/${session}/events?dialect=vitrine`, {
    body: answer,
    token: viewerToken,
  });
  expect(await response.json()).toMatchObject({ accepted: 1 });
}

/** Runs until a line says what it waits for. */
function tailing(args: string[], awaited: RegExp) {
  const found = withResolvers<void>();
  let said = '';
  const io = memoryIo({
    stopped: found.promise,
    env: { VITRINE_URL: serving.url, VITRINE_DATA: serving.folder },
    heard: (text) => {
      said += text;
      if (awaited.test(said)) found.resolve();
    },
  });
  return main(['tail', ...args], io).then((code) => ({ code, out: io.out(), err: io.err() }));
}

describe('tail', () => {
  it('shows what people did behind a seq, in words or as JSON', async () => {
    const opened = await newSession();
    await askAndAnswer(opened, 'q1');
    const args = ['--session', opened.session, '--after', '0'];
    const read = await tailing(args, /answer/);
    expect([read.code, read.err]).toEqual([0, '']);
    expect(read.out).toMatch(/^\d+ \S+Z .*answer to q1: "to q1"\n/m);
    const { out } = await tailing([...args, '--json'], /answer/);
    const line = out.split('\n').find((text) => text.includes('answer')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      session: opened.session,
      event: { body: [{ event: 'answer', ask: 'q1', value: 'to q1' }] },
    });
  });

  it('begins with what is new, goes on while things happen, and confirms nothing for the agent', async () => {
    const opened = await newSession();
    await askAndAnswer(opened, 'old');
    let isRead = false;
    const reading = tailing(['--session', opened.session], /to new\d+"[\s\S]*to new\d+"/).finally(() => {
      isRead = true;
    });
    // Where it begins is its own affair: there is something new until it has shown two.
    for (let i = 1; !isRead; i++) await askAndAnswer(opened, `new${i}`);
    const { out } = await reading;
    expect(out).not.toContain('"to old"');
    const missed = await serving.call(`/sessions/${opened.session}/events`);
    expect(JSON.stringify(await missed.json())).toContain('to old');
  });

  it('--all shows every session of the agent, by name', async () => {
    const [one, two] = [await newSession(), await newSession()];
    const reading = tailing(['--all', '--after', '0'], /to (one|two)"[\s\S]*to (one|two)"/);
    await askAndAnswer(one, 'one');
    await askAndAnswer(two, 'two');
    const { out } = await reading;
    expect(out).toContain(`${one.session} `);
    expect(out).toContain(`${two.session} `);
  });

  it('fails with a sentence: neither or both, an unknown session', async () => {
    expect((await serving.run(['tail'])).err).toBe('vitrine: "vitrine tail" needs either --session or --all.\n');
    expect((await serving.run(['tail', '--all', '--session', 's'])).code).toBe(2);
    expect((await serving.run(['tail', '--all', '--after', '-1'])).code).toBe(2);
    const io = memoryIo({
      env: { VITRINE_URL: serving.url, VITRINE_DATA: serving.folder },
      stopped: new Promise(() => {}),
    });
    expect(await main(['tail', '--session', 'none'], io)).toBe(1);
    expect(io.err()).toContain('VITRINE_LOG_SESSION_UNKNOWN');
  });
});
