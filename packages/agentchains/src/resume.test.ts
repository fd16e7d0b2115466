// Who takes a session up again whose socket broke: the token that began it or one that was minted for it, and nobody else.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Client, message, render, Stage } from '../test/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.clear());

const confirm = message('ui.confirm', { request_id: 'k', title: 'Pay?', timeout_seconds: 300 });
const approve = { request_id: 'k', approved: true };

/** The face learns of a socket that is gone a moment after the client does. */
async function gone(session: string, at = stage): Promise<void> {
  for (;;) {
    const row = (await at.sessions()).find(({ session_id: id }) => id === session);
    if (row === undefined || row.status !== 'active') return;
  }
}

/** A session with a card and a question whose socket broke. */
async function broken(): Promise<{ readonly token: string; readonly session: string }> {
  const token = await stage.token();
  const client = await stage.enter({}, token);
  await stage.say(client.session, render('c', 'card', { title: 'Private' }), confirm);
  client.terminate();
  await client.closed;
  await gone(client.session);
  return { token, session: client.session };
}

async function tokenFor(session: string, key = stage.key): Promise<string> {
  const { body } = await stage.call('POST', '/api/v4/stream-token', { key, body: { session_id: session } });
  return body.token as string;
}

/** It is refused by name, is shown nothing, and cannot answer. */
async function expectShutOut(client: Client, session: string): Promise<void> {
  expect((await client.ask('a2ui.init', { session_id: session })).error?.code).toBe(-32000);
  for (const params of [approve, { ...approve, session_id: session }])
    expect((await client.ask('user.approve', params)).error?.code).toBe(-32000);
  await client.init();
  expect(client.session).not.toBe(session);
  expect((await client.ask('user.approve', { ...approve, session_id: session })).error?.code).toBe(-32000);
  expect((await client.ask('user.approve', approve)).error?.code).toBe(-32602);
  expect(client.texts.join()).not.toContain('Private');
}

async function expectResumed(client: Client, session: string, params: object = {}): Promise<void> {
  expect((await client.init(params)).result).toMatchObject({ session_id: session, resumed: true });
  expect((await client.pushed('ui.render')).params?.component_id).toBe('c');
  expect((await client.pushed('ui.confirm')).params?.request_id).toBe('k');
}

describe('[AF36] a session whose socket broke', () => {
  test('[AF36] is not taken over by another token of the same agent that knows its id', async () => {
    const { token, session } = await broken();
    await expectShutOut(await stage.connect(), session);
    const again = await stage.connect(token);
    await expectResumed(again, session);
    expect((await again.ask('user.approve', approve)).result).toBeDefined();
    const answers = (await stage.events(session)).filter(({ method }) => method === 'user.approve');
    expect(answers).toEqual([message('user.approve', approve)]);
  });

  test.each([
    ['the query', (token: string) => new Client(`${ws()}?token=${token}`)],
    ['a subprotocol', (token: string) => new Client(ws(), ['a2ui', token])],
    ['Authorization', (token: string) => new Client(ws(), [], { authorization: `Bearer ${token}` })],
  ])('[AF36] is judged alike for a token in %s', async (_where, connect) => {
    const { token, session } = await broken();
    const stranger = connect(await stage.token());
    await stranger.opened;
    await expectShutOut(stranger, session);
    stranger.terminate();
    const own = connect(token);
    await own.opened;
    await expectResumed(own, session, { session_id: session });
    own.terminate();
  });

  test('[AF36] is taken up by a token that was minted with its id, after which the first one still has it', async () => {
    const { token, session } = await broken();
    const minted = await stage.connect(await tokenFor(session));
    await expectResumed(minted, session);
    minted.terminate();
    await minted.closed;
    await gone(session);
    await expectResumed(await stage.connect(token), session);
    await expectShutOut(await stage.connect(), session);
  });

  test('[AF36] is not there for a token of another agent, nor for one that was minted for another session', async () => {
    const { session } = await broken();
    const other = await stage.agent('other');
    await expectShutOut(await stage.connect(await stage.token(other)), session);
    const { body } = await stage.call('POST', '/sessions', { body: { dialect: 'agentchains' } });
    const bound = await stage.connect(await tokenFor(String(body.session)));
    expect((await bound.ask('a2ui.init', { session_id: session })).error?.code).toBe(-32000);
    expect((await bound.init()).result?.session_id).toBe(body.session);
    expect((await bound.ask('user.approve', { ...approve, session_id: session })).error?.code).toBe(-32000);
    const minting = { key: other, body: { session_id: session } };
    expect((await stage.call('POST', '/api/v4/stream-token', minting)).status).toBe(404);
    expect((await stage.call('GET', `/api/v4/stream-token?session_id=${session}`, { key: other })).status).toBe(404);
  });

  test('[AF36] is refused under every other spelling of its id, as one that was never there', async () => {
    const { token, session } = await broken();
    const spelled = [` ${session}`, `${session}\n`, session.toUpperCase(), `${session}\u200b`, `{${session}}`, '', 'x'];
    for (const [credential, ids] of [
      [token, spelled],
      [await stage.token(), [...spelled, session]],
    ] as const) {
      const client = await stage.connect(credential);
      const answers = [];
      for (const id of ids) answers.push((await client.ask('a2ui.init', { session_id: id }, 1)).error);
      expect(new Set(answers.map((error) => JSON.stringify(error))).size).toBe(1);
      expect(answers[0]?.code).toBe(-32000);
    }
    for (const id of spelled)
      expect((await stage.call('POST', '/api/v4/stream-token', { body: { session_id: id } })).status).toBe(404);
  });

  test('[AF36] is judged alike after the host began again', async () => {
    const { token, session } = await broken();
    const minted = await tokenFor(session);
    await stage.stop();
    const next = await Stage.open({ folder: stage.folder });
    try {
      await expectShutOut(await next.connect(await next.token()), session);
      await expectResumed(await next.connect(minted), session);
      await expectResumed(await next.connect(token), session, { session_id: session });
    } finally {
      await next.clear();
    }
  });

  test('[AF36] is taken up with a new token for it when the first one has expired', async () => {
    const token = await stage.token();
    const client = await stage.enter({}, token);
    stage.pass(31 * 60_000);
    await stage.say(client.session, render('c', 'card', { title: 'Private' }), confirm);
    client.terminate();
    await client.closed;
    await gone(client.session);
    expect((await stage.refused(`/ws/v4/a2ui?token=${token}`)).body.error?.code).toBe(-32006);
    await expectShutOut(await stage.connect(), client.session);
    await expectResumed(await stage.connect(await tokenFor(client.session)), client.session);
  });

  test('[AF36] is lost to every token of its agent when that was revoked, also after the agent came back', async () => {
    const other = await stage.agent('other');
    const token = await stage.token(other);
    const client = await stage.enter({}, token);
    const shown = [render('c', 'card', { title: 'Private' }), confirm];
    await stage.call('POST', `/sessions/${client.session}/messages?dialect=agentchains`, { key: other, body: shown });
    const minted = await tokenFor(client.session, other);
    client.terminate();
    await client.closed;
    await stage.host.credentials.revokeAgent('other');
    const { key } = await stage.host.credentials.rotateAgent('other');
    for (const credential of [token, minted])
      expect((await stage.refused(`/ws/v4/a2ui?token=${credential}`)).body.error?.code).toBe(-32006);
    await expectShutOut(await stage.connect(await stage.token(key)), client.session);
    // Whoever has the new key may mint for its sessions: it is the agent.
    await expectResumed(await stage.connect(await tokenFor(client.session, key)), client.session);
  });

  test('[AF36] is held by a socket that is half open: nobody else has it, its token takes it over by its id', async () => {
    const token = await stage.token();
    const first = await stage.enter({}, token);
    await stage.say(first.session, render('c', 'card', { title: 'Private' }), confirm);
    await first.pushed('ui.confirm');
    first.stall();
    const other = await stage.agent('elsewhere');
    for (const credential of [await stage.token(), await stage.token(other)])
      await expectShutOut(await stage.connect(credential), first.session);
    await expectResumed(await stage.connect(token), first.session, { session_id: first.session });
  });

  test('[AF36] is over for everybody once it ended', async () => {
    const { token, session } = await broken();
    const minted = await tokenFor(session);
    await stage.call('DELETE', `/api/v4/sessions/${session}`);
    for (const credential of [token, minted]) {
      const client = await stage.connect(credential);
      expect((await client.ask('a2ui.init', { session_id: session })).error?.code).toBe(-32000);
    }
    expect((await stage.call('POST', '/api/v4/stream-token', { body: { session_id: session } })).status).toBe(404);
  });
});

describe('[AF37] two sockets at once', () => {
  test('[AF37] the token that began a session takes it over by its id, and the older socket is closed', async () => {
    const token = await stage.token();
    const older = await stage.enter({}, token);
    await stage.say(older.session, render('c', 'card', { title: 'Private' }), confirm);
    await older.pushed('ui.confirm');
    await expectShutOut(await stage.connect(), older.session);
    expect(older.isOpen).toBe(true);
    const newer = await stage.connect(token);
    await expectResumed(newer, older.session, { session_id: older.session });
    expect((await older.closed).code).toBe(4409);
    expect((await newer.ask('user.approve', approve)).result).toBeDefined();
    expect(await stage.sessions()).toContainEqual(
      expect.objectContaining({ session_id: older.session, status: 'active' }),
    );
  });

  test('[AF37] without an id the same token begins another session while its first is held', async () => {
    const token = await stage.token();
    const [one, two] = [await stage.enter({}, token), await stage.enter({}, token)];
    expect(one.session).not.toBe(two.session);
    expect([one.isOpen, two.isOpen]).toEqual([true, true]);
  });

  test('[AF37] a socket that was displaced does not end the session with its goodbye', async () => {
    const token = await stage.token();
    const older = await stage.enter({}, token);
    await stage.say(older.session, render('c', 'card', { title: 'Private' }), confirm);
    const newer = await stage.connect(token);
    await newer.init({ session_id: older.session });
    newer.terminate();
    await newer.closed;
    older.close(1000);
    await older.closed;
    await gone(older.session);
    await expectResumed(await stage.connect(token), older.session);
  });

  test('[AF37] of two that resume at once one has it: the later one by its id, the earlier one without', async () => {
    const { token, session } = await broken();
    const [a, b] = [await stage.connect(token), await stage.connect(token)];
    const answers = await Promise.all([a.ask('a2ui.init', {}), b.ask('a2ui.init', {})]);
    const ids = answers.map(({ result }) => result?.session_id);
    expect(ids.filter((id) => id === session)).toHaveLength(1);
    expect(new Set(ids).size).toBe(2);
    const named = [await stage.connect(token), await stage.connect(token)];
    const unlessClosed = (client: Client, method: string, params: object) =>
      Promise.race([client.ask(method, params), client.closed.then((): undefined => undefined)]);
    await Promise.all(named.map((client) => unlessClosed(client, 'a2ui.init', { session_id: session })));
    const pings = await Promise.all(named.map((client) => unlessClosed(client, 'ping', {})));
    const holders = named.filter((_, i) => pings[i]?.result !== undefined);
    expect(holders).toHaveLength(1);
    const [kept] = holders as [Client];
    await kept.pushed('ui.confirm');
    expect((await kept.ask('user.approve', approve)).result).toBeDefined();
    expect((await stage.events(session)).filter(({ method }) => method === 'user.approve')).toHaveLength(1);
  });

  test('[AF37] one that looks on with a token for the session stays, and the first comes back beside it', async () => {
    const token = await stage.token();
    const first = await stage.enter({}, token);
    await stage.say(first.session, render('c', 'card', { title: 'Private' }), confirm);
    const onlooker = await stage.connect(await tokenFor(first.session));
    await expectResumed(onlooker, first.session);
    first.terminate();
    await first.closed;
    await expect
      .poll(async () => {
        const again = await stage.enter({}, token);
        const isBack = again.session === first.session;
        if (!isBack) again.close();
        return isBack;
      })
      .toBe(true);
    expect(onlooker.isOpen).toBe(true);
  });
});

function ws(): string {
  return `${stage.url.replace(/^http/, 'ws')}/ws/v4/a2ui`;
}
