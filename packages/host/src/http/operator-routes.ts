// What an operator orders over HTTP beside closing sessions and taking back tokens, which it shares with agents: agents and
// operators revoked, keys of the host rotated.

import { jsonAnswer } from '@vitrine/face-kit';
import { HostError } from '../host-error.ts';
import { KEY_NAMES } from '../operator-acts.ts';
import { booleanField } from './request-body.ts';
import { type HttpRoute, route } from './route.ts';
import type { HttpServices } from './services.ts';
import { revokedAnswer } from './token-routes.ts';

export function operatorRoutes({ operator, limits }: HttpServices): readonly HttpRoute[] {
  return [
    route({
      method: 'DELETE',
      path: '/agents/:item',
      roles: ['operator'],
      answer: async ({ item }) => revokedAnswer(await operator.revokeAgent(item, 'http')),
    }),
    route({
      method: 'DELETE',
      path: '/operator',
      roles: ['operator'],
      answer: async () => revokedAnswer(await operator.revokeOperators('http')),
    }),
    route({
      method: 'POST',
      path: '/keys/:item/rotate',
      roles: ['operator'],
      answer: async ({ body, item }) => {
        const key = KEY_NAMES.find((name) => name === item);
        if (key === undefined) throw new HostError('VITRINE_PATH_UNKNOWN', 'Keys are token and seal.');
        const order = await body.fields(limits.controlBytes, ['now']);
        await operator.rotateKey(key, 'http', { now: booleanField(order, 'now') ?? false });
        return jsonAnswer(200, { rotated: key });
      },
    }),
  ];
}
