// What the routes work with, and the question that most of them ask first: may this caller reach that session?

import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Caller, Credentials } from '../caller.ts';
import type { CatchUps } from '../guards/catch-ups.ts';
import { HostError, toHostError } from '../host-error.ts';
import type { LiveSession, SessionSummary, Sessions } from '../live.ts';
import type { Metrics } from '../metrics.ts';
import type { OperatorActs } from '../operator-acts.ts';
import type { SignIn } from '../sign-in.ts';
import type { Presence } from '../socket/presence.ts';
import type { FileQuota } from './file-quota.ts';
import type { HttpLimits } from './limits.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Exchange } from './route.ts';

export interface HttpServices {
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly limits: HttpLimits;
  readonly metrics: Metrics;
  readonly streams: OpenStreams;
  readonly presence: Presence;
  readonly catchUps: CatchUps;
  readonly fileQuota: FileQuota;
  /** Where people reach this host, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly operator: OperatorActs;
  /** Absent: nobody keeps an audit. */
  readonly audit?: AuditTrail;
  /** Absent: nobody signs in elsewhere. */
  readonly signIn?: SignIn;
  /** A session is kept for so long and no longer. */
  readonly keep?: (session: string, keepMs: number) => Promise<void>;
  /** What whoever runs the host should know though it is ready. */
  readonly alarms?: () => readonly string[];
  readonly isReady: () => boolean | Promise<boolean>;
  /** Writes down a fault of the host itself that no answer can tell. */
  readonly onFailure: (error: unknown) => void;
}

/** The session that the path names, for a caller that may reach it. */
export async function reachSession({ sessions }: HttpServices, { caller, session }: Exchange): Promise<LiveSession> {
  assertMeant(caller, session);
  const found = await sessions.get(session).catch(hideUnknown);
  assertOwned(caller, found.row.agent);
  return found;
}

/** The same, without loading it. */
export async function reachSummary({ sessions }: HttpServices, { caller, session }: Exchange): Promise<SessionSummary> {
  assertMeant(caller, session);
  const found = await sessions.summary(session).catch(hideUnknown);
  assertOwned(caller, found.agent);
  return found;
}

/** The code stands in the fragment, which no browser sends: not to this host, and to nobody on the way. */
export function viewerUrl(
  { publicUrl, signIn }: Pick<HttpServices, 'publicUrl' | 'signIn'>,
  session: string,
  code: string,
): string {
  if (signIn?.isForViewers === true) return `${publicUrl()}/sign-in?session=${encodeURIComponent(session)}`;
  return `${publicUrl()}/s/${encodeURIComponent(session)}#code=${code}`;
}

function assertMeant(caller: Caller, session: string): void {
  if (caller.role === 'viewer' && caller.session !== session)
    throw new HostError('VITRINE_CREDENTIAL_PURPOSE', 'The token is for another session.');
}

function assertOwned(caller: Caller, agent: string): void {
  if (caller.role === 'agent' && caller.agent !== agent) throw new HostError('VITRINE_LOG_SESSION_UNKNOWN');
}

/** One sentence for a session that is not there and for one of another agent: nobody learns which it is. */
function hideUnknown(error: unknown): never {
  const known = toHostError(error);
  throw known.code === 'VITRINE_LOG_SESSION_UNKNOWN' ? new HostError(known.code) : error;
}
