// How much of a remote agent's stream is read: past any of these the stream is refused, and what was read so far stays.

export const READER_LIMITS = {
  /** Of one event on the wire; clients of AG-UI refuse larger ones as well. */
  eventBytes: 10 * 1024 * 1024,
  /** In one run. */
  events: 100_000,
  /** Messages, calls, steps, thoughts and subagents that are open at once. */
  open: 1000,
  messages: 10_000,
  /** Of one message or the arguments of one call. */
  textLength: 4 * 1024 * 1024,
  patchOperations: 1000,
  /** Of a document in which a patch may copy: repeated copies double it. */
  copyLength: 1024 * 1024,
  warnings: 100,
};

export type ReaderLimits = { readonly [name in keyof typeof READER_LIMITS]: number };
