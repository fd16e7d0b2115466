// A session as those see it who add to it: the roads in, files, presence. live-session.ts is one.

import type {
  Fold,
  JudgedAhead,
  NewEntry,
  Origin,
  Outcome,
  PartIssue,
  Seq,
  Steps,
  Trust,
  View,
} from '@vitrine/core/internal';
import type { SessionId, StoredEntry, StoredSessionRow, WrittenEntry } from '@vitrine/log';
import type { AuditAct } from '../audit/audit-line.ts';
import type { CommitExtras, JoinRequest } from '../live.ts';
import type { SessionContext } from './context.ts';
import type { RecentStates } from './recent-states.ts';
import type { SeqRange } from './seq-ranges.ts';
import type { PresenceEvent } from './session-call.ts';
import type { EndedAsks } from './stored-state.ts';
import type { ViewerProgress } from './viewer-progress.ts';

/** What a call adds, until it is committed. */
export interface CommitDraft extends CommitExtras {
  readonly first: Seq;
  readonly entries: WrittenEntry[];
  /** What the audit is told of it. */
  readonly acts: AuditAct[];
  /** The traceparent of the last entry. */
  trace?: string | undefined;
  /** Names what the viewer who acts has shown. */
  credential?: string | undefined;
}

/** An entry that somebody wants to add; `basis` is the state that it was made for. */
export type EntryToAdd = NewEntry & { readonly basis?: Seq };

/** An entry whose text is written, before anybody has judged it. */
export interface PreparedEntry {
  /** As it was given. */
  readonly entry: EntryToAdd;
  readonly from: Origin;
  readonly trust: Trust;
  readonly body: NewEntry['body'];
  /** Absent: JSON cannot say it. */
  readonly stored?: StoredEntry;
  /** Of a long one: what could be judged of what is stored. */
  readonly judged?: JudgedAhead;
}

export interface Attendance {
  /** What a viewer said of itself. */
  of(viewer: string): JoinRequest | undefined;
  /** Whether anybody who said what it can show can show this catalog; true while nobody has said anything. */
  canShow(catalog: string): boolean;
  /** What a viewer says of itself, whether it is connected or not: saying something makes nobody present. */
  describe(hello: JoinRequest): Promise<void>;
}

export interface WritableSession {
  readonly id: SessionId;
  readonly context: SessionContext;
  readonly row: StoredSessionRow;
  readonly ended: Pick<EndedAsks, 'get' | 'askedAt'>;
  readonly presence: Attendance;
  /** The last seq that is durable. */
  readonly seq: Seq;
  /** Where the fold stands; the last of it may not be durable yet. */
  readonly head: Seq;
  readonly view: View;
  readonly fold: Fold;
  /** The traceparent of what its agent showed last. */
  readonly shownTrace: string | undefined;
  /** Tells the agent that a viewer came or went, whichever host writes the session. */
  addPresence(event: PresenceEvent): Promise<void>;
  /** Runs what adds to the session while no other host may. `isWithin`: it is part of something that runs so. */
  lead<T>(work: () => T | Promise<T>, isWithin?: boolean): Promise<T>;
  /**
   * Adds entries and commits them. All that `work` does is done at once, without waiting for anything, so nobody else's
   * entries come in between; `durable` resolves when all of it is durable and has been told.
   */
  write<T>(work: (draft: CommitDraft) => T): { readonly result: T; readonly durable: Promise<void> };
  /** Judges an entry and applies it. What is folded is what will be read from the log: the parsed text. */
  add(draft: CommitDraft, entry: EntryToAdd, from: Origin): Outcome<NewEntry, PartIssue>;
  /** Which states may still be acted on. */
  readonly recent: RecentStates;
  readonly progress: ViewerProgress;
  /** The newest state that a viewer was sent, on any connection that it has or had lately. */
  sentTo(viewer: string): Seq | undefined;
  /** All of them, the oldest first. */
  rangesOf(viewer: string): readonly SeqRange[];
  /** A viewer has shown all up to a seq. False: it was not sent so much. */
  confirmShown(viewer: string, seq: Seq): boolean;
  /** What `add` does without the state: secrets are hidden, the text is written. Good for `addPrepared` at any later seq. */
  prepare(entry: EntryToAdd, from: Origin): PreparedEntry;
  /** The same in steps, for an entry that is long; it is also judged, as far as that does not depend on the state. */
  prepareSteps(entry: EntryToAdd, from: Origin): Steps<PreparedEntry>;
  addPrepared(draft: CommitDraft, prepared: PreparedEntry): Outcome<NewEntry, PartIssue>;
  /** When all that is being encoded is: whoever adds something before then has to wait until it is, at once. Undefined: nothing is. */
  readonly whenEncoded: Promise<void> | undefined;
  /** Takes steps that read the state: what fits a slice at once, else in slices, before anything is added if that can wait. */
  read<T>(steps: Steps<T>): T | Promise<T>;
  /** What is added from now on is told to viewers together, unless it takes long. Gives what ends it. */
  cork(): () => void;
  /** Takes over what the log has of the session now. */
  setRow(row: StoredSessionRow): void;
}
