// The sessions that this node writes, and what every commit asks of them. Nobody else changes them while the lease holds,
// so they are judged without asking the database, which judges the lease alone.

import type { Seq } from '@vitrine/core';
import type { SessionId } from '@vitrine/log';

export interface HeldSession {
  readonly epoch: number;
  readonly agent: string;
  head: Seq;
  closed: boolean;
}

export type HeldSessions = Map<SessionId, HeldSession>;
