// Compares what the witness says was acknowledged with what the database has, and says in words and numbers what is
// missing. Less than was acknowledged is a loss; more, or a tail that nobody was told of, is not.

import type { Seq } from '@vitrine/core';
import { LogError, type LogLoss } from '../log-error.ts';
import type { LogPosition, SessionId } from '../session-log.ts';
import type { WitnessState } from './witness.ts';

/** The database as a start finds it. */
export interface FoundDatabase {
  /** `missing` and `empty`: the file was not there, or had no byte. */
  readonly kind: 'missing' | 'empty' | 'there';
  /** Undefined until a witness was made for it. */
  readonly id?: number;
  readonly position: LogPosition;
  /** A write-ahead log stands beside it that has something in it. */
  readonly hasTail: boolean;
  /** It has nothing, and whoever opens it knows that something was stored. */
  readonly isMissed: boolean;
  headOf(session: SessionId): Seq | undefined;
}

/** In words; what is missing may be much. */
const MAX_NAMED = 10;
const ADVICE =
  'Put the missing files back, or restore a backup; to go on with what is there, accept the loss for one start.';

/** Undefined: nothing that was acknowledged is missing. */
export function findLoss(found: FoundDatabase, witness: WitnessState | 'missing' | 'damaged'): LogError | undefined {
  if (witness === 'missing') {
    if (found.kind !== 'there' && found.hasTail)
      return lost('A write-ahead log is there without its database, so acknowledged entries are missing', found);
    if (found.isMissed)
      return lost('The folder was in use before, and neither the database nor its witness has anything', found);
    if (found.id === undefined) return undefined;
    return lost('The witness of the database is missing, so nobody can tell whether something acknowledged is', found);
  }
  if (witness === 'damaged')
    return lost(
      'The witness of the database cannot be read, so nobody can tell whether acknowledged entries are missing',
      found,
    );
  if (!witness.isAdopted && found.id === undefined) return undefined;
  if (found.kind !== 'there') {
    const what = found.kind === 'missing' ? 'The database is missing' : 'The database is empty';
    return lost(what, found, witness);
  }
  if (found.id !== witness.database) return lost('The database is another one than was written here', found, witness);
  const { position } = witness;
  if (found.position < position)
    return lost(`The database ends at position ${found.position}; up to ${position} was acknowledged`, found, witness);
  if (!lacksEntries(found, witness)) return undefined;
  return lost('The database has its last position, and lacks entries before it', found, witness);
}

/** Sessions may have been deleted since; none ever has less than it had. */
function lacksEntries({ headOf }: FoundDatabase, { sessions }: WitnessState): boolean {
  return sessions.some(({ session, head }) => (headOf(session) ?? head) < head);
}

function lost(what: string, found: FoundDatabase, witness?: WitnessState): LogError {
  const loss = witness === undefined ? undefined : measureLoss(found, witness);
  const missing = loss === undefined ? '' : ` ${describeLoss(loss)}`;
  return new LogError('VITRINE_LOG_LOST', `${what}.${missing} ${ADVICE}`, loss === undefined ? {} : { loss });
}

function measureLoss(found: FoundDatabase, witness: WitnessState): LogLoss {
  const isSame = found.id === witness.database;
  const sessions = witness.sessions.flatMap(({ session, head: acknowledged }) => {
    const head = isSame ? found.headOf(session) : undefined;
    return head === undefined || head < acknowledged ? [{ session, head: head ?? 0, acknowledged }] : [];
  });
  const entries = sessions.reduce((sum, { head, acknowledged }) => sum + acknowledged - head, 0);
  // One that has its last position and lacks entries may lack any that the witness does not remember.
  const upTo = isSame && found.position < witness.position ? found.position : 0;
  return { entries, sessions, isAll: witness.forgotten <= upTo };
}

export function describeLoss({ entries, sessions, isAll }: LogLoss): string {
  if (sessions.length === 0 && isAll) return 'Missing are changes without entries: credentials, records, cursors.';
  const named = sessions.slice(0, MAX_NAMED).map(({ session, head, acknowledged }) => {
    if (head === 0) return `${JSON.stringify(session)} whole, up to seq ${acknowledged}`;
    return `${JSON.stringify(session)} from seq ${head + 1} to ${acknowledged}`;
  });
  if (sessions.length > named.length) named.push(`${sessions.length - named.length} more`);
  const count = `${isAll ? '' : 'at least '}${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  const list = named.length === 0 ? '' : ` (${named.join('; ')})`;
  return `Missing: ${count} in ${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}${list}.`;
}
