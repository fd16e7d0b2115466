// The bodies that open and end runs, read and judged.

import { isArray, isObject, type Json, type JsonObject, type Trust } from '@vitrine/core';
import type { Major } from '../admission/types.ts';
import { invalid } from './refusal.ts';

/** Beside what a run is, `inputs` and options that the host keeps and does not read. */
export const RUN_FIELDS = [
  ...['workflowId', 'title', 'trust', 'contracts', 'inputs'],
  ...['configurable', 'tags', 'metadata', 'tenantId', 'scopeId'],
];
const LONGEST_OPTIONS = 256 * 1024;

export interface NewRun {
  readonly title: string;
  readonly trust: Trust;
  /** Of its first event. */
  readonly started: JsonObject;
}

/** As a snapshot of the major can hold them. */
const WORKFLOW_IDS: { readonly [major in Major]: RegExp } = { 1: /^.{1,256}$/su, 2: /^[A-Za-z0-9._~:-]{1,128}$/ };
const MAX_TAGS = 100;

export function readRun(body: JsonObject, major: Major): NewRun {
  const { title, trust = 'trusted', ...started } = body;
  const { workflowId, contracts, tags = [], metadata = {} } = started;
  if (typeof workflowId !== 'string' || !WORKFLOW_IDS[major].test(workflowId))
    throw invalid(
      'workflowId has 1 to 256 characters; at major 2 1 to 128 of letters, digits and . _ ~ : -',
      'workflowId',
    );
  const areTags = isArray(tags) && tags.every((tag) => typeof tag === 'string' && tag.length <= 256);
  if (!areTags || tags.length > MAX_TAGS)
    throw invalid(`tags holds at most ${MAX_TAGS} texts of at most 256 characters.`, 'tags');
  if (!isObject(metadata)) throw invalid('metadata is an object.', 'metadata');
  if (title !== undefined && (typeof title !== 'string' || title.length > 200))
    throw invalid('title is a text of at most 200 characters.', 'title');
  if (trust !== 'trusted' && trust !== 'untrusted') throw invalid('trust is trusted or untrusted.', 'trust');
  if (contracts !== undefined && !areContracts(contracts))
    throw invalid('contracts gives for a node the kinds that it may emit.', 'contracts');
  if (JSON.stringify(started).length > LONGEST_OPTIONS)
    throw invalid(`A run is opened with at most ${LONGEST_OPTIONS} characters.`, 'inputs');
  return { title: title ?? workflowId, trust, started };
}

function areContracts(value: Json): boolean {
  if (!isObject(value)) return false;
  return Object.values(value).every((kinds) => isArray(kinds) && kinds.every((kind) => typeof kind === 'string'));
}

export interface Ending {
  readonly type: string;
  readonly field: string;
  /** What stands there where the field does not; absent: the field must be there. */
  readonly fallback?: Json;
  readonly fits: (value: Json | undefined) => boolean;
  readonly rule: string;
}

export const ENDINGS = {
  complete: { type: 'run.completed', field: 'outputs', fallback: {}, fits: isObject, rule: 'outputs is an object.' },
  fail: {
    ...{ type: 'run.failed', field: 'error', rule: 'error is {code, message, details?}.' },
    fits: (error) =>
      isObject(error) && [error.code, error.message].every((one) => typeof one === 'string' && one !== ''),
  },
  cancel: {
    ...{ type: 'run.cancelled', field: 'reason', fallback: 'cancelled', rule: 'reason is a text.' },
    fits: (reason) => typeof reason === 'string',
  },
} as const satisfies { readonly [how: string]: Ending };

export function readEnding(body: JsonObject, { field, fallback, fits, rule }: Ending): JsonObject {
  const { [field]: value = fallback } = body;
  if (value === undefined || !fits(value)) throw invalid(rule, field);
  return { [field]: value };
}
