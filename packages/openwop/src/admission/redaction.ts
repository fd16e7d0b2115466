// Tenth: redaction (SR-1). Words and data lose their secrets and are recorded with a marker. Names cannot: an id, a
// reference, a path, a pattern or the value of an option would no longer be what others refer to, nor fit the closed
// schema, and a number of a component would be none. A secret there refuses the envelope, and is not repeated.

import {
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Redactor,
} from '@vitrine/core/internal';
import { checkEnvelope, isUntrusted } from '@vitrine/dialects/openwop';
import { type EnvelopeDraft, type PlainStep, refuse, refuseBySchema } from './draft.ts';
import { firstOf, imageProblem } from './markdown-image.ts';
import { surfaceOf } from './surface-change.ts';
import type { AdmissionRules, RunState } from './types.ts';

export const redaction: PlainStep = (draft, { redactor, major }) => {
  const { value, count } = draft.redacted;
  if (count === 0) return draft;
  const { payload: _free, ...around } = draft.wire;
  const named = nameProblem(draft.check === undefined ? around : draft.wire, redactor, 'names');
  if (named !== undefined) return refuse('envelope_invalid', [named]);
  const { generation, envelope, check } = draft;
  const payload = value.payload as Json;
  // A marker may be longer than what it stands for.
  const broken = checkEnvelope[major](value);
  if (broken !== undefined) return refuseBySchema(broken);
  const unfit = check?.(payload);
  if (unfit !== undefined) return refuseBySchema(unfit, '/payload');
  // A marker stands in brackets, and what is around it may make an image of them.
  const image = generation === undefined ? undefined : imageProblem(payload, '/payload');
  if (image !== undefined) return refuse('envelope_invalid', [image]);
  return { ...draft, wire: value, envelope: { ...envelope, payload, meta: value.meta as JsonObject } };
};

/** Members whose values name something, in envelopes and in payloads of both generations and of the universal kinds. */
const NAMES = new Set([
  ...['type', 'envelopeId', 'correlationId', 'nodeId', 'id', 'child', 'children', 'path', 'surfaceId', 'catalogId'],
  ...['validationRegexp', 'schema', 'envelopeType', 'code'],
]);
/** Where what stands below is anybody's data. */
const DATA = /\/updateDataModel\/value$|^\/payload\/questions\/\d+\/context$|^\/payload\/details$/;

/** In data only keys name something; among options their values do too. */
type NamedRegion = 'names' | 'options' | 'data';

function nameProblem(value: Json, redactor: Redactor, region: NamedRegion, at = ''): Issue | undefined {
  if (isArray(value)) return firstOf(value, (item, i) => nameProblem(item, redactor, region, `${at}/${i}`));
  if (typeof value === 'number' && region !== 'data' && redactor.redact(value).count > 0) return secretAt(at);
  if (!isObject(value)) return undefined;
  return firstOf(Object.entries(value), ([key, member]) => {
    const here = `${at}/${redactor.text(key)}`;
    const isName = region !== 'data' && (NAMES.has(key) || (region === 'options' && key === 'value'));
    if (redactor.text(key) !== key || (isName && redactor.redact(member).count > 0)) return secretAt(here);
    return nameProblem(member, redactor, regionOf(key, region, here), here);
  });
}

function regionOf(key: string, region: NamedRegion, here: string): NamedRegion {
  if (region === 'data' || DATA.test(here)) return 'data';
  return key === 'options' ? 'options' : 'names';
}

function secretAt(at: string): Issue {
  return issue('VITRINE_NAME_SECRET', 'error', 'A secret stands where only a name or a number may stand.', at);
}

export const trust: PlainStep = (draft, rules, run) => {
  if (!isTainted(draft, rules, run)) return draft;
  if (run.advances === 'approval') {
    const message = 'What is not trusted cannot advance an approval.';
    const problem = issue('VITRINE_ASK_UNTRUSTED', 'error', message, '/meta/contentTrust');
    return refuse('untrusted_content_blocks_approval', [problem]);
  }
  const meta: JsonObject = { ...draft.envelope.meta, contentTrust: 'untrusted' };
  return { ...draft, trust: 'untrusted', envelope: { ...draft.envelope, meta }, wire: { ...draft.wire, meta } };
};

function isTainted(draft: EnvelopeDraft, { ownTrustWins }: AdmissionRules, run: RunState): boolean {
  if (isUntrusted(draft.envelope)) return true;
  if (ownTrustWins === true && draft.envelope.meta.contentTrust === 'trusted') return false;
  if (run.tainted) return true;
  const surface = surfaceOf(draft);
  if (surface === undefined) return false;
  return run.taintedSurfaces.has(surface) || run.view.surfaces.get(surface)?.trust === 'untrusted';
}
