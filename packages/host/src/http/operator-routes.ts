// What an operator orders over HTTP beside closing sessions and taking back tokens, which it shares with agents: agents and
// operators revoked, keys of the host rotated, the first agent's key read on the machine itself.

import { jsonAnswer } from '@vitrine/face-kit';
import { isFromHere } from '../guards/client-address.ts';
import { HostError } from '../host-error.ts';
import { KEY_NAMES } from '../operator-acts.ts';
import { booleanField } from './request-body.ts';
import { type HttpRoute, route } from './route.ts';
import type { HttpServices } from './services.ts';
import { revokedAnswer } from './token-routes.ts';

export function operatorRoutes({ operator, limits, publicUrl }: HttpServices): readonly HttpRoute[] {
  return [
    route({
      method: 'GET',
      path: '/connection',
      roles: ['operator'],
      answer: async ({ request, client, caller }) => {
        // A key lets its holder speak as the agent: it goes no further than the machine that has its file.
        const first = isFromHere(request, client) ? await operator.readFirstKey(caller) : undefined;
        return jsonAnswer(200, { url: publicUrl(), ...first });
      },
    }),
    route({
      method: 'DELETE',
      path: '/agents/:item',
      roles: ['operator'],
      answer: async ({ item, caller }) => revokedAnswer(await operator.revokeAgent(item, caller)),
    }),
    route({
      method: 'DELETE',
      path: '/people/:item',
      roles: ['operator'],
      answer: async ({ item, caller }) => jsonAnswer(200, { erased: await operator.erasePerson(item, caller) }),
    }),
    route({
      method: 'DELETE',
      path: '/operator',
      roles: ['operator'],
      answer: async ({ caller }) => revokedAnswer(await operator.revokeOperators(caller)),
    }),
    route({
      method: 'POST',
      path: '/keys/:item/rotate',
      roles: ['operator'],
      answer: async ({ body, item, caller }) => {
        const key = KEY_NAMES.find((name) => name === item);
        if (key === undefined) throw new HostError('VITRINE_PATH_UNKNOWN', 'Keys are token and seal.');
        const order = await body.fields(limits.controlBytes, ['now']);
        await operator.rotateKey(key, caller, { now: booleanField(order, 'now') ?? false });
        return jsonAnswer(200, { rotated: key });
      },
    }),
  ];
}
