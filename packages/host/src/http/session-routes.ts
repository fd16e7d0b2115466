// Sessions of an agent: open, list, read, close; and what an operator sees of them.

import { defined, type Trust } from '@vitrine/core/internal';
import { DIALECT_IDS, dialectById } from '@vitrine/dialects';
import { invalidBody, jsonAnswer } from '@vitrine/face-kit';
import { HostError } from '../host-error.ts';
import { readDuration } from '../read-duration.ts';
import { textField } from './request-body.ts';
import { type Exchange, type HttpRoute, route } from './route.ts';
import { type HttpServices, reachSession, reachSummary, viewerUrl } from './services.ts';

const MAX_TITLE_LENGTH = 200;
const MAX_PAGE = 1000;

export function sessionRoutes(services: HttpServices): readonly HttpRoute[] {
  const { sessions } = services;
  return [
    route({
      method: 'POST',
      path: '/sessions',
      scope: 'open',
      roles: ['agent'],
      answer: (exchange) => open(services, exchange),
    }),
    route({
      method: 'GET',
      path: '/sessions',
      roles: ['agent', 'operator'],
      parameters: ['limit', 'next', 'details'],
      answer: async ({ caller, query }) => {
        const agent = caller.role === 'agent' ? caller.agent : undefined;
        const { items, next } = await sessions.page(agent, query.page(MAX_PAGE), query.flag('details'));
        return jsonAnswer(200, { sessions: items, ...defined({ next }) });
      },
    }),
    route({
      method: 'GET',
      path: '/sessions/:session',
      roles: ['agent', 'operator'],
      answer: async (exchange) => jsonAnswer(200, await reachSummary(services, exchange)),
    }),
    route({
      method: 'DELETE',
      path: '/sessions/:session',
      scope: 'open',
      roles: ['agent', 'operator'],
      parameters: ['erase'],
      answer: async (exchange) => {
        const { session } = await reachSummary(services, exchange);
        if (exchange.query.flag('erase')) return erase(services, exchange, session);
        const { caller } = exchange;
        if (caller.role === 'operator') return jsonAnswer(200, await services.operator.closeSession(session, caller));
        const { closedAt } = await sessions.close(session);
        return jsonAnswer(200, { session, closedAt });
      },
    }),
    route({
      method: 'GET',
      path: '/sessions/:session/snapshot',
      roles: ['agent', 'viewer', 'operator'],
      parameters: ['at'],
      answer: async (exchange) => {
        const at = exchange.query.whole('at');
        const session = await reachSession(services, exchange);
        const state = await session.snapshot(at);
        const { caller } = exchange;
        if (caller.role === 'viewer') session.noteShown(caller.viewer, state.seq);
        return jsonAnswer(200, state);
      },
    }),
  ];
}

async function erase({ operator }: HttpServices, { caller }: Exchange, session: string): Promise<Response> {
  if (caller.role !== 'operator')
    throw new HostError('VITRINE_CREDENTIAL_PURPOSE', 'Operators alone erase sessions; without erase=1 it is closed.');
  return jsonAnswer(200, { erased: await operator.eraseSession(session, caller) });
}

async function open(services: HttpServices, { body, caller }: Exchange<'agent'>): Promise<Response> {
  const { sessions, credentials, limits } = services;
  const order = await body.fields(limits.controlBytes, ['title', 'dialect', 'trust', 'keep']);
  const title = textField(order, 'title', MAX_TITLE_LENGTH);
  const dialect = textField(order, 'dialect', MAX_TITLE_LENGTH);
  if (dialect !== undefined && dialectById(dialect) === undefined)
    throw invalidBody(`dialect must be one of ${DIALECT_IDS.join(', ')}.`);
  const keepMs = keepOf(textField(order, 'keep', MAX_TITLE_LENGTH));
  const { session } = await sessions.open({
    agent: caller.agent,
    trust: trustOf(textField(order, 'trust', MAX_TITLE_LENGTH), caller.trust),
    ...defined({ title, dialect }),
  });
  if (keepMs !== undefined) await services.keep?.(session, keepMs);
  // Who may make no link is given none.
  if (caller.scopes?.includes('link') === false) return jsonAnswer(201, { session });
  const { token, code } = await credentials.mintViewer(session);
  return jsonAnswer(201, { session, viewerToken: token, viewerUrl: viewerUrl(services, session, code) });
}

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keepMs = readDuration(text);
  if (keepMs === undefined) throw invalidBody('keep must be a time such as 30d, 12h or 45m.');
  return keepMs;
}

/** An agent may trust a session less than itself, never more. */
function trustOf(asked: string | undefined, own: Trust): Trust {
  if (asked === undefined) return own;
  if (asked !== 'trusted' && asked !== 'untrusted') throw invalidBody('trust must be trusted or untrusted.');
  if (asked === 'trusted' && own === 'untrusted')
    throw new HostError('VITRINE_CREDENTIAL_PURPOSE', 'An agent that is not trusted opens no trusted session.');
  return asked;
}
