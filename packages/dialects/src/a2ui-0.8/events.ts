// A2UI 0.8 from a viewer: userAction and a free-form error, and the same for an agent that speaks it.

import {
  Findings,
  type Json,
  type JsonObject,
  type NewEntry,
  type Outcome,
  type View,
  type ViewerEvent,
} from '@vitrine/core';
import type { Encoded } from '../dialect.ts';
import { readEnvelope } from '../envelope.ts';
import { isStorable } from '../stored.ts';
import {
  clip,
  type EventOf,
  errorFromIssue,
  issueFromError,
  lossOfMessage,
  noWordFor,
  readActionEvent,
  viewerOutcome,
  writeAction,
} from '../viewer-messages.ts';
import { AGENT_PAYLOADS, checkVersion, VIEWER_PAYLOADS } from './decode.ts';

const DIALECT = 'a2ui-0.8';
const REPORT_SHOWN = 500;

export function decodeViewerMessage(wire: Json, view: View): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const keys = { dialect: DIALECT, from: 'viewer', own: VIEWER_PAYLOADS, other: AGENT_PAYLOADS } as const;
  const envelope = readEnvelope(wire, keys, findings);
  if (envelope === undefined) return viewerOutcome(undefined, findings);
  checkVersion((wire as JsonObject).version, findings);
  const { kind, payload } = envelope;
  const event = kind === 'userAction' ? readActionEvent(payload, findings) : readIssue(payload, findings);
  return viewerOutcome(event, findings);
}

/** The content of an error is free: the usual fields are looked for, and without a message the whole of it is one. */
function readIssue(payload: JsonObject, findings: Findings): ViewerEvent | undefined {
  if (!isStorable(payload, findings)) return undefined;
  const { code, message, surfaceId, path } = payload;
  const text = typeof message === 'string' ? message : clip(JSON.stringify(payload), REPORT_SHOWN);
  const at = typeof path === 'string' ? path : undefined;
  const issue = issueFromError(typeof code === 'string' ? code : 'VITRINE_VIEWER_ERROR', text, at);
  return { event: 'issue', issue, ...(typeof surfaceId === 'string' ? { surface: surfaceId } : {}) };
}

export function encodeEvent(event: ViewerEvent, _view: View, at: string): Encoded {
  if (event.event === 'action') {
    return { wire: [{ userAction: writeAction(event, at) }], losses: lossOfMessage(event, DIALECT) };
  }
  return event.event === 'issue' ? encodeIssue(event) : noWordFor(event, DIALECT);
}

function encodeIssue({ issue, surface }: EventOf<'issue'>): Encoded {
  const error = {
    ...errorFromIssue(issue),
    ...(surface === undefined ? {} : { surfaceId: surface }),
    ...(issue.at === undefined ? {} : { path: issue.at }),
  };
  return { wire: [{ error }], losses: [] };
}
