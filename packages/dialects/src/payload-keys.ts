// The payload keys of every A2UI version. A message has exactly one of them, whichever version it is written in, and
// it comes from the side that the key belongs to. Reading them is left to envelope.ts.

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

export function isPayloadKey(key: string): boolean {
  return KNOWN.has(key);
}
