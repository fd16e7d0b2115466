// What viewers say in every A2UI version, made events: actions and errors. The dialects differ in the envelope and in
// what an error must carry; both ways of that are here so that they stay each other's inverse.

import {
  defined,
  type EventOf,
  type Findings,
  ISSUE_CODES,
  type Issue,
  type IssueCode,
  isObject,
  type Json,
  type JsonObject,
  type NewEntry,
  type Outcome,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { DialectId, Encoded, Loss } from './dialect.ts';
import { onlyFields, optionalText, storedText } from './envelope.ts';
import { isStorable } from './stored.ts';

/** The outcome of one viewer message: what is wrong with it is the viewer's fault. */
export function viewerOutcome(
  events: readonly ViewerEvent[] | ViewerEvent | undefined,
  findings: Findings,
): Outcome<NewEntry> {
  const issues = findings.all().map((problem): Issue => ({ ...problem, fault: 'viewer' }));
  if (events === undefined || findings.refused) return { ok: false, issues };
  return { ok: true, value: { body: 'event' in events ? [events] : events }, issues };
}

const ACTION_FIELDS = ['name', 'surfaceId', 'sourceComponentId', 'timestamp', 'context'];

/** `more` names the fields that a version adds to an action. */
export function readActionEvent(
  payload: JsonObject,
  findings: Findings,
  more: readonly string[] = [],
): EventOf<'action'> | undefined {
  onlyFields(payload, [...ACTION_FIELDS, ...more], findings);
  const name = storedText(payload, 'name', findings);
  const surface = storedText(payload, 'surfaceId', findings);
  const source = storedText(payload, 'sourceComponentId', findings);
  const context = readContext(payload.context, findings);
  const hasMessage = more.includes('userMessage') && payload.userMessage !== undefined;
  const message = hasMessage ? storedText(payload, 'userMessage', findings) : undefined;
  const at = readTime(payload.timestamp, findings);
  if (name === undefined || surface === undefined || source === undefined) return undefined;
  return {
    event: 'action',
    surface,
    source,
    name,
    context,
    ...defined({ message, at }),
    checked: false,
  };
}

/** The fields of an action that every version has. */
export function writeAction(event: EventOf<'action'>, at: string): JsonObject {
  return {
    name: event.name,
    surfaceId: event.surface,
    sourceComponentId: event.source,
    timestamp: event.at ?? at,
    context: event.context,
  };
}

/** For versions whose actions carry neither words for people nor extensions. */
export function lossesOfAction({ message, ext, surface }: EventOf<'action'>, dialect: DialectId): readonly Loss[] {
  return [
    ...(message === undefined ? [] : [{ what: `${dialect} has no field for the message of an action`, surface }]),
    ...(ext === undefined ? [] : [{ what: `${dialect} has no field for the extensions of an action`, surface }]),
  ];
}

function within(field: string, findings: Findings, check: () => void): void {
  findings.path.push(field);
  check();
  findings.path.pop();
}

function readContext(value: Json | undefined, findings: Findings): JsonObject {
  let context: JsonObject = {};
  within('context', findings, () => {
    if (value === undefined) findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'An action carries its context, even {}.');
    else if (!isObject(value)) findings.refuse('VITRINE_MESSAGE_SHAPE', 'The context of an action must be an object.');
    else if (isStorable(value, findings)) context = value;
  });
  return context;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** The viewer's clock in UTC. An action without a usable time still counts: the entry has one of its own. */
function readTime(value: Json | undefined, findings: Findings): string | undefined {
  if (typeof value === 'string' && DATE_TIME.test(value)) {
    const time = Date.parse(value);
    if (!Number.isNaN(time)) return new Date(time).toISOString();
  }
  within('timestamp', findings, () => {
    if (value === undefined) findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'The field timestamp is required.');
    else findings.mend('VITRINE_MESSAGE_SHAPE', 'timestamp must be a date and time of ISO 8601 with its offset.');
  });
  return undefined;
}

/** Codes of the protocol that have a meaning of ours. */
const OWN_CODES: { readonly [code: string]: IssueCode } = {
  VALIDATION_FAILED: 'VITRINE_VIEWER_REFUSED',
  UNALLOWED_PARENT: 'VITRINE_TREE_PARENT',
  UNALLOWED_CHILD: 'VITRINE_TREE_CHILD',
};
const FOREIGN = /^([A-Za-z][A-Za-z0-9_.-]{0,63}): ([\s\S]*)$/;

/** An error's code and words as an issue. A code that is not ours opens the message, so that it can be given back. */
export function issueFromError(code: string, message: string, at: string | undefined): Issue {
  const known = Object.hasOwn(OWN_CODES, code) ? OWN_CODES[code] : undefined;
  const ours = known ?? (Object.hasOwn(ISSUE_CODES, code) ? (code as IssueCode) : undefined);
  return {
    code: ours ?? 'VITRINE_VIEWER_ERROR',
    severity: 'error',
    fault: ours === undefined || ours === 'VITRINE_VIEWER_ERROR' ? 'viewer' : 'agent',
    message: ours === undefined ? `${code}: ${message}` : message,
    ...defined({ at }),
  };
}

const ERROR_FIELDS = new Set(['code', 'message', 'surfaceId', 'functionCallId', 'path', 'severity']);
const DETAILS_SHOWN = 500;

export interface ReportedError {
  readonly code: string;
  readonly issue: Issue;
  readonly surface: string | undefined;
  readonly call: string | undefined;
}

/** An error of 0.9 and later. What it says besides the fields of the protocol is kept at the end of the message. */
export function readError(payload: JsonObject, findings: Findings): ReportedError | undefined {
  const code = storedText(payload, 'code', findings);
  const message = storedText(payload, 'message', findings);
  const path = optionalText(payload, 'path', findings);
  const surface = optionalText(payload, 'surfaceId', findings);
  const call = optionalText(payload, 'functionCallId', findings);
  if (!isStorable(payload, findings) || code === undefined || message === undefined) return undefined;
  if (path === undefined && Object.hasOwn(OWN_CODES, code)) {
    findings.mend('VITRINE_MESSAGE_FIELD_MISSING', `${code} says with path which field it is about.`);
  }
  const problem = issueFromError(code, message + detailsOf(payload), path);
  const severity = payload.severity === 'warning' ? 'warning' : 'error';
  return { code, issue: { ...problem, severity }, surface, call };
}

/** The beginning of a text, whole characters only. */
export function clip(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

function detailsOf(payload: JsonObject): string {
  const details = Object.entries(payload).filter(([key]) => !ERROR_FIELDS.has(key));
  return details.length === 0 ? '' : ` ${clip(JSON.stringify(Object.fromEntries(details)), DETAILS_SHOWN)}`;
}

/** The inverse: the protocol's word for an issue, else our own code. */
export function errorFromIssue(problem: Issue): { readonly code: string; readonly message: string } {
  const foreign = problem.code === 'VITRINE_VIEWER_ERROR' ? FOREIGN.exec(problem.message) : null;
  if (foreign !== null) return { code: foreign[1] as string, message: foreign[2] as string };
  return { code: problem.code, message: problem.message };
}

/** What a dialect without a word for an event gives. */
export function noWordFor(event: ViewerEvent, dialect: DialectId): Encoded {
  return { wire: [], losses: [{ what: `${dialect} has no message for the event ${event.event}` }] };
}
