// What the schemas of the universal kinds cannot say: questions can be told apart and asked, and a schema is asked for of a
// kind that there is.

import { type Issue, isObject, issue, type JsonObject, quote } from '@vitrine/core';
import { clarificationProblem } from '../interrupts/interrupt.ts';
import { schemaProblem } from '../interrupts/resume-schema.ts';
import { type Draft, refuse } from './draft.ts';
import type { AdmissionRules, Outcome } from './types.ts';

export function judgeUniversal(draft: Draft, rules: AdmissionRules): Draft | Outcome {
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
function judgeQuestions(draft: Draft, payload: JsonObject): Draft | Outcome {
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
