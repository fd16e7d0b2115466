// The payload keys of every A2UI version. A message has exactly one of them, whichever version it is written in, and
// it comes from the side that the key belongs to. Reading the payload is left to each dialect.

import { type Findings, isObject, type Json, type JsonObject } from '@vitrine/core';
import type { DialectId, Sender } from './dialect.ts';

/** What one dialect reads from one side, and what it would read from the other. */
export interface PayloadKeys {
  readonly dialect: DialectId;
  readonly from: Sender;
  readonly own: readonly string[];
  readonly other: readonly string[];
}

const KNOWN: ReadonlySet<string> = new Set([
  ...['surfaceUpdate', 'dataModelUpdate', 'beginRendering', 'deleteSurface', 'userAction', 'error'],
  ...['createSurface', 'updateComponents', 'updateDataModel', 'action'],
  ...['callRendererFunction', 'agentFunctionResponse', 'callAgentFunction', 'rendererFunctionResponse'],
  ...['callFunction', 'actionResponse', 'functionResponse'],
]);

/** Refuses what reading the envelope alone would mend away: a second payload, a payload of the other side or version. */
export function hasOwnPayload(wire: Json, keys: PayloadKeys, findings: Findings): boolean {
  if (!isObject(wire) || isPlain(wire, keys.own)) return true;
  const found = Object.keys(wire).filter((key) => KNOWN.has(key));
  const [key] = found;
  if (key === undefined || (found.length === 1 && keys.own.includes(key))) return true;
  if (found.length > 1) {
    findings.refuse(
      'VITRINE_MESSAGE_AMBIGUOUS',
      `Message contains multiple conflicting update actions: ${found.join(', ')}.`,
    );
  } else if (keys.other.includes(key)) {
    const sender = keys.from === 'agent' ? 'a viewer' : 'an agent';
    findings.refuse('VITRINE_MESSAGE_DIRECTION', `${key} is a message of ${sender}; it came from the other side.`);
  } else {
    findings.refuse('VITRINE_MESSAGE_EMPTY', `${key} is no message of ${keys.dialect}: send ${keys.own.join(', ')}.`);
  }
  return false;
}

/** Nothing but a version and one payload of its own: what nearly every message is. */
function isPlain(wire: JsonObject, own: readonly string[]): boolean {
  let payloads = 0;
  for (const key in wire) {
    if (own.includes(key)) payloads++;
    else if (key !== 'version') return false;
  }
  return payloads === 1;
}
