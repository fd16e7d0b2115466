// What a server of MCP elsewhere may cost: how much it may list, say and take. What goes over the line is bounded by the guard.

import { GUARD_LIMITS } from '@vitrine/face-kit';

export const MCP_REMOTE_LIMITS = {
  ...GUARD_LIMITS,
  /** Tools that are shown; the rest is counted. */
  tools: 500,
  toolPages: 50,
  /** Characters of one input schema; a longer one is a field for JSON. */
  schemaLength: 64 * 1024,
  /** Fields of one form; more are a field for JSON. */
  fields: 100,
  /** Characters of one text of a result. */
  textLength: 100_000,
  /** Base64 characters of one picture, and of all of a result. */
  imageLength: 512 * 1024,
  /** Parts of one result. */
  parts: 50,
  /** What an app is given to show, as JSON: it stands in the session. */
  appLength: 256 * 1024,
  /** Rows of one table. */
  rows: 500,
  /** Calls at once. */
  calls: 4,
  /** A call that says nothing for so long has failed; progress begins the time anew. */
  callMs: 120_000,
  /** One call, whatever it says. */
  totalCallMs: 60 * 60 * 1000,
};

export type McpRemoteLimits = { readonly [name in keyof typeof MCP_REMOTE_LIMITS]: number };
