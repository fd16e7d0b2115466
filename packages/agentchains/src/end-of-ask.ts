// A question that nobody will answer any more: the session forgets it, and the agent is told which one it was.

import { escapeSegment, type IssueCode, type Op, type ViewerEvent } from '@vitrine/core/internal';

export function endOfAsk(
  ask: string,
  reason: string,
  code: IssueCode,
  message: string,
): readonly [lapse: Op, told: ViewerEvent] {
  const at = `/asks/${escapeSegment(ask)}`;
  return [
    { op: 'lapse', ask, reason },
    { event: 'issue', issue: { code, severity: 'warning', fault: 'viewer', message, at } },
  ];
}
