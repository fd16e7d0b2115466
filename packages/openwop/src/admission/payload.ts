// Seventh and eighth: the payload beyond its schema. By itself: one surface and one catalog throughout, every id once, no
// name that is reserved, no image among the words; of universal kinds questions that can be told apart and asked, and a schema
// that there is. And against the surfaces that stand.

import { DEFAULT_LIMITS, type Issue, isObject, issue, type JsonObject, quote } from '@vitrine/core/internal';
import {
  crossFieldProblem,
  duplicateProblem,
  foldProblem,
  type Generation,
  idProblemIn,
} from '@vitrine/dialects/openwop';
import { clarificationProblem } from '../interrupts/interrupt.ts';
import { schemaProblem } from '../interrupts/resume-schema.ts';
import { type AdmissionStep, type EnvelopeDraft, refuse } from './draft.ts';
import { imageProblem } from './markdown-image.ts';
import { type EnvelopeMemory, recall } from './memory.ts';
import type { AdmissionOutcome, AdmissionRules, RunState } from './types.ts';

export const crossField: AdmissionStep = (draft, rules) => {
  const { generation, envelope } = draft;
  if (generation === undefined) return judgeUniversal(draft, rules);
  const problem = problemIn(envelope.payload as JsonObject, generation);
  return problem === undefined ? draft : refuse('envelope_invalid', [problem]);
};

function problemIn(payload: JsonObject, generation: Generation): Issue | undefined {
  const named =
    generation === 1 ? idProblemIn(payload, DEFAULT_LIMITS) : (crossFieldProblem(payload) ?? duplicateProblem(payload));
  return named ?? imageProblem(payload, '/payload');
}

function judgeUniversal(draft: EnvelopeDraft, rules: AdmissionRules): EnvelopeDraft | AdmissionOutcome {
  const { type, payload } = draft.envelope;
  if (type === 'clarification.request') return judgeQuestions(draft, payload as JsonObject);
  if (type !== 'schema.request' || rules.asksForAnySchema === true) return draft;
  const { envelopeType } = payload as { readonly envelopeType: string };
  if (Object.hasOwn(rules.kinds, envelopeType)) return draft;
  const message = `This host does not advertise the kind ${quote(envelopeType)}.`;
  const problem = issue('VITRINE_MESSAGE_METHOD', 'error', message, '/payload/envelopeType');
  return refuse('unknown_envelope_kind', [problem], { allowedKinds: Object.keys(rules.kinds) });
}

/** A schema of an answer that this host cannot judge by is told of, and judges nothing: the envelope is as it must be. */
function judgeQuestions(draft: EnvelopeDraft, payload: JsonObject): EnvelopeDraft | AdmissionOutcome {
  const problem = clarificationProblem(payload);
  if (problem !== undefined)
    return refuse('envelope_invalid', [issue('VITRINE_MESSAGE_SHAPE', 'error', problem, '/payload/questions')]);
  const questions = payload.questions as readonly JsonObject[];
  const warnings = questions.flatMap(({ schema }, i): Issue[] => {
    const why = isObject(schema) ? schemaProblem(schema) : undefined;
    return why === undefined
      ? []
      : [
          issue(
            'VITRINE_MESSAGE_SHAPE',
            'warning',
            `${why} Answers are not judged by it.`,
            `/payload/questions/${i}/schema`,
          ),
        ];
  });
  return { ...draft, warnings: [...draft.warnings, ...warnings] };
}

export const foldGuard: AdmissionStep = (draft, _rules, run) => {
  if (draft.generation === undefined) return draft;
  const problem =
    gapProblem(draft, recall(draft, run), run) ??
    (draft.generation === 2 ? foldProblem(draft.envelope.payload as JsonObject, run.view) : undefined);
  return problem === undefined ? draft : refuse('envelope_invalid', [problem]);
};

/** A chunk whose predecessor never came would be folded onto something else than its author meant. */
function gapProblem(draft: EnvelopeDraft, { is }: EnvelopeMemory, run: RunState) {
  const { partial, correlationId } = draft.envelope;
  // What is neither new nor next is a conflict, which is told by that name.
  if (partial === undefined || partial.index === 0 || (is !== 'new' && is !== 'next-chunk')) return undefined;
  const last = run.remembered(correlationId)?.chunk ?? -1;
  if (partial.index === last + 1) return undefined;
  const message =
    last < 0 ? 'The stream does not begin with chunk 0.' : `Chunk ${partial.index} follows chunk ${last}.`;
  return issue('VITRINE_MESSAGE_SHAPE', 'error', message, '/partial/index');
}
