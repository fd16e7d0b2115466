// Viewer tokens: made, renewed and taken back; and the operator's code, turned into a token.

import { jsonAnswer } from './answers.ts';
import { invalid, readOrder, textField } from './body.ts';
import { type Exchange, type Route, route } from './route.ts';
import { reachSummary, type Services, viewerUrl } from './services.ts';

const LONGEST_NAME = 128;
const LONGEST_TOKEN = 4096;

export function tokenRoutes(services: Services): readonly Route[] {
  const { credentials, limits } = services;
  return [
    route({
      method: 'POST',
      path: '/sessions/:session/viewer-token',
      roles: ['agent', 'operator', 'viewer'],
      answer: (exchange) => mint(services, exchange),
    }),
    route({
      method: 'DELETE',
      path: '/sessions/:session/viewer-token',
      roles: ['agent'],
      answer: async (exchange) => {
        const { session } = await reachSummary(services, exchange);
        const order = await readOrder(exchange.request, limits.controlBytes, ['token']);
        await credentials.revokeViewers(session, textField(order, 'token', LONGEST_TOKEN));
        return jsonAnswer(200, { revoked: true });
      },
    }),
    {
      method: 'POST',
      path: '/operator',
      roles: 'anyone',
      guessable: true,
      answer: async ({ request }) => {
        const order = await readOrder(request, limits.controlBytes, ['code']);
        const code = textField(order, 'code', LONGEST_TOKEN);
        if (code === undefined) throw invalid('code is required.');
        return jsonAnswer(200, credentials.redeemOperatorCode(code));
      },
    },
  ];
}

async function mint(services: Services, exchange: Exchange): Promise<Response> {
  const { credentials, limits } = services;
  const { session } = await reachSummary(services, exchange);
  const order = await readOrder(exchange.request, limits.controlBytes, ['viewer']);
  const viewer = textField(order, 'viewer', LONGEST_NAME);
  const { token, expiresAt } = await credentials.mintViewer(session, whose(exchange, viewer));
  return jsonAnswer(200, { token, expiresAt, viewerUrl: viewerUrl(services, session, token) });
}

/** A viewer renews its own token and stays who it is. */
function whose({ caller, client }: Exchange, viewer: string | undefined): { viewer?: string; renews?: string } {
  if (caller.role !== 'viewer') return viewer === undefined ? {} : { viewer };
  if (viewer !== undefined && viewer !== caller.viewer) throw invalid('A viewer can renew its own token only.');
  const { credential: renews } = client;
  return renews === undefined ? { viewer: caller.viewer } : { viewer: caller.viewer, renews };
}
