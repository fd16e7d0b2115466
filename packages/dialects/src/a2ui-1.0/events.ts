// A2UI 1.0 from a viewer: action, error, callAgentFunction, rendererFunctionResponse, and the same for an agent that
// speaks it. What is written keeps to the published schema: calls are {call, args}.

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
  noWordFor,
  readActionEvent,
  readError,
  viewerOutcome,
  writeAction,
} from '../viewer-messages.ts';
import { AGENT_PAYLOADS, readVersion, VERSION, VIEWER_PAYLOADS } from './decode.ts';
import { readFunctionResponse, readViewerCall } from './function-calls.ts';
import { readMetadata } from './metadata.ts';

const DIALECT = 'a2ui-1.0';

export function decodeViewerMessage(wire: Json, view: View): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const keys = { dialect: DIALECT, from: 'viewer', own: VIEWER_PAYLOADS, other: AGENT_PAYLOADS } as const;
  const envelope = readEnvelope(wire, keys, findings);
  if (envelope === undefined) return viewerOutcome(undefined, findings);
  readVersion((wire as JsonObject).version, findings);
  const event = readEvent(envelope.kind, envelope.payload, findings);
  return viewerOutcome(event?.event === 'action' ? unbridged(event, view) : event, findings);
}

function readEvent(kind: string, payload: JsonObject, findings: Findings): ViewerEvent | undefined {
  switch (kind) {
    case 'action':
      return readAction(payload, findings);
    case 'callAgentFunction':
      return readViewerCall(payload, findings);
    case 'rendererFunctionResponse': {
      const response = readFunctionResponse(payload, findings);
      return response === undefined ? undefined : { event: 'return', ...response };
    }
    default:
      return readIssue(payload, findings);
  }
}

function readAction(payload: JsonObject, findings: Findings): ViewerEvent | undefined {
  const action = readActionEvent(payload, findings, ['userMessage', 'metadata']);
  if (payload.metadata === undefined || action === undefined) return action;
  findings.path.push('metadata');
  const ext = readMetadata(payload.metadata, findings);
  findings.path.pop();
  return ext === undefined ? action : { ...action, ext };
}

/** The prose lets a failed call be answered by an error that names the call; it is the response that it stands for. */
function readIssue(payload: JsonObject, findings: Findings): ViewerEvent | undefined {
  const error = readError(payload, findings);
  if (error === undefined) return undefined;
  const { code, surface, call } = error;
  if ((surface === undefined) === (call === undefined)) {
    findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'An error names either its surface or its function call.');
  }
  if (call !== undefined) return { event: 'return', call, error: { code, message: payload.message as string } };
  return { event: 'issue', issue: error.issue, ...defined({ surface }) };
}

export function encodeEvent(event: ViewerEvent, _view: View, at: string): Encoded {
  switch (event.event) {
    case 'action': {
      const words = defined({ userMessage: event.message });
      const metadata = defined({ metadata: event.ext });
      return say({ action: { ...writeAction(event, at), ...words, ...metadata } });
    }
    case 'call':
      return say({ callAgentFunction: writeCall(event) });
    case 'return':
      return say({ rendererFunctionResponse: writeResponse(event) });
    case 'issue':
      return encodeIssue(event);
    default:
      return noWordFor(event, DIALECT);
  }
}

function say(message: JsonObject): Encoded {
  return { wire: [{ version: VERSION, ...message }], losses: [] };
}

function writeCall({ surface, call, name, args, catalog }: EventOf<'call'>): JsonObject {
  const callFunction = { call: name, args, ...defined({ catalogId: catalog }) };
  return { surfaceId: surface, functionCallId: call, callFunction };
}

function writeResponse({ call, value, error }: EventOf<'return'>): JsonObject {
  return error === undefined ? { functionCallId: call, value: value ?? null } : { functionCallId: call, error };
}

const NESTING: { readonly [code: string]: string } = {
  VITRINE_TREE_PARENT: 'UNALLOWED_PARENT',
  VITRINE_TREE_CHILD: 'UNALLOWED_CHILD',
};

function encodeIssue({ issue: problem, surface, call }: EventOf<'issue'>): Encoded {
  const { code, message } = errorFromIssue(problem);
  const refused = problem.severity === 'error' && problem.code !== 'VITRINE_VIEWER_ERROR';
  if (surface !== undefined && problem.at !== undefined && refused) {
    return say({
      error: { code: NESTING[problem.code] ?? 'VALIDATION_FAILED', surfaceId: surface, path: problem.at, message },
    });
  }
  const about =
    surface !== undefined ? { surfaceId: surface } : call !== undefined ? { functionCallId: call } : undefined;
  if (about === undefined)
    return { wire: [], losses: [{ what: `${DIALECT} has no error without a surface or a call` }] };
  const more = {
    ...defined({ path: problem.at }),
    ...(problem.severity === 'warning' ? { severity: 'warning' } : {}),
  };
  return say({ error: { code, message, ...about, ...more } });
}
