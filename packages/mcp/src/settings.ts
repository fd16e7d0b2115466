// What the operator may set, and every limit of the face by its name.

import { tmpdir } from 'node:os';

export const MCP_SETTINGS = {
  /** The folder under which `jsonlPath` may name files; undefined: none may be named. */
  files: tmpdir() as string | undefined,
  /** Whether other machines may call: an MCP host runs beside its tools. */
  remote: false,
  bodyBytes: 4 * 1024 * 1024,
  /** Bytes of one push, as text or as a file. */
  pushBytes: 4 * 1024 * 1024,
  pushMessages: 4096,
  /** Sessions that one agent may have open by key. */
  sessions: 1000,
  /** Calls of one agent at once, and how long another one waits for a place. */
  calls: 16,
  patienceMs: 50,
  /** Views of one agent that wait at once for what comes; they take no place of its calls. */
  viewWaits: 128,
  /** Characters of one answer: the SDK writes it in one go. */
  answerLength: 4 * 1024 * 1024,
  /** How long one call may take. */
  callMs: 6 * 60_000,
  /** The document that hosts of MCP Apps show surfaces with; undefined: none, and they show text. */
  view: undefined as string | undefined,
  /** Whether a person may approve in such a view. */
  approvals: false,
  /** How long a view may be opened again. */
  ticketHours: 7 * 24,
  /** Wrong keys of one address, and wrong tickets that come with the key of one agent. */
  guessesPerMinute: 60,
};

export type McpSettings = Readonly<typeof MCP_SETTINGS>;
