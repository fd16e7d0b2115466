// The questions that the host asks in its own chrome, which nothing on a surface can cover or imitate: one for each open
// interrupt that nobody could answer on a surface, and one for each question of a clarification that has several. They are derived from the run and from what is shown, for every write of
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
import { pressesOf } from '../admission/submission.ts';
import type { SurfaceChange } from '../admission/surface-change.ts';
import type { QuestionAnswer } from '../admission/types.ts';
import type { Run } from '../runs/run.ts';
import type { OpenwopSettings } from '../settings.ts';
import type { Interrupt } from './interrupt.ts';
import { schemaProblem } from './resume-schema.ts';
import { actionsOf, answersWith, kindOf } from './resume-value.ts';

type Body = NewEntry['body'];
type OpenAsk = ReturnType<View['asks']['get']>;

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
  return run.waitsFor.some((one) => one.isUntrusted === true && askIdsOf(one).includes(part.ask));
}

/** What brings the questions that are open to those that should be. */
export function askChanges(context: QuestionContext): Body {
  const asks = asksAfter(context);
  const open = context.run.waitsFor;
  if (open.length === 0 && asks.size === 0) return [];
  const own = new Set(open.flatMap(askIdsOf));
  const settled = [...asks.keys()].filter((ask) => ask.startsWith(ASK_PREFIX) && !own.has(ask));
  return [
    ...settled.map((ask): Op => ({ op: 'withdraw', ask })),
    ...open.flatMap((interrupt) => {
      const wanted = wantedAsks(interrupt, context);
      return askIdsOf(interrupt).flatMap((id) =>
        askInstead(
          asks.get(id),
          wanted.find(({ ask }) => ask === id),
        ),
      );
    }),
  ];
}

function wantedAsks(interrupt: Interrupt, context: QuestionContext): readonly AskOp[] {
  const { run, taintedApprovals } = context;
  if (kindOf(interrupt) === 'approval') {
    // A session that is not trusted asks for no approval at all.
    if (run.trust === 'untrusted') return [];
    if (run.isTaintedAt(interrupt)) return taintedApprovals === 'person' ? asksOf(interrupt, UNTRUSTED_NOTICE) : [];
  }
  const bound = [...run.surfaces.keys()].filter((id) => run.mayAnswer(id, interrupt));
  const shown = bound.flatMap((id) => surfaceAfter(id, context) ?? []);
  if (shown.some((surface) => canAnswer(surface, interrupt, context))) return [];
  const isBroken = shown.some(({ id, partial }) => partial && run.surfaces.get(id)?.waitsSince === undefined);
  return asksOf(interrupt, isBroken ? BROKEN_NOTICE : '');
}

/** It is whole, and has a button for it that a person can get at. */
function canAnswer(surface: Surface, interrupt: Interrupt, { view }: QuestionContext): boolean {
  return !surface.partial && pressesOf(surface, view).some((press) => answersWith(press, interrupt));
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
/** Of one interrupt at once; the next when one is answered. All interrupts that may wait are within what a session holds open. */
const MAX_ASKED = 10;

/** Its asks that may be open: one, or one for each question. */
function askIdsOf({ id, kind, data }: Interrupt): readonly string[] {
  const questions = kind === 'clarification' ? questionsOf(data) : [];
  if (questions.length <= 1) return [`${ASK_PREFIX}${id}`];
  return questions.map((_, index) => `${ASK_PREFIX}${id}/${index}`);
}

/** The questions of a clarification; their form was looked at when it was opened. */
function questionsOf({ questions }: JsonObject): readonly InterruptQuestion[] {
  return isArray(questions) ? (questions as readonly object[] as readonly InterruptQuestion[]) : [];
}

interface InterruptQuestion {
  readonly id: string;
  readonly question: string;
  readonly schema?: Json;
}

/** What is asked now; nothing where only a surface or a program can answer. */
function asksOf(interrupt: Interrupt, prefix: string): readonly AskOp[] {
  const { nodeId, due, answers = [] } = interrupt;
  const until = due === undefined ? undefined : new Date(due).toISOString();
  const prompts = promptsOf(interrupt);
  const open = askIdsOf(interrupt).flatMap((ask, index) => {
    const asked = prompts[index];
    if (asked === undefined || answers.some(({ id }) => id === asked.question)) return [];
    const { prompt, want, severity } = asked;
    return [defined({ op: 'ask', ask, node: nodeId, until, prompt: `${prefix}${prompt}`, want, severity })];
  });
  return open.slice(0, MAX_ASKED);
}

interface QuestionPrompt extends Pick<AskOp, 'prompt' | 'want' | 'severity'> {
  /** The id of the question that it asks. */
  readonly question?: string;
}

function promptsOf(interrupt: Interrupt): readonly QuestionPrompt[] {
  const { kind, data } = interrupt;
  if (kindOf(interrupt) === 'approval') {
    const want = choiceOf(interrupt);
    const prompt = textOf(data.title) ?? textOf(data.description) ?? 'Approve?';
    return want === undefined ? [] : [{ prompt, want, severity: 'warning' }];
  }
  if (kind === 'clarification')
    return questionsOf(data).map(({ id, question, schema }) => ({
      ...{ question: id, prompt: textOf(question) ?? id, want: wantOf(schema) },
    }));
  const prompt = kind === 'conversation.exchange' ? textOf(data.prompt) : undefined;
  return prompt === undefined ? [] : [{ prompt, want: { kind: 'text', multiline: true } }];
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
  const actions = actionsOf(interrupt);
  if (actions.includes('accept') && actions.includes('reject'))
    return { kind: 'confirm', confirm: 'Approve', deny: 'Deny' };
  const options = actions.map((value) => ({ value, label: CHOICES[value] ?? value }));
  return options.length === 0 ? undefined : { kind: 'select', options, required: true };
}

/** What an answer to an ask does: it resumes its interrupt, or is kept until all of its questions are answered. */
export type InterruptOutcome =
  | { readonly interrupt: Interrupt; readonly resumeValue: Json }
  | { readonly interrupt: Interrupt; readonly answered: QuestionAnswer };

/** Undefined: the ask is of no interrupt. */
export function outcomeOf(run: Run, ask: string, value: Json): InterruptOutcome | undefined {
  const interrupt = [...run.interrupts.values()].find((one) => askIdsOf(one).includes(ask));
  if (interrupt === undefined) return undefined;
  const { kind, data, answers = [] } = interrupt;
  if (kindOf(interrupt) === 'approval') {
    const action = typeof value === 'string' ? value : value === true ? 'accept' : 'reject';
    return { interrupt, resumeValue: { action } };
  }
  if (kind !== 'clarification') return { interrupt, resumeValue: { operation: 'exchange', turn: { content: value } } };
  const questions = questionsOf(data);
  const answered = { id: questions[askIdsOf(interrupt).indexOf(ask)]?.id ?? '', answer: value };
  const all = [...answers.filter(({ id }) => id !== answered.id), answered];
  const inOrder = questions.flatMap(({ id }) => all.find((one) => one.id === id) ?? []);
  if (inOrder.length < questions.length) return { interrupt, answered };
  return { interrupt, resumeValue: { answers: inOrder.map(({ id, answer }) => ({ id, answer })) } };
}

/** From what is asked now to what should be. */
function askInstead(now: OpenAsk, wanted: AskOp | undefined): Body {
  // One that stands marked was asked before the host kept its own questions apart: nobody could approve it.
  const isKept = now?.trust === undefined || wanted?.want.kind !== 'confirm';
  if (
    isKept &&
    now?.prompt === wanted?.prompt &&
    jsonEqual((now?.want ?? null) as Json, (wanted?.want ?? null) as Json)
  )
    return [];
  return [
    ...(now === undefined ? [] : [{ op: 'withdraw', ask: now.ask } as const]),
    ...(wanted === undefined ? [] : [wanted]),
  ];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined;
}
