// What calls under a key were answered, kept with what they did: the claim of the key and the answer are in the commit of
// the work, for a day. Calls of the host's own sessions, and those of the faces.

import type { Json, PortKeyedCall, PortReply, Steps } from '@vitrine/core/internal';
import { CallsUnderWay, Slices } from '@vitrine/face-kit';
import type { RecordWrite, SessionId } from '@vitrine/log';
import { HostError } from '../host-error.ts';
import type { CommitExtras, IngestAnswer } from '../live.ts';
import { areApart, isOfOneKey, type TextPieces } from '../seal.ts';
import { recordName, type SessionContext } from './context.ts';

/** Keeps the answer with what the call commits. */
export type Keep = (answer: KeptReply, draft: CommitExtras) => void;

/** What was answered before. */
export interface KeptReply extends IngestAnswer {
  /** It broke off behind so many messages, and says no issues of theirs. Absent: it is the whole answer. */
  readonly done?: number;
}

export interface KeyedCall {
  readonly session: SessionId;
  /** Keeps the keys of one caller apart from those of another. */
  readonly from: string;
  readonly key: string | undefined;
  /** What it says, as one text in pieces. */
  readonly content: () => Steps<readonly string[]>;
}

type Work = (keep: Keep, before: KeptReply | undefined) => Promise<IngestAnswer>;

/** A call under its name, as it is kept. */
interface NamedCall {
  readonly name: string;
  /** What its mark and its seal are bound to. */
  readonly scope: string;
  readonly content: TextPieces;
}

const KIND = 'reply';
/** A repeat after this is a new call. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export class KeyedCalls {
  readonly #underWay = new CallsUnderWay<IngestAnswer>();

  /** `work` is given what was answered before, if anything was: it goes on from there. */
  async once(context: SessionContext, { session, from, key, content }: KeyedCall, work: Work): Promise<IngestAnswer> {
    if (key === undefined) return work(() => undefined, undefined);
    const name = recordName(context, JSON.stringify([session, from, key]), session);
    const pieces = await new Slices().takeAll(content());
    const call = { name, scope: session, content: piecesOf(pieces) };
    const mark = context.mark(call.content, session);
    const { answer } = await this.#underWay.share(name, mark, () => this.#run(context, call, mark, work), areApart);
    return answer;
  }

  async #run(context: SessionContext, call: NamedCall, mark: string, work: Work): Promise<IngestAnswer> {
    const stored = (await storedReply(context, call, mark)) as
      | { readonly isSame: boolean; readonly answer: KeptReply }
      | undefined;
    // Under a key with which nothing was taken something else may come.
    if (stored?.isSame === false && stored.answer.accepted > 0) {
      const { accepted, seq } = stored.answer;
      throw new HostError('VITRINE_KEY_REUSED', undefined, { accepted, seq });
    }
    let isClaimed = stored !== undefined;
    const keep: Keep = (answer, draft) => {
      // They quote what was sent.
      const kept = { ...answer, issues: context.redact(answer.issues) } as unknown as Json;
      keepReply(context, call, { mark, answer: kept }, draft, !isClaimed);
      isClaimed = true;
    };
    return work(keep, stored?.isSame === true ? stored.answer : undefined);
  }
}

function piecesOf(pieces: readonly string[]): TextPieces {
  return (add) => {
    for (const piece of pieces) add(piece);
  };
}

interface Stored {
  readonly mark: string;
  readonly answer?: Json;
  /** An answer that may hold a secret. */
  readonly sealed?: string;
}

/** Undefined: there is none, or its time is over. */
async function storedReply(
  context: SessionContext,
  { name, scope, content }: NamedCall,
  mark: string,
): Promise<{ readonly isSame: boolean; readonly answer: Json } | undefined> {
  const record = await context.log.record(KIND, name);
  if (record?.due === undefined || Date.parse(record.due) <= context.now()) return undefined;
  const { mark: before, answer, sealed } = record.value as unknown as Stored;
  const now = isOfOneKey(before, mark) ? mark : context.mark(content, scope, before);
  const isSame = !areApart(before, now);
  return { isSame, answer: sealed === undefined ? (answer ?? null) : context.unseal(sealed, scope) };
}

function keepReply(
  context: SessionContext,
  call: NamedCall,
  value: Stored,
  draft: CommitExtras,
  isFirst: boolean,
): void {
  const { name, scope } = call;
  const [from, until] = [context.now(), context.now() + KEPT_MS].map((at) => new Date(at).toISOString()) as [
    string,
    string,
  ];
  const ofSession = scope.startsWith(FACE) ? {} : { session: scope };
  draft.records.push({ kind: KIND, key: name, ...ofSession, due: until, value: value as unknown as Json });
  if (isFirst) draft.claims.push({ claim: `once:${KIND}:${name}`, from, until });
}

const FACE = 'face ';

function namedFor(context: SessionContext, face: string, { name, content: text }: PortKeyedCall): NamedCall {
  const scope = `${FACE}${face}`;
  return { name: recordName(context, `${scope} ${name}`, scope), scope, content: (add) => add(text) };
}

/** What a call of a face was answered before. Refuses with VITRINE_KEY_REUSED. */
export async function faceReply(
  context: SessionContext,
  face: string,
  asked: PortKeyedCall,
): Promise<{ readonly answer: Json } | undefined> {
  const call = namedFor(context, face, asked);
  const stored = await storedReply(context, call, context.mark(call.content, call.scope));
  if (stored?.isSame === false) throw new HostError('VITRINE_KEY_REUSED');
  return stored;
}

export function keepFaceReply(context: SessionContext, face: string, reply: PortReply, draft: CommitExtras): void {
  const call = namedFor(context, face, reply);
  const sealed = context.seal(reply.answer, call.scope);
  keepReply(context, call, { mark: context.mark(call.content, call.scope), sealed }, draft, true);
}

/** Replies whose time is over. */
export async function forgetReplies(context: SessionContext): Promise<void> {
  const removals: RecordWrite[] = [];
  const now = new Date(context.now()).toISOString();
  for await (const { key } of context.log.due(KIND, now)) removals.push({ kind: KIND, key, remove: true });
  if (removals.length > 0) await context.log.writeRecords(removals);
  await context.log.forgetClaims(now);
}

/** Seals anew, for a key that is to be dropped. What cannot be opened stays as it is. */
export async function resealReplies(context: SessionContext): Promise<void> {
  for await (const record of context.log.records(KIND)) {
    const { sealed, ...value } = record.value as unknown as Stored;
    const scope = /^face [^ ]+/.exec(record.key)?.[0];
    if (sealed === undefined || scope === undefined) continue;
    try {
      const anew = { ...value, sealed: context.seal(context.unseal(sealed, scope), scope) };
      await context.log.writeRecords([{ ...record, value: anew as unknown as Json }]);
    } catch (error) {
      context.notes.failure('an answer that cannot be opened', error);
    }
  }
}
