// What the audit is told of an entry of a person: answers, approvals and presses. What was typed or answered is not repeated.

import { defined, type Entry } from '@vitrine/core/internal';
import type { SessionId } from '@vitrine/log';
import type { AuditAct } from './audit-line.ts';

/** @param credential names the token that was shown; absent: a face judged its client */
export function viewerActs(
  session: SessionId,
  { seq, from, body }: Pick<Entry, 'seq' | 'from' | 'body'>,
  credential: string | undefined,
): AuditAct[] {
  return body.flatMap((part): AuditAct[] => {
    if (!('event' in part)) return [];
    const about = { session, role: 'viewer' } as const;
    const who = { viewer: from.id, ...defined({ credential }), seq };
    switch (part.event) {
      case 'answer':
        return [{ ...about, act: answerAct(part.value), details: { ...who, ask: part.ask } }];
      case 'action':
        return [{ ...about, act: 'act', details: { ...who, surface: part.surface, name: part.name } }];
      case 'consent':
        return [{ ...about, act: part.granted ? 'consent' : 'withdraw consent', details: { ...who, kind: part.kind } }];
      default:
        return [];
    }
  });
}

function answerAct(value: unknown): string {
  if (typeof value !== 'boolean') return 'answer';
  return value ? 'approve' : 'decline';
}
