// What became of an agent's messages, as an agent of its dialect is told: one road for HTTP and the socket.

import { type Dialect, dialectById } from '@vitrine/dialects';
import type { IngestAnswer, LiveSession } from './live.ts';

/** `named`: the dialect that the messages were said to be in; else that of the session counts. */
export function forAgent(
  answer: IngestAnswer,
  named: Dialect | undefined,
  { row }: Pick<LiveSession, 'row'>,
): IngestAnswer {
  const dialect = named ?? dialectById(row.dialect ?? '');
  if (dialect?.issueFor === undefined || answer.issues.length === 0) return answer;
  return { ...answer, issues: answer.issues.map(dialect.issueFor) };
}
