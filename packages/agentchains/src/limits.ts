// The limits of the protocol (AgentChains A2UI §7), and those that it leaves to the server.

export const PROTOCOL_VERSION = '2026-02-20';
export const SOCKET_PATH = '/ws/v4/a2ui';
export const API_PREFIX = '/api/v4';
export const TOKEN_TYPE = 'stream_a2ui';
/** What a client offers beside its token, because a server must choose one and must not repeat a token. */
export const SUBPROTOCOL = 'a2ui';

export interface AgentchainsLimits {
  /** Bytes of one message, either way. */
  readonly messageBytes: number;
  /** Client messages in any minute of one session. */
  readonly perMinute: number;
  readonly inactiveMs: number;
  readonly sessionsPerAgent: number;
  /** Also those that have not said init. */
  readonly socketsPerAgent: number;
  /** Larger frames are not read to their end, and close the socket. */
  readonly frameBytes: number;
  /** A session whose socket broke off can be taken up again so long. */
  readonly graceMs: number;
  /** An ended session is known so long. */
  readonly endedMs: number;
  readonly pingMs: number;
  /** Bytes that wait for one slow reader before its session serves it from the log. */
  readonly queueBytes: number;
  readonly tokenMinutes: number;
  /** Refused credentials of one address in any minute. */
  readonly guessesPerMinute: number;
}

export const AGENTCHAINS_LIMITS: AgentchainsLimits = {
  messageBytes: 1_048_576,
  perMinute: 60,
  inactiveMs: 3_600_000,
  sessionsPerAgent: 10,
  socketsPerAgent: 100,
  frameBytes: 4 * 1_048_576,
  graceMs: 120_000,
  endedMs: 30 * 24 * 3_600_000,
  pingMs: 30_000,
  queueBytes: 1_048_576,
  tokenMinutes: 30,
  guessesPerMinute: 60,
};

const MAX_TOKEN_MINUTES = 24 * 60;

/** `STREAM_TOKEN_EXPIRE_MINUTES`; undefined where it is not set. Throws where it says nothing sensible. */
export function tokenMinutesOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const minutes = Number(text);
  if (minutes > 0 && minutes <= MAX_TOKEN_MINUTES) return minutes;
  throw new RangeError(
    `STREAM_TOKEN_EXPIRE_MINUTES is a number above 0 and up to ${MAX_TOKEN_MINUTES}, not "${text}".`,
  );
}
