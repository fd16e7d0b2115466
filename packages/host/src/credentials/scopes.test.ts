// What the key of an agent may do when it was made for less than all: over HTTP, on a socket, and at no face.

import { once } from 'node:events';
import type { FacePorts } from '@vitrine/core/port';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { AgentKeyOptions } from '../caller.ts';
import { createHost } from '../host.ts';

const SAY = { vitrine: 1, body: [{ op: 'say', text: 'x' }] };

async function stage() {
  let port: FacePorts | undefined;
  const create = (given: FacePorts) => {
    port = given;
    return {};
  };
  const host = await createHost({ faces: [{ name: 'any', create }] });
  onTestFinished(() => host.stop());
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  const whole = (await host.credentials.addAgent('bot')).key;
  const call = async (key: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, json: (await answer.json()) as { readonly [name: string]: unknown } };
  };
  const session = String((await call(whole, 'POST', '/sessions', {})).json.session);
  /** The same agent, whose key is now another. */
  const limited = async (scopes: AgentKeyOptions['scopes']) =>
    (await host.operator.rotateAgent('bot', 'command', { ...(scopes && { scopes }) })).key;
  return { host, url, call, session, limited, port: () => port as FacePorts };
}

it('a key does what its scopes name, and is told what they are for the rest', async () => {
  const { call, session, limited } = await stage();
  const calls = [
    ['open', 'POST', '/sessions', {}],
    ['send', 'POST', `/sessions/${session}/messages`, SAY],
    ['read', 'GET', `/sessions/${session}/events`],
    ['read', 'GET', '/sessions'],
    ['read', 'GET', `/sessions/${session}/snapshot`],
    ['link', 'POST', `/sessions/${session}/viewer-token`, {}],
    ['link', 'DELETE', `/sessions/${session}/viewer-token`, {}],
  ] as const;
  for (const scopes of [[], ['open'], ['send'], ['read'], ['link'], ['send', 'read']] as const) {
    const key = await limited(scopes);
    for (const [scope, method, path, body] of calls) {
      const { status, json } = await call(key, method, path, body);
      const isAllowed = (scopes as readonly string[]).includes(scope);
      expect([status < 300, json.error], `${scopes} ${method} ${path}`).toEqual(
        isAllowed ? [true, undefined] : [false, 'VITRINE_CREDENTIAL_PURPOSE'],
      );
      // Who may make no link is given none with a session.
      if (isAllowed && scope === 'open') expect(Object.keys(json)).toEqual(['session']);
    }
    if (!(scopes as readonly string[]).includes('open'))
      expect((await call(key, 'DELETE', `/sessions/${session}`)).status).toBe(403);
  }
});

it('on a socket one that only reads sends nothing, one that only sends opens none, and a face takes neither', async () => {
  const { host, url, session, limited, port } = await stage();
  const socketOf = (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return new WebSocket(`${url.replace('http', 'ws')}/sessions/${session}/socket`, 'vitrine.1', { headers });
  };
  const reader = await limited(['read']);
  await expect(port().identity.identify(reader)).rejects.toMatchObject({ code: 'VITRINE_CREDENTIAL_PURPOSE' });
  const socket = socketOf(reader);
  await once(socket, 'open');
  socket.send(JSON.stringify({ hello: { role: 'agent' } }));
  socket.send(JSON.stringify({ message: SAY }));
  expect(await once(socket, 'close')).toMatchObject({ 0: 4403 });
  const sender = socketOf(await limited(['send']));
  expect(await once(sender, 'close')).toMatchObject({ 0: 4403 });
  expect((await host.sessions.summary(session)).seq).toBe(0);
  const { scopes } = (await host.credentials.agents())[0] ?? {};
  expect(scopes).toEqual(['send']);
  // A key that is made without a word about it has those of the one before; the whole is said as all of them.
  await host.operator.rotateAgent('bot', 'command');
  expect((await host.credentials.agents())[0]?.scopes).toEqual(['send']);
});
