// How much one request may bring and one stream may hold. How often requests may come is left to the guards.

import { MAX_VIEWER_BYTES } from '../viewer-bounds.ts';

export interface HttpLimits {
  /** Bytes of a body that orders something: open a session, mint a token, redeem a code. */
  readonly controlBytes: number;
  /** Bytes of a body of an agent's messages. */
  readonly bodyBytes: number;
  /** Bytes of a body of a viewer's events. */
  readonly eventBytes: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes that wait for one slow reader before its session serves it from the log. */
  readonly queueBytes: number;
  /** Silence after which a stream says that it is alive. */
  readonly keepAliveMs: number;
  /** Events in the answer of one poll, and bytes of them; the entry that reaches either is the last, and given whole. */
  readonly pollEvents: number;
  readonly pollBytes: number;
  /** Bytes of all files of one session. */
  readonly sessionFileBytes: number;
  /** Streams of one viewer that are served from the log at a time: all that was, or what was missed. */
  readonly catchUpsPerViewer: number;
}

export const HTTP_LIMITS: HttpLimits = {
  controlBytes: 16 * 1024,
  bodyBytes: 8 * 1024 * 1024,
  eventBytes: MAX_VIEWER_BYTES,
  fileBytes: 16 * 1024 * 1024,
  queueBytes: 256 * 1024,
  keepAliveMs: 15_000,
  pollEvents: 500,
  pollBytes: 4 * 1024 * 1024,
  sessionFileBytes: 64 * 1024 * 1024,
  catchUpsPerViewer: 4,
};

/** Seconds that a poll may wait. */
export const MAX_WAIT = 30;
