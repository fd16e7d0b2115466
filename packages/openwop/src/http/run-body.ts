// The bodies that open and end runs, read and judged.

import { isArray, isObject, type Json, type JsonObject, type Trust } from '@vitrine/core';
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

export function readRun(body: JsonObject): NewRun {
  const { title, trust = 'trusted', ...started } = body;
  const { workflowId, contracts } = started;
  if (typeof workflowId !== 'string' || workflowId.length < 1 || workflowId.length > 256)
    throw invalid('workflowId has 1 to 256 characters.', 'workflowId');
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
    fits: (error) => isObject(error) && typeof error.code === 'string' && typeof error.message === 'string',
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
