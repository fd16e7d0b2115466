// Eleventh: trust. What an envelope says of itself can only lower it: a run that has consumed untrusted content, and a
// surface that an untrusted envelope has written, taint all that follows. An untrusted envelope advances no approval.

import { issue, type JsonObject } from '@vitrine/core';
import { isUntrusted } from '@vitrine/dialects/openwop';
import { type Draft, refuse, type Step } from './draft.ts';
import { surfaceOf } from './limits.ts';
import type { AdmissionRules, RunState } from './types.ts';

export const trust: Step = (draft, rules, run) => {
  if (!isTainted(draft, rules, run)) return draft;
  if (run.advances === 'approval') {
    const message = 'What is not trusted cannot advance an approval.';
    const problem = issue('VITRINE_ASK_UNTRUSTED', 'error', message, '/meta/contentTrust');
    return refuse('untrusted_content_blocks_approval', [problem]);
  }
  const meta: JsonObject = { ...draft.envelope.meta, contentTrust: 'untrusted' };
  return { ...draft, trust: 'untrusted', envelope: { ...draft.envelope, meta }, wire: { ...draft.wire, meta } };
};

function isTainted(draft: Draft, { ownTrustWins }: AdmissionRules, run: RunState): boolean {
  if (isUntrusted(draft.envelope)) return true;
  if (ownTrustWins === true && draft.envelope.meta.contentTrust === 'trusted') return false;
  if (run.tainted) return true;
  const surface = surfaceOf(draft);
  if (surface === undefined) return false;
  return run.taintedSurfaces.has(surface) || run.view.surfaces.get(surface)?.trust === 'untrusted';
}
