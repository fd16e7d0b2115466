// The call for a stream token: by the key of an agent, for itself or one of its sessions; or by the token of a viewer, and
// then for that viewer's session alone.

import { defined, type PortCaller } from '@vitrine/core/internal';
import { invalidBody, jsonAnswer } from '@vitrine/face-kit';
import { SOCKET_PATH, TOKEN_TYPE } from './limits.ts';
import { readBody, unknownSession } from './refusal.ts';
import type { AgentchainsServices } from './services.ts';

export type TokenCaller = Exclude<PortCaller, { readonly role: 'operator' }>;

interface TokenCall {
  readonly request: Request;
  readonly url: URL;
  readonly caller: TokenCaller;
}

export async function giveToken(services: AgentchainsServices, { request, url, caller }: TokenCall): Promise<Response> {
  const { port, tokens } = services;
  const body = request.method === 'POST' ? await readBody(port, request) : Object.fromEntries(url.searchParams);
  const wanted = body.token_type ?? TOKEN_TYPE;
  if (wanted !== TOKEN_TYPE) throw invalidBody(`token_type must be "${TOKEN_TYPE}".`);
  const bound = caller.role === 'viewer' ? caller.session : body.session_id;
  if (bound !== undefined && typeof bound !== 'string') throw invalidBody('session_id must be the id of a session.');
  const row = bound === undefined ? undefined : await port.sessions.find(bound);
  const isOwn = caller.role === 'viewer' || row?.agent === caller.agent;
  if (bound !== undefined && (row === undefined || row.closedAt !== undefined || !isOwn)) throw unknownSession();
  const agent = caller.role === 'agent' ? caller.agent : (row?.agent as string);
  const { token, expiresAt } = await tokens.make({
    agent,
    grant: caller.grant,
    trust: row?.trust ?? (caller.role === 'agent' ? caller.trust : 'untrusted'),
    ...defined({ session: bound }),
    ...(caller.role === 'viewer'
      ? { viewer: caller.viewer, from: caller.jti, until: Date.parse(caller.expiresAt) }
      : {}),
  });
  const restMs = expiresAt - port.identity.now();
  return jsonAnswer(200, {
    ...{ token, stream_token: token, token_type: TOKEN_TYPE, agent_id: agent },
    expires_in_seconds: Math.max(0, Math.floor(restMs / 1000)),
    expires_at: new Date(port.transport.now() + restMs).toISOString(),
    ws_url: `${port.transport.publicUrl().replace(/^http/, 'ws')}${SOCKET_PATH}`,
    ...defined({ session_id: bound }),
  });
}
