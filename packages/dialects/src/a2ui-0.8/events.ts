// A2UI 0.8 from a viewer: userAction and a free-form error, and the same for an agent that speaks it.

import {
  defined,
  type EventOf,
  Findings,
  isObject,
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
import { behindMark } from '../lowering/origin.ts';
import { isStorable } from '../stored.ts';
import {
  clip,
  errorFromIssue,
  issueFromError,
  lossesOfAction,
  noWordFor,
  readActionEvent,
  viewerOutcome,
  writeAction,
} from '../viewer-messages.ts';
import { AGENT_PAYLOADS, checkVersion, VIEWER_PAYLOADS } from './decode.ts';

const DIALECT = 'a2ui-0.8';
const REPORT_SHOWN = 500;
/** Of templates in templates that the id of an item is looked through for. */
const MAX_LEVELS = 16;

export function decodeViewerMessage(wire: Json, view: View): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const keys = { dialect: DIALECT, from: 'viewer', own: VIEWER_PAYLOADS, other: AGENT_PAYLOADS } as const;
  const envelope = readEnvelope(wire, keys, findings);
  if (envelope === undefined) return viewerOutcome(undefined, findings);
  checkVersion((wire as JsonObject).version, findings);
  const { kind, payload } = envelope;
  const event = kind === 'userAction' ? readAction(payload, view, findings) : readIssue(payload, findings);
  return viewerOutcome(event, findings);
}

/**
 * Renderers of 0.8 add the item of a template to the id of its component (`buy:2`, `buy:0:1`), and keep maps and empty
 * lists in a way that JSON has only {} for: that says nothing of what they hold.
 */
function readAction(payload: JsonObject, view: View, findings: Findings): readonly ViewerEvent[] | undefined {
  const event = readActionEvent(payload, findings);
  if (event === undefined) return undefined;
  const members = Object.entries(event.context).filter(
    ([, value]) => !isObject(value) || Object.keys(value).length > 0,
  );
  return unbridged({ ...event, source: componentIn(event, view), context: Object.fromEntries(members) }, view);
}

function componentIn({ source, surface: id }: EventOf<'action'>, view: View): string {
  const surface = view.surfaces.get(id);
  if (surface === undefined || surface.component(source) !== undefined || behindMark(source, surface) !== source)
    return source;
  let base = source;
  for (let i = 0; i < MAX_LEVELS && base.includes(':'); i++) {
    base = base.slice(0, base.lastIndexOf(':'));
    if (surface.component(base) !== undefined) return base;
  }
  return source;
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
    return { wire: [{ userAction: writeAction(event, at) }], losses: lossesOfAction(event, DIALECT) };
  }
  return event.event === 'issue' ? encodeIssue(event) : noWordFor(event, DIALECT);
}

function encodeIssue({ issue, surface }: EventOf<'issue'>): Encoded {
  const error = {
    ...errorFromIssue(issue),
    ...defined({ surfaceId: surface, path: issue.at }),
  };
  return { wire: [{ error }], losses: [] };
}
