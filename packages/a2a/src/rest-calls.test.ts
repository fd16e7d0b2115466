// Our REST against the SDK's own, which needs Express: the same requests to the same handler are answered alike.

import { register } from 'node:module';
import { AgentCard, TaskState } from '@a2a-js/sdk';
import { DefaultRequestHandler, InMemoryTaskStore, ServerCallContext } from '@a2a-js/sdk/server';
import type { JsonObject } from '@vitrine/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executorNow } from '../test/remote-server.ts';
import { A2aAudience, type A2aCall, AudienceReader, contextOf, MessageDelivery } from './call.ts';
import { ANY_CARD } from './card.ts';
import { restCall } from './rest-calls.ts';
import { A2aTransport, refuseCall } from './transport.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const STAND_IN = new URL('../test/express-stand-in.mjs', import.meta.url).href;
const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
/** For Node: `express` is the stand-in. */
const HOOK = `export const resolve = (name, context, next) =>
  name === 'express'
    ? { url: ${JSON.stringify(script(`export * as default from '${STAND_IN}';`))}, shortCircuit: true }
    : next(name, context);`;

let sdk: (request: Request) => Promise<Answer>;
let ours: (request: Request) => Promise<Answer>;
let task = '';

const call: A2aCall = {
  agent: 'any',
  settings: { name: '', description: '', skills: [], forms: [], catalogs: [], acceptsInline: false, requiresUi: false },
  principal: { id: 'ada', viewer: 'ada', holder: {} },
  client: { address: '::1' },
  key: undefined,
  taking: new MessageDelivery(),
  protocol: '1.0',
  message: {},
  isStream: false,
  audience: new A2aAudience(),
  reader: new AudienceReader(new A2aAudience()),
  askedIn: [],
};

beforeAll(async () => {
  register(script(HOOK));
  const { restHandler, UserBuilder } = await import('@a2a-js/sdk/server/express');
  const { answerOf } = (await import(STAND_IN)) as {
    answerOf: (router: unknown, request: Request) => Promise<Answer>;
  };
  const executor = executorNow({ version: '1.0', forms: [], script: () => undefined }, (_asked, say) =>
    say({ texts: ['Yes.'], state: 'completed' }),
  );
  const handler = new DefaultRequestHandler(AgentCard.fromJSON(ANY_CARD), new InMemoryTaskStore(), executor);
  const router = restHandler({
    requestHandler: handler,
    userBuilder: UserBuilder.noAuthentication,
    contextBuilder: ({ requestedVersion }) => {
      const { user } = contextOf(call);
      return new ServerCallContext({ ...(user && { user }), ...(requestedVersion && { requestedVersion }) });
    },
  });
  const transport = new A2aTransport({ connect: () => () => undefined, hold: () => () => undefined }, handler);
  sdk = (request) => answerOf(router, request);
  ours = async (request) => {
    const wire = { id: 1, isRest: true };
    try {
      const { pathname } = new URL(request.url);
      const text = await request.clone().text();
      const body = restCall(request, pathname, parsed(text));
      if (body === undefined) return { status: 404, headers: new Headers(), text: '' };
      await transport.assertVersion(request.headers.get('a2a-version') ?? '0.3', true);
      const isStream = /:(stream|subscribe)$/.test(pathname);
      return read(await transport.answer(request, body, { ...call, isStream }, wire));
    } catch (error) {
      return read(refuseCall(error, '1.0', wire));
    }
  };
  const sent = await ours(asked('POST', '/message:send', { message: MESSAGE }));
  task = (JSON.parse(sent.text) as { readonly task: { readonly id: string } }).task.id;
});

async function read(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function parsed(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}

const MESSAGE = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] };
const VERSION = { 'a2a-version': '1.0' };

function asked(method: string, path: string, body?: unknown, headers: { [name: string]: string } = VERSION): Request {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(`http://localhost${path}`, {
    method,
    headers: { ...type, ...headers },
    ...(body === undefined ? {} : { body: text }),
  });
}

/** What differs from call to call is told by where it stands. */
function alike({ text }: Answer): unknown {
  const plain = text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/^:\n\n/gm, '');
  return plain.startsWith('data:') || plain === '' ? plain : JSON.parse(plain);
}

/** The words of an error are each one's own; what is wrong is not. */
function kindOf(answer: Answer): unknown {
  const body = alike(answer) as { readonly error?: { message?: string; details?: unknown } };
  return body.error === undefined ? body : { ...body, error: { ...body.error, message: '' } };
}

const cases: readonly (readonly [title: string, request: () => Request])[] = [
  ['a message', () => asked('POST', '/message:send', { message: MESSAGE })],
  [
    'a message under the type of A2A',
    () => asked('POST', '/message:send', { message: MESSAGE }, { ...VERSION, 'content-type': 'application/a2a+json' }),
  ],
  ['a stream', () => asked('POST', '/message:stream', { message: MESSAGE })],
  ['a task', () => asked('GET', `/tasks/${task}`)],
  ['a task without its history', () => asked('GET', `/tasks/${task}?historyLength=0`)],
  ['a task with a part of its history', () => asked('GET', `/tasks/${task}?historyLength=1`)],
  ['a length that is none', () => asked('GET', `/tasks/${task}?historyLength=x`)],
  ['a length below zero', () => asked('GET', `/tasks/${task}?historyLength=-1`)],
  ['a task that is not there', () => asked('GET', '/tasks/nobody')],
  ['tasks of a context', () => asked('GET', '/tasks?contextId=nowhere&includeArtifacts=true')],
  ['tasks of a state', () => asked('GET', `/tasks?status=TASK_STATE_WORKING&pageSize=5`)],
  ['tasks by the number of a state', () => asked('GET', `/tasks?status=${TaskState.TASK_STATE_WORKING}`)],
  ['a page of none', () => asked('GET', '/tasks?pageSize=0')],
  ['a page that is too large', () => asked('GET', '/tasks?pageSize=101')],
  ['a page that is no number', () => asked('GET', '/tasks?pageSize=x')],
  ['a task that has ended, canceled', () => asked('POST', `/tasks/${task}:cancel`)],
  ['a task that is not there, canceled', () => asked('POST', '/tasks/nobody:cancel', {})],
  ['a task that has ended, followed', () => asked('POST', `/tasks/${task}:subscribe`)],
  ['a task that is not there, followed', () => asked('GET', '/tasks/nobody:subscribe')],
  [
    'a push configuration, made',
    () => asked('POST', `/tasks/${task}/pushNotificationConfigs`, { url: 'https://a.example' }),
  ],
  ['push configurations', () => asked('GET', `/tasks/${task}/pushNotificationConfigs`)],
  ['a push configuration', () => asked('GET', `/tasks/${task}/pushNotificationConfigs/c`)],
  ['a push configuration, removed', () => asked('DELETE', `/tasks/${task}/pushNotificationConfigs/c`)],
  ['the card for those who are known', () => asked('GET', '/extendedAgentCard')],
  ['no message', () => asked('POST', '/message:send', {})],
  ['nothing', () => asked('POST', '/message:send', 'null')],
  ['no JSON', () => asked('POST', '/message:send', '[')],
  ['a body of another type', () => asked('POST', '/message:send', 'x', { ...VERSION, 'content-type': 'text/plain' })],
  ['an unknown version', () => asked('POST', '/message:send', { message: MESSAGE }, { 'a2a-version': '9.9' })],
  ['no version', () => asked('GET', `/tasks/${task}`, undefined, {})],
  ['no such path', () => asked('GET', '/nothing')],
];

describe('REST is answered as the SDK’s own handler answers', () => {
  it.each(cases)('[XS19] %s', async (_title, request) => {
    const [theirs, mine] = [await sdk(request()), await ours(request())];
    expect(mine.status).toBe(theirs.status);
    expect(kindOf(mine)).toEqual(kindOf(theirs));
    const type = (answer: Answer) => answer.headers.get('content-type')?.split(';')[0];
    if (theirs.status !== 404 || theirs.text !== '') expect(type(mine)).toBe(type(theirs));
  });
});
