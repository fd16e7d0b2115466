// Viewer tokens: made, renewed, had for the code of a link, and taken back; and the operator's code, turned into a token.

import { defined, ISSUE_CODES } from '@vitrine/core/internal';
import { invalidBody, jsonAnswer } from '@vitrine/face-kit';
import { detailsOf } from '../audit/audit-trail.ts';
import type { Revocation } from '../caller.ts';
import { isFromHere } from '../guards/client-address.ts';
import { type RequestBody, textField } from './request-body.ts';
import { type Exchange, type HttpRoute, route } from './route.ts';
import { type HttpServices, reachSummary, viewerUrl } from './services.ts';

const MAX_NAME_LENGTH = 128;
const MAX_TOKEN_LENGTH = 4096;

export function tokenRoutes(services: HttpServices): readonly HttpRoute[] {
  const { credentials, sessions, limits } = services;
  return [
    route({
      method: 'POST',
      path: '/sessions/:session/viewer-token',
      scope: 'link',
      roles: ['agent', 'operator', 'viewer'],
      answer: (exchange) => mint(services, exchange),
    }),
    route({
      method: 'DELETE',
      path: '/sessions/:session/viewer-token',
      scope: 'link',
      roles: ['agent', 'operator'],
      answer: (exchange) => revoke(services, exchange),
    }),
    {
      method: 'POST',
      path: '/viewer',
      roles: 'anyone',
      guessable: 'wrong',
      answer: async ({ body }) => {
        const code = await readCode(body, limits.controlBytes);
        const hasOpenAsk = async (session: string) => (await sessions.get(session)).hasOpenAsk;
        const { session, token, expiresAt, viewer, jti } = await credentials.redeemViewerCode(code, hasOpenAsk);
        services.audit?.note({ act: 'open link', role: 'viewer', session, details: { viewer, credential: jti } });
        return jsonAnswer(200, { session, token, expiresAt });
      },
    },
    {
      method: 'POST',
      path: '/operator',
      roles: 'anyone',
      guessable: 'each',
      answer: async ({ body, request, client }) => {
        const code = await readCode(body, limits.controlBytes);
        const { token, expiresAt, ...who } = await credentials.redeemOperatorCode(code, isFromHere(request, client));
        services.audit?.note({ act: 'sign in', role: 'operator', details: { ...who } });
        return jsonAnswer(200, { token, expiresAt });
      },
    },
  ];
}

async function mint(services: HttpServices, exchange: Exchange): Promise<Response> {
  const { credentials, limits } = services;
  const { session } = await reachSummary(services, exchange);
  const order = await exchange.body.fields(limits.controlBytes, ['viewer']);
  const viewer = textField(order, 'viewer', MAX_NAME_LENGTH);
  const { token, code, expiresAt, viewer: named, jti } = await credentials.mintViewer(session, whose(exchange, viewer));
  const { role } = exchange.caller;
  services.audit?.note({
    act: 'mint',
    role,
    session,
    details: { ...detailsOf(exchange.caller), viewer: named, made: jti },
  });
  return jsonAnswer(200, { token, expiresAt, viewerUrl: viewerUrl(services, session, code) });
}

async function revoke(services: HttpServices, exchange: Exchange<'agent' | 'operator'>): Promise<Response> {
  const { credentials, limits, operator } = services;
  const { session } = await reachSummary(services, exchange);
  const order = await exchange.body.fields(limits.controlBytes, ['token', 'code']);
  const [token, code] = [textField(order, 'token', MAX_TOKEN_LENGTH), textField(order, 'code', MAX_TOKEN_LENGTH)];
  if (token !== undefined && code !== undefined) throw invalidBody('Name a token or a code, not both.');
  const named = token ?? code;
  const { caller } = exchange;
  if (caller.role === 'operator') return revokedAnswer(await operator.revokeViewers(session, caller, named));
  const revocation = await credentials.revokeViewers(session, named);
  const { agent } = caller;
  services.audit?.note({ act: 'revoke viewers', role: 'agent', session, agent, details: { all: named === undefined } });
  return revokedAnswer(revocation);
}

async function readCode(body: RequestBody, limit: number): Promise<string> {
  const code = textField(await body.fields(limit, ['code']), 'code', MAX_TOKEN_LENGTH);
  if (code === undefined) throw invalidBody('code is required.');
  return code;
}

/** 202: it holds, and is not stored yet. */
export function revokedAnswer({ durable }: Revocation): Response {
  if (durable) return jsonAnswer(200, { revoked: true });
  const warning = 'VITRINE_REVOCATION_PENDING';
  return jsonAnswer(202, { revoked: true, durable, warning, message: ISSUE_CODES[warning] });
}

/** A viewer renews its own token and stays who it is. */
function whose({ caller, client }: Exchange, viewer: string | undefined): { viewer?: string; renews?: string } {
  if (caller.role !== 'viewer') return defined({ viewer });
  if (viewer !== undefined && viewer !== caller.viewer) throw invalidBody('A viewer can renew its own token only.');
  const { credential: renews } = client;
  return renews === undefined ? { viewer: caller.viewer } : { viewer: caller.viewer, renews };
}
