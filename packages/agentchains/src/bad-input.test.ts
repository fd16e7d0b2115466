// Bad input of a client, one kind after the other: the code of the specification, a socket that goes on, a place that is
// free again, and somebody else in a session of the same agent who notices nothing. What agents may not send is in
// holes.test.ts.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, message, Stage } from '../test/stage.ts';

let stage: Stage;
let bystander: Client;
/** Room for the bystander and one more. */
beforeAll(async () => {
  stage = await Stage.open({ limits: { sessionsPerAgent: 2 } });
  bystander = await stage.enter();
  await stage.say(
    bystander.session,
    message('ui.request_input', { request_id: 'theirs', input_type: 'text', prompt: '?' }),
  );
  await bystander.pushed('ui.request_input');
});
afterAll(() => stage.clear());

const input = (id: string, more: object) =>
  message('ui.request_input', { request_id: id, input_type: 'text', prompt: '?', ...more });
const QUESTIONS = [
  input('n', { input_type: 'number', validation: { min: 1, max: 5 } }),
  input('p', { validation: { pattern: '^(a+)+$', max_length: 8000 } }),
  input('s', { input_type: 'select', options: ['red'] }),
  input('d', { input_type: 'date', validation: { min: '2026-01-01' } }),
  input('f', { input_type: 'file', validation: { accept: '.pdf' } }),
  message('ui.confirm', { request_id: 'k', title: 'Sure?' }),
];

const call = (method: unknown, params?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: null, method, params });
const respond = (request_id: unknown, value: unknown): string => call('user.respond', { request_id, value });

const INPUTS: readonly (readonly [what: string, frame: string | Buffer, code: number])[] = [
  ['an empty list', '[]', -32600],
  ['a number', '1', -32600],
  ['a text', '"x"', -32600],
  ['null', 'null', -32600],
  ['bytes', Buffer.from([1, 2, 3]), -32700],
  ['no JSON', '{', -32700],
  ['nothing', '', -32700],
  ['a NaN', '{"jsonrpc":"2.0","id":null,"method":"ping","params":{"a":NaN}}', -32700],
  ['params as a list', call('ping', [1]), -32602],
  ['params as a text', call('user.cancel', 'x'), -32602],
  ['no jsonrpc', '{"id":null,"method":"ping"}', -32600],
  ['another jsonrpc', '{"jsonrpc":"1.0","id":null,"method":"ping"}', -32600],
  ['no method', '{"jsonrpc":"2.0","id":null}', -32600],
  ['a method that is no text', call(7), -32600],
  ['an unknown method', call('ui.dance'), -32601],
  ['a method of the other side', call('ui.render', {}), -32601],
  ['a method that objects have', call('constructor'), -32601],
  ['an id of the wrong type', respond(7, 'x'), -32602],
  ['no value', call('user.respond', { request_id: 'n' }), -32602],
  ['3 MB', respond('p', 'a'.repeat(3_000_000)), -32002],
  ['200,000 <', '<'.repeat(200_000), -32700],
  ['200,000 < as a value', respond('p', '<'.repeat(200_000)), -32602],
  ['another session', call('user.respond', { request_id: 'n', value: 1, session_id: 'nobody' }), -32000],
  ['the question of another session', respond('theirs', 'x'), -32602],
  ['a question that nobody asked', respond('nobody', 'x'), -32602],
  ['an approval in words', call('user.approve', { request_id: 'k', approved: 'yes' }), -32602],
  ['no approval', call('user.approve', { request_id: 'k' }), -32602],
  ['a number beyond its range', respond('n', 6), -32602],
  ['a text that is no number', respond('n', 'six'), -32602],
  ['an option that there is not', respond('s', 'green'), -32602],
  ['a day before the first', respond('d', '2025-12-31'), -32602],
  ['a file of another kind', respond('f', { name: 'a.exe', type: 'x/y', size: 1, data: 'QQ==' }), -32602],
  ['what an exploding pattern does not match', respond('p', `${'a'.repeat(5000)}!`), -32602],
  ['a task that is no text', call('user.cancel', { task_id: {} }), -32602],
  ['an init with the agent of others', call('a2ui.init', { agent_id: 'other' }), -32602],
];

test.each(INPUTS)('[AF8] D2 %s', async (_what, frame, code) => {
  const client = await stage.enter();
  await stage.say(client.session, ...QUESTIONS);
  await client.pushed('ui.confirm');
  client.send(frame, { binary: typeof frame !== 'string' });
  expect((await client.until(({ id }) => id === null)).error?.code).toBe(code);
  expect((await client.ask('user.respond', { request_id: 'n', value: 3 })).result).toBeDefined();
  expect(bystander.received).toEqual([]);
  client.terminate();
  await client.closed;
  await stage.call('DELETE', `/api/v4/sessions/${client.session}`);
});

test('[AF8] D2 and after all of it the bystander goes on', async () => {
  expect((await bystander.ask('user.respond', { request_id: 'theirs', value: 'x' })).result).toBeDefined();
  expect((await stage.sessions()).map(({ session_id: id }) => id)).toEqual([bystander.session]);
  const { body } = await stage.call('GET', `/api/v4/sessions/${bystander.session}`);
  expect(body).toMatchObject({ pending_inputs: [], status: 'active' });
});
