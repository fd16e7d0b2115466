// The audit, for operators: pages of lines, and whether the chains are whole.

import { defined } from '@vitrine/core/internal';
import { cursorOf, jsonAnswer } from '@vitrine/face-kit';
import { detailsOf } from '../audit/audit-trail.ts';
import { type HttpRoute, route } from './route.ts';
import type { HttpServices } from './services.ts';

const PAGE = 200;
const MAX_PAGE = 1000;

export function auditRoutes({ audit }: HttpServices): readonly HttpRoute[] {
  if (audit === undefined) return [];
  return [
    route({
      method: 'GET',
      path: '/audit',
      roles: ['operator'],
      parameters: ['limit', 'next'],
      answer: async ({ query, caller }) => {
        const { limit = PAGE, after = '' } = query.page(MAX_PAGE);
        // Once for all pages; who reads it learns of this with the rest.
        if (after === '')
          await audit.append({ act: 'export', role: 'operator', details: { ...detailsOf(caller), what: 'audit' } });
        const { lines, next } = await audit.page(after, limit);
        return jsonAnswer(200, { lines, ...defined({ next: next && cursorOf(next) }) });
      },
    }),
  ];
}
