// Our neutral form on the wire: {"vitrine": 1, "body": [ops or events]}. It is untrusted like any other dialect, and read
// strictly: it is written by programs, so there is nothing to mend.

import {
  defined,
  describeType,
  ENTRY_FIELDS,
  type EntryFields,
  EVENT_FIELDS,
  Findings,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type NewEntry,
  OP_FIELDS,
  type Outcome,
  type View,
} from '@vitrine/core/internal';
import type { Sender } from '../dialect.ts';
import { readRecord, readVariant } from './read-fields.ts';

/** The format of the wire; a change that old readers would misread raises it. */
export const FORMAT = 1;

const ENVELOPE: EntryFields = { vitrine: { kind: 'judged' }, body: { kind: 'judged' }, ...ENTRY_FIELDS };

export function decodeMessage(wire: Json, view: View, from: Sender): Outcome<NewEntry> {
  const findings = new Findings(view.limits, true);
  readRecord(wire, ENVELOPE, findings);
  if (!findings.refused) readBody(wire as JsonObject, from, findings);
  const issues =
    from === 'agent' ? findings.all() : findings.all().map((problem) => ({ ...problem, fault: 'viewer' as const }));
  if (findings.refused) return { ok: false, issues };
  const { body, key, ref, trust } = wire as JsonObject;
  // Most messages say nothing beside.
  if ((key ?? ref ?? trust) === undefined)
    return { ok: true, value: { body: body as unknown as NewEntry['body'] }, issues };
  const named = defined({
    key: key as string | undefined,
    ref: ref as string | undefined,
    trust: trust === undefined ? undefined : ('untrusted' as const),
  });
  return { ok: true, value: { body: body as unknown as NewEntry['body'], ...named }, issues };
}

function readBody({ vitrine, body }: JsonObject, from: Sender, findings: Findings): void {
  if (vitrine !== FORMAT) {
    findings.path.push('vitrine');
    findings.refuse('VITRINE_MESSAGE_VERSION', `This reads format ${FORMAT} only.`);
    findings.path.pop();
    return;
  }
  findings.path.push('body');
  if (!isArray(body)) findings.refuse('VITRINE_MESSAGE_SHAPE', `body must be a list, not ${describeType(body)}.`);
  else if (body.length === 0) findings.refuse('VITRINE_MESSAGE_EMPTY', 'body holds at least one op or event.');
  else if (body.length > findings.limits.entriesPerUpdate) {
    findings.refuse(
      'VITRINE_LIMIT_ENTRIES',
      `A body of ${body.length} parts is past the limit of ${findings.limits.entriesPerUpdate}.`,
    );
  } else readParts(body, from, findings);
  findings.path.pop();
}

function readParts(body: readonly Json[], from: Sender, findings: Findings): void {
  const [own, other, table] =
    from === 'agent' ? (['op', 'event', OP_FIELDS] as const) : (['event', 'op', EVENT_FIELDS] as const);
  for (let i = 0; i < body.length && !findings.refused; i++) {
    const part = body[i] as Json;
    findings.path.push(i);
    if (isObject(part) && part[own] === undefined && part[other] !== undefined) {
      findings.refuse(
        'VITRINE_MESSAGE_DIRECTION',
        `An ${other} came from ${from === 'agent' ? 'an agent' : 'a viewer'}.`,
      );
    } else readVariant(part, own, table, findings);
    findings.path.pop();
  }
}
