// How fast frames may come: those of one viewer, of all viewers of a session, of one agent.

import type { PortRate, ShareRate } from '@vitrine/core/port';
import { Rate } from '@vitrine/face-kit';
import type { Caller } from '../caller.ts';
import { HostError } from '../host-error.ts';
import type { Metrics } from '../metrics.ts';
import type { SocketLimits } from './socket-limits.ts';

export type AssertPace = (caller: Caller, session: string) => void;

export function createPace(
  { viewer, session, agent }: Pick<SocketLimits, 'viewer' | 'session' | 'agent'>,
  now: () => number,
  metrics: Metrics,
  shareRate?: ShareRate,
): AssertPace {
  const share = (name: string) => shareRate && ((rate: PortRate) => shareRate(`socket ${name}`, rate));
  const viewers = new Rate({ ...viewer, now, share: share('viewer') });
  const sessions = new Rate({ ...session, now, share: share('session') });
  const agents = new Rate({ ...agent, now, share: share('agent') });
  const assert = (rate: Rate, by: 'viewer' | 'session' | 'agent', key: string): void => {
    const wait = rate.take(key);
    if (wait <= 0) return;
    metrics.count('rateRefusals', 1, { by });
    const retryAfter = Math.ceil(wait);
    throw new HostError('VITRINE_RATE', `Send slower; wait ${retryAfter} s.`, { retryAfter });
  };
  return (caller) => {
    if (caller.role === 'agent') assert(agents, 'agent', caller.agent);
    if (caller.role !== 'viewer') return;
    assert(viewers, 'viewer', `${caller.session} ${caller.viewer}`);
    assert(sessions, 'session', caller.session);
  };
}
