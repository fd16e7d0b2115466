// A2UI 0.9 and 0.9.1 from a viewer: action and error, and the same for an agent that speaks it.

import {
  defined,
  type EventOf,
  Findings,
  type Json,
  type JsonObject,
  type NewEntry,
  type Outcome,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { unbridged } from '../bridged-actions.ts';
import type { Encoded } from '../dialect.ts';
import { readEnvelope } from '../envelope.ts';
import {
  errorFromIssue,
  lossesOfAction,
  noWordFor,
  readActionEvent,
  readError,
  viewerOutcome,
  writeAction,
} from '../viewer-messages.ts';
import { AGENT_PAYLOADS, checkVersion, VERSIONS, VIEWER_PAYLOADS } from './decode.ts';

const DIALECT = 'a2ui-0.9';
const VERSION = 'v0.9';

export function decodeViewerMessage(wire: Json, view: View): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const keys = { dialect: DIALECT, from: 'viewer', own: VIEWER_PAYLOADS, other: AGENT_PAYLOADS } as const;
  const envelope = readEnvelope(wire, keys, findings);
  if (envelope === undefined) return viewerOutcome(undefined, findings);
  checkVersion((wire as JsonObject).version, VERSIONS, findings);
  const { kind, payload } = envelope;
  if (kind !== 'action') return viewerOutcome(readIssue(payload, findings), findings);
  const event = readActionEvent(payload, findings);
  return viewerOutcome(event === undefined ? undefined : unbridged(event, view), findings);
}

function readIssue(payload: JsonObject, findings: Findings): ViewerEvent | undefined {
  const error = readError(payload, findings);
  if (error === undefined) return undefined;
  const { issue, surface } = error;
  if (surface === undefined)
    findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'An error names its surface with surfaceId.');
  return { event: 'issue', issue, ...defined({ surface }) };
}

export function encodeEvent(event: ViewerEvent, _view: View, at: string): Encoded {
  if (event.event === 'action') {
    return { wire: [{ version: VERSION, action: writeAction(event, at) }], losses: lossesOfAction(event, DIALECT) };
  }
  return event.event === 'issue' ? encodeIssue(event) : noWordFor(event, DIALECT);
}

function encodeIssue({ issue, surface }: EventOf<'issue'>): Encoded {
  if (surface === undefined) return { wire: [], losses: [{ what: `${DIALECT} has no error without a surface` }] };
  const { code, message } = errorFromIssue(issue);
  const error =
    issue.severity === 'error' && issue.at !== undefined && issue.code !== 'VITRINE_VIEWER_ERROR'
      ? { code: 'VALIDATION_FAILED', surfaceId: surface, path: issue.at, message }
      : {
          code,
          surfaceId: surface,
          message,
          ...defined({ path: issue.at }),
          ...(issue.severity === 'warning' ? { severity: 'warning' } : {}),
        };
  return { wire: [{ version: VERSION, error }], losses: [] };
}
