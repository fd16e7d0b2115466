// Messages of an agent and events of a viewer, one body at a time. What they say is read and judged by the session.

import { defined } from '@vitrine/core/internal';
import { jsonAnswer } from '@vitrine/face-kit';
import { forAgent } from '../agent-answer.ts';
import { HostError } from '../host-error.ts';
import type { IngestAnswer } from '../live.ts';
import { idempotencyKey } from './query.ts';
import { type Exchange, type HttpRoute, route } from './route.ts';
import { type HttpServices, reachSession } from './services.ts';

export function messageRoutes(services: HttpServices): readonly HttpRoute[] {
  return [
    route({
      method: 'POST',
      path: '/sessions/:session/messages',
      roles: ['agent'],
      parameters: ['dialect', 'untrusted'],
      answer: async (exchange) => {
        const session = await reachSession(services, exchange);
        const trust = exchange.query.flag('untrusted') ? ({ trust: 'untrusted' } as const) : {};
        const incoming = { ...(await readIncoming(exchange, services.limits.bodyBytes)), ...trust };
        return toResponse(forAgent(await session.ingestMessages(incoming), incoming.dialect, session));
      },
    }),
    route({
      method: 'POST',
      path: '/sessions/:session/events',
      roles: ['viewer'],
      parameters: ['dialect'],
      answer: async (exchange) => {
        const session = await reachSession(services, exchange);
        const { viewer, jti: credential } = exchange.caller;
        const incoming = await readIncoming(exchange, services.limits.eventBytes);
        return toResponse(await session.ingestEvents({ ...incoming, viewer, credential }));
      },
    }),
  ];
}

async function readIncoming({ request, body, query }: Exchange, maxBytes: number) {
  const dialect = query.dialect();
  const key = idempotencyKey(request);
  return {
    text: await body.messages(maxBytes),
    ...defined({ dialect, key }),
  };
}

/** Refused messages are part of a good answer; only a body of which nothing could be read is a bad request. */
function toResponse({ accepted, seq, issues, unreadable }: IngestAnswer): Response {
  const answer = { accepted, seq, issues };
  if (unreadable !== true) return jsonAnswer(200, answer);
  const { code, message, status } = new HostError('VITRINE_BODY_INVALID', issues[0]?.message);
  return jsonAnswer(status, { error: code, message, ...answer });
}
