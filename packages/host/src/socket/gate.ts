// Everything that is asked of a handshake before there is a WebSocket: the path, the names, the client's share, the
// credential, and whether it is meant for this session. Whatever is refused throws a HostError.

import type { IncomingMessage } from 'node:http';
import { assertScope, type Credentials } from '../caller.ts';
import { readCredential } from '../guards/bearer.ts';
import { assertNamed, type HostNames } from '../guards/host-names.ts';
import { assertOwnOrigin } from '../guards/origin.ts';
import { HostError, toHostError } from '../host-error.ts';
import { unknownParameter } from '../http/query.ts';
import type { LiveSession, Sessions } from '../live.ts';
import type { SocketCaller } from './connection.ts';

/** Absent: all sessions of an agent. */
export interface SocketPath {
  readonly session?: string;
}

export interface Admitted {
  readonly caller: SocketCaller;
  readonly session: string | undefined;
}

/** A socket takes no parameters: what is said of messages is said in their frames. */
export function assertNoParameters(url: string | undefined): void {
  const [, query = ''] = (url ?? '').split('?');
  for (const name of new URLSearchParams(query).keys()) throw unknownParameter(name, []);
}

export function readPath(url: string | undefined): SocketPath {
  const [path = ''] = (url ?? '').split('?');
  if (path === '/socket') return {};
  const session = /^\/sessions\/([^/]+)\/socket$/.exec(path)?.[1];
  try {
    if (session !== undefined) return { session: decodeURIComponent(session) };
  } catch {
    // Not the name of anything.
  }
  throw new HostError('VITRINE_PATH_UNKNOWN');
}

/** Before anything is looked up: pages elsewhere learn nothing of what there is. */
export function assertCalledRightly(
  { headers, method }: IncomingMessage,
  names: HostNames,
  origins: readonly string[] = [],
): void {
  if (method !== 'GET') throw new HostError('VITRINE_METHOD_REFUSED');
  assertNamed(names, headers.host);
  if (headers.origin === undefined || !origins.includes(headers.origin))
    assertOwnOrigin(names, headers.origin, headers.host);
}

export function credentialOf({ headers }: IncomingMessage): string | undefined {
  return readCredential({ authorization: headers.authorization, protocols: headers['sec-websocket-protocol'] });
}

export async function admit(
  credential: string | undefined,
  path: SocketPath,
  { credentials, sessions }: { readonly credentials: Credentials; readonly sessions: Sessions },
): Promise<Admitted> {
  const caller = await credentials.identify(credential);
  if (caller.role === 'operator') throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
  // What happens comes down every socket.
  assertScope(caller, 'read');
  if (path.session === undefined) {
    if (caller.role === 'viewer') throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
    return { caller, session: undefined };
  }
  if (caller.role === 'viewer' && caller.session !== path.session) throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
  const session = await findSession(sessions, path.session);
  if (caller.role === 'agent' && caller.agent !== session.row.agent) throw new HostError('VITRINE_LOG_SESSION_UNKNOWN');
  return { caller, session: session.id };
}

/** One sentence for a session that is not there and for one of another agent: nobody learns which it is. */
export async function findSession(sessions: Sessions, id: string): Promise<LiveSession> {
  try {
    return await sessions.get(id);
  } catch (error) {
    const { code } = toHostError(error);
    throw code === 'VITRINE_LOG_SESSION_UNKNOWN' ? new HostError(code) : error;
  }
}
