// What whoever runs the host asks it: is it alive, does it take work, what has it counted. No name of anybody stands in any
// answer; what was counted is told to this machine, and elsewhere to operators alone: it shows how busy people are.

import { dataAnswer, jsonAnswer } from '@vitrine/face-kit';
import type { HttpRoute } from './route.ts';
import type { HttpServices } from './services.ts';

export function operationRoutes({ isReady, metrics, alarms }: HttpServices): readonly HttpRoute[] {
  return [
    { method: 'GET', path: '/healthz', roles: 'anyone', answer: () => jsonAnswer(200, { ok: true }) },
    {
      method: 'GET',
      path: '/readyz',
      roles: 'anyone',
      answer: async () => {
        const ready = await isReady();
        const raised = alarms?.() ?? [];
        return jsonAnswer(ready ? 200 : 503, { ready, ...(raised.length > 0 && { alarms: raised }) });
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      roles: 'anyone',
      isForOperators: true,
      answer: async () => dataAnswer(200, await metrics.text(), { 'content-type': metrics.contentType }),
    },
  ];
}
