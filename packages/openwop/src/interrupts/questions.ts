// The questions that the host asks in its own chrome, which nothing on a surface can cover or imitate: one for each open
// interrupt that nobody could answer on a surface. They are derived from the run and from what is shown, for every write of
// a run (run-registry.ts), and from nothing else, so that no road leaves a person without a way to answer. And what an answer to
// one means.

import {
  type AskOp,
  defined,
  isArray,
  isObject,
  isOp,
  type Json,
  type JsonObject,
  jsonEqual,
  type NewEntry,
  type Op,
  type Surface,
  type SurfaceId,
  toText,
  type View,
  type Want,
} from '@vitrine/core/internal';
import { copyOf } from '@vitrine/dialects/openwop';
import { APPROVAL_ACTIONS, answersWith } from '../admission/resume-value.ts';
import { pressesOf } from '../admission/submission.ts';
import type { SurfaceChange } from '../admission/surface-change.ts';
import type { Run } from '../runs/run.ts';
import type { OpenwopSettings } from '../settings.ts';
import { INTERRUPT_KINDS, type Interrupt } from './interrupt.ts';
import { toOpen } from './judge-resume.ts';
import { schemaProblem } from './resume-schema.ts';

type Body = NewEntry['body'];

export interface QuestionContext {
  /** As it is when the entry is in. */
  readonly run: Run;
  /** As it is before. */
  readonly view: View;
  /** What the entry does, and what was tried of it before. */
  readonly body: Body;
  readonly change?: SurfaceChange;
  readonly taintedApprovals: OpenwopSettings['taintedApprovals'];
}

/** Asked in the words of an envelope that is not trusted, so that the person is told. */
export function isMarked(part: Body[number], run: Run): boolean {
  if (!isOp(part) || part.op !== 'ask') return false;
  return run.waitsFor.some((one) => askIdOf(one) === part.ask && one.isUntrusted === true);
}

/** What brings the questions that are open to those that should be. */
export function askChanges(context: QuestionContext): Body {
  const asks = asksAfter(context);
  const open = context.run.waitsFor;
  if (open.length === 0 && asks.size === 0) return [];
  const own = new Set(open.map(askIdOf));
  const settled = [...asks.keys()].filter((ask) => ask.startsWith(ASK_PREFIX) && !own.has(ask));
  return [
    ...settled.map((ask): Op => ({ op: 'withdraw', ask })),
    ...open.flatMap((interrupt) => askInstead(asks, interrupt, wantedAsk(interrupt, context))),
  ];
}

function wantedAsk(interrupt: Interrupt, context: QuestionContext): AskOp | undefined {
  const { run, taintedApprovals } = context;
  if (INTERRUPT_KINDS[interrupt.kind] === 'approval') {
    // A session that is not trusted asks for no approval at all.
    if (run.trust === 'untrusted') return undefined;
    if (run.isTaintedAt(interrupt))
      return taintedApprovals === 'person' ? askOf(interrupt, UNTRUSTED_NOTICE) : undefined;
  }
  const bound = [...run.surfaces.keys()].filter((id) => run.mayAnswer(id, interrupt));
  const shown = bound.flatMap((id) => surfaceAfter(id, context) ?? []);
  if (shown.some((surface) => canAnswer(surface, interrupt, context))) return undefined;
  const isBroken = shown.some(({ id, partial }) => partial && run.surfaces.get(id)?.waitsSince === undefined);
  return askOf(interrupt, isBroken ? BROKEN_NOTICE : '');
}

/** It is whole, and has a button for it that a person can get at. */
function canAnswer(surface: Surface, interrupt: Interrupt, { view }: QuestionContext): boolean {
  if (surface.partial) return false;
  const open = toOpen(interrupt);
  return pressesOf(surface, view).some((press) => answersWith(press, open));
}

function asksAfter({ view, body }: QuestionContext): Map<string, AskOp> {
  const asks = new Map(view.asks);
  for (const part of body) {
    if (!isOp(part)) {
      if (part.event === 'answer') asks.delete(part.ask);
    } else if (part.op === 'ask') asks.set(part.ask, part);
    else if (part.op === 'withdraw' || part.op === 'lapse') asks.delete(part.ask);
  }
  return asks;
}

/** On a copy, where the entry changes it. An entry that does not fit will be refused as a whole. */
function surfaceAfter(id: SurfaceId, { view, body, change }: QuestionContext): Surface | undefined {
  if (change?.surface === id) return change.fold.surfaces.get(id);
  const changes = body.filter((part): part is Op => isOp(part) && 'surface' in part && part.surface === id);
  if (changes.length === 0) return view.surfaces.get(id);
  const fold = copyOf(view, id);
  fold.accept({ body: changes });
  return fold.surfaces.get(id);
}

const UNTRUSTED_NOTICE =
  'What is shown was made from content that is not trusted, and cannot approve this. Answer here: ';
const BROKEN_NOTICE = 'What is shown broke off before it was complete. Answer here: ';
const ASK_PREFIX = 'interrupt/';

export function askIdOf({ id }: Pick<Interrupt, 'id'>): string {
  return `${ASK_PREFIX}${id}`;
}

/** The question; undefined where only a surface or a program can answer. */
function askOf(interrupt: Interrupt, prefix = ''): AskOp | undefined {
  const asked = promptOf(interrupt);
  if (asked === undefined) return undefined;
  const { nodeId, due } = interrupt;
  const until = due === undefined ? undefined : new Date(due).toISOString();
  const { prompt, ...more } = asked;
  return defined({ op: 'ask', ask: askIdOf(interrupt), node: nodeId, until, prompt: `${prefix}${prompt}`, ...more });
}

function promptOf(interrupt: Interrupt): Pick<AskOp, 'prompt' | 'want' | 'severity'> | undefined {
  const { kind, data } = interrupt;
  if (INTERRUPT_KINDS[kind] === 'approval') {
    const want = choiceOf(interrupt);
    const prompt = textOf(data.title) ?? textOf(data.description) ?? 'Approve?';
    return want === undefined ? undefined : { prompt, want, severity: 'warning' };
  }
  if (kind === 'clarification' && isArray(data.questions) && data.questions.length === 1) {
    const [question] = data.questions as readonly JsonObject[];
    const prompt = textOf(question?.question);
    return prompt === undefined ? undefined : { prompt, want: wantOf(question?.schema) };
  }
  if (kind !== 'conversation.exchange') return undefined;
  const prompt = textOf(data.prompt);
  return prompt === undefined ? undefined : { prompt, want: { kind: 'text', multiline: true } };
}

/** What the schema of an answer wants, where a person can be asked for that; else a text. */
function wantOf(schema: Json | undefined): Want {
  if (!isObject(schema) || schemaProblem(schema) !== undefined) return { kind: 'text' };
  const { type, enum: choices, minimum: min, maximum: max, minLength, maxLength, pattern } = schema;
  // Numbers and texts: the schema was looked through.
  const demanded = (want: { readonly [member: string]: Json | undefined }): Want =>
    ({ ...defined(want), required: true }) as Want;
  if (isArray(choices))
    return demanded({ kind: 'select', options: choices.map((value) => ({ value, label: toText(value) })) });
  if (type === 'boolean') return demanded({ kind: 'select', options: YES_OR_NO });
  if (type === 'integer') return demanded({ kind: 'number', min, max, step: 1 });
  if (type === 'number') return demanded({ kind: 'number', min, max });
  return type === 'string' ? demanded({ kind: 'text', minLength, maxLength, pattern }) : { kind: 'text' };
}

const YES_OR_NO = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

const CHOICES: { readonly [action: string]: string } = {
  accept: 'Approve',
  'edit-accept': 'Approve with changes',
  refine: 'Send back',
  reject: 'Deny',
};

/** What an approval may be answered with, and nothing else: yes or no where it takes both. */
function choiceOf(interrupt: Interrupt): Want | undefined {
  const { actions = APPROVAL_ACTIONS } = toOpen(interrupt);
  if (actions.includes('accept') && actions.includes('reject'))
    return { kind: 'confirm', confirm: 'Approve', deny: 'Deny' };
  const options = actions.map((value) => ({ value, label: CHOICES[value] ?? value }));
  return options.length === 0 ? undefined : { kind: 'select', options, required: true };
}

/** What an answer to the question resumes with. */
export function answerOf({ kind, data }: Interrupt, value: Json): Json {
  if (INTERRUPT_KINDS[kind] === 'approval')
    return { action: typeof value === 'string' ? value : value === true ? 'accept' : 'reject' };
  if (kind !== 'clarification') return { operation: 'exchange', turn: { content: value } };
  const [question] = data.questions as readonly { readonly id: string }[];
  return { answers: [{ id: question?.id ?? '', answer: value }] };
}

/** From what is asked now to what should be. */
function askInstead(asks: View['asks'], interrupt: Interrupt, wanted: AskOp | undefined): Body {
  const ask = askIdOf(interrupt);
  const now = asks.get(ask);
  // One that stands marked was asked before the host kept its own questions apart: nobody could approve it.
  const isKept = now?.trust === undefined || wanted?.want.kind !== 'confirm';
  if (
    isKept &&
    now?.prompt === wanted?.prompt &&
    jsonEqual((now?.want ?? null) as Json, (wanted?.want ?? null) as Json)
  )
    return [];
  return [...(now === undefined ? [] : [{ op: 'withdraw', ask } as const]), ...(wanted === undefined ? [] : [wanted])];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined;
}
