// What a clock that somebody sets back changes: nothing that is measured in minutes of the host's own.

import { afterEach, expect, test } from 'vitest';
import { Stage } from '../test/stage.ts';

let stage: Stage;
afterEach(() => stage.clear());

const HOURS = 3 * 3_600_000;

/** Set back, looked at, and so long passes. */
function setBackAndPass(milliseconds: number): void {
  stage.pass(-HOURS);
  stage.tick();
  stage.pass(milliseconds);
  stage.tick();
}

test('[AF13] a client that sent as much as it may in a minute may go on a minute later, although the clock was set back', async () => {
  stage = await Stage.open({ limits: { perMinute: 3 } });
  const client = await stage.enter();
  for (let i = 0; i < 2; i++) expect((await client.ask('ping')).result).toEqual({});
  expect((await client.ask('ping')).error?.code).toBe(-32001);
  setBackAndPass(59_000);
  expect((await client.ask('ping')).error).toMatchObject({ code: -32001, data: { retry_after: 1 } });
  stage.pass(1000);
  expect((await client.ask('ping')).result).toEqual({});
});

test('[AF43] a session whose socket broke ends after two minutes, although the clock was set back', async () => {
  stage = await Stage.open();
  const token = await stage.token();
  const client = await stage.enter({}, token);
  client.terminate();
  await client.closed;
  await expect.poll(() => stage.sessions()).toMatchObject([{ session_id: client.session, status: 'disconnected' }]);
  setBackAndPass(121_000);
  // A tick that comes while the one before is at work is left out.
  const looked = () => {
    stage.tick();
    return stage.sessions();
  };
  await expect.poll(looked).toEqual([]);
  const again = await stage.enter({}, token);
  expect(again.session).not.toBe(client.session);
});

test('[AF43] a silent session ends after an hour, although the clock was set back, and forward again', async () => {
  stage = await Stage.open();
  const client = await stage.enter();
  setBackAndPass(3_599_000);
  expect((await client.ask('ping')).result).toEqual({});
  setBackAndPass(3_601_000);
  expect((await client.ask('ping')).error?.code).toBe(-32005);
});
