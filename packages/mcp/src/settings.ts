// What the operator may set, and every limit of the face by its name.

import { tmpdir } from 'node:os';

export interface McpSettings {
  /** The folder under which `jsonlPath` may name files; undefined: none may be named. */
  readonly files: string | undefined;
  /** Whether other machines may call: an MCP host runs beside its tools. */
  readonly remote: boolean;
  readonly bodyBytes: number;
  /** Bytes of one push, as text or as a file. */
  readonly pushBytes: number;
  readonly pushMessages: number;
  /** Sessions that one agent may have open by key. */
  readonly sessions: number;
  /** Calls of one agent at once, and how long another one waits for a place. */
  readonly calls: number;
  readonly patienceMs: number;
  /** How long one call may take. */
  readonly callMs: number;
  /** Wrong keys of one address. */
  readonly guessesPerMinute: number;
}

export const MCP_SETTINGS: McpSettings = {
  files: tmpdir(),
  remote: false,
  bodyBytes: 4 * 1024 * 1024,
  pushBytes: 4 * 1024 * 1024,
  pushMessages: 4096,
  sessions: 1000,
  calls: 16,
  patienceMs: 50,
  callMs: 6 * 60_000,
  guessesPerMinute: 60,
};
