// The host with the face as a process, killed while clients send messages under their ids. The build comes first.

import type { JsonObject } from '@vitrine/core';
import { expect, test } from 'vitest';
import { killUnderKeyedCalls, readStored, SERVE, type SendKeyed, type Writer } from '../test/crash.ts';

const KILLS = Number(process.env.VITRINE_KILLS ?? 3);
const REST = { 'a2a-version': '1.0' };

/** The id of the message is its key. It is answered at once, with the task that it became. */
const send: SendKeyed = async ({ url, key: credential }, { path, body, headers }, messageId) => {
  const message = { role: 'ROLE_USER', messageId, ...(body as JsonObject) };
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ message, configuration: { returnImmediately: true } }),
  });
  const answer = (await response.json()) as { readonly task?: JsonObject & { readonly status: JsonObject } };
  const { id, contextId, status }: Partial<NonNullable<typeof answer.task>> = answer.task ?? {};
  const isTaken = response.ok && status?.state !== 'TASK_STATE_FAILED';
  return { status: isTaken ? response.status : 500, body: isTaken ? { id, contextId } : answer };
};

/** What is said in each context, message by message. */
const SAID = [['one'], ['two', 'three'], [], ['four']];

function* conversations(name: string): Writer {
  for (let i = 0; ; i++)
    for (const texts of SAID)
      yield {
        path: '/a2a/dev/message:send',
        headers: REST,
        body: { contextId: `${name}.${i}`, parts: texts.map((text) => ({ text })) },
      };
}

test(`[XS31] killed ${KILLS} times while messages are repeated under their ids, nothing is doubled and nothing is half begun`, async () => {
  const { folder, answers, repeated } = await killUnderKeyedCalls({
    ...{ script: SERVE, kills: KILLS, send },
    writers: [conversations, conversations, conversations, conversations],
  });
  const tasks = new Set(answers.map(({ body }) => body.id));
  expect(tasks.size, 'each message has a task of its own').toBe(answers.length);
  expect(repeated).toBeGreaterThan(0);
  const whole = SAID.flat();
  const sessions = await readStored(folder, async (log) => {
    const found: string[][] = [];
    for await (const { session } of log.sessions()) {
      const events: string[] = [];
      for await (const { body } of log.read(session, 0))
        for (const part of body) if ('event' in part) events.push(part.event === 'say' ? part.text : part.event);
      const [join, ...texts] = events;
      expect(join).toBe('join');
      expect(texts, 'in order, and none twice').toEqual(whole.slice(0, texts.length));
      expect(texts.length, 'a session without its first message').toBeGreaterThan(0);
      // The context is known with its session.
      const records: unknown[] = [];
      for await (const { value } of log.records('face:a2a', session)) records.push(value);
      expect(records).toMatchObject([{ session, isPrompted: true }]);
      found.push(texts);
    }
    return found;
  });
  const contexts = new Set(answers.map(({ body }) => body.contextId));
  expect(sessions.length, 'a context that was opened twice').toBeGreaterThanOrEqual(contexts.size);
  expect(sessions.length - contexts.size, 'one of each client that was not answered').toBeLessThanOrEqual(4);
  expect(sessions.filter((texts) => texts.length < whole.length).length).toBeLessThanOrEqual(4);
});
