// The envelope around a payload: what is read of it, by both generations, and how one is written. What a payload means
// is left to openwop-1 and openwop-2.

import {
  describeType,
  type Issue,
  type IssueCode,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  quote,
} from '@vitrine/core/internal';
import type { SchemaProblem } from '../json-schema/check.ts';
import { depthProblem } from '../message-depth.ts';
import { checkEnvelope, type Generation, SURFACE_KIND } from './schemas.ts';

export interface PartialMark {
  readonly isPartial: boolean;
  readonly index: number;
  /** -1: nobody knows yet. */
  readonly total: number;
}

export interface WopEnvelope {
  readonly type: string;
  /** Absent on the wire: 0. */
  readonly schemaVersion: number;
  readonly envelopeId: string;
  readonly correlationId: string;
  readonly nodeId?: string;
  readonly payload: Json;
  readonly meta: JsonObject;
  readonly partial?: PartialMark;
}

export type EnvelopeRead<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issue: Issue; readonly problem?: SchemaProblem };

/** The prose of RFC 0102 has a boolean where the schema has an object: both are read. */
function withChunk(wire: JsonObject): JsonObject {
  const { partial } = wire;
  if (typeof partial !== 'boolean') return wire;
  return { ...wire, partial: { isPartial: partial, index: 0, total: partial ? -1 : 1 } };
}

export function readWopEnvelope(wire: Json, major: Generation, limits: Limits): EnvelopeRead<WopEnvelope> {
  if (!isObject(wire)) {
    return {
      ok: false,
      issue: issue('VITRINE_MESSAGE_SHAPE', 'error', `An envelope is an object, not ${describeType(wire)}.`, ''),
    };
  }
  const tooDeep = depthProblem(wire, limits);
  if (tooDeep !== undefined) return { ok: false, issue: tooDeep };
  const whole = withChunk(wire);
  const problem = checkEnvelope[major](whole);
  if (problem !== undefined) return { ok: false, problem, issue: issueOf(problem) };
  const { schemaVersion = 0, ...rest } = whole;
  return { ok: true, value: { ...rest, schemaVersion } as unknown as WopEnvelope };
}

/** The envelope as it goes over a wire and into a record: `partial` as an object. */
export function writeWopEnvelope(envelope: WopEnvelope): JsonObject {
  return { ...envelope } as unknown as JsonObject;
}

/** Told by its keys alone: `type`, `envelopeId` and `payload` stand side by side nowhere else. */
export function isWopEnvelope(wire: Json): wire is JsonObject {
  return isObject(wire) && wire.type === SURFACE_KIND && Object.hasOwn(wire, 'payload');
}

export function isUntrusted({ meta }: Pick<WopEnvelope, 'meta'>): boolean {
  return meta.contentTrust === 'untrusted';
}

const CODES: { readonly [keyword: string]: IssueCode } = {
  required: 'VITRINE_MESSAGE_FIELD_MISSING',
  additionalProperties: 'VITRINE_MESSAGE_FIELD_UNKNOWN',
  maxLength: 'VITRINE_LIMIT_TEXT',
  maxItems: 'VITRINE_LIMIT_ENTRIES',
  maxProperties: 'VITRINE_LIMIT_ENTRIES',
};

/** What a schema has against a message, as an issue. `prefix` is where the value that was judged stands. */
export function issueOf({ instancePath, keyword, message }: SchemaProblem, prefix = ''): Issue {
  const code = CODES[keyword] ?? 'VITRINE_MESSAGE_SHAPE';
  const at = `${prefix}${instancePath}`;
  return issue(code, 'error', `${at === '' ? 'The envelope' : quote(at)} ${message}.`, at);
}
