// The limits of the protocol (AgentChains A2UI §7), and those that it leaves to the server.

export const PROTOCOL_VERSION = '2026-02-20';
export const SOCKET_PATH = '/ws/v4/a2ui';
export const API_PREFIX = '/api/v4';
export const TOKEN_TYPE = 'stream_a2ui';
/** What a client offers beside its token, because a server must choose one and must not repeat a token. */
export const SUBPROTOCOL = 'a2ui';

export const AGENTCHAINS_LIMITS = {
  /** Bytes of one message, either way. */
  messageBytes: 1_048_576,
  /** Client messages in any minute of one session. */
  perMinute: 60,
  inactiveMs: 3_600_000,
  sessionsPerAgent: 10,
  /** Also those that have not said init. */
  socketsPerAgent: 100,
  /** Larger frames are not read to their end, and close the socket. */
  frameBytes: 4 * 1_048_576,
  /** A session whose socket broke off can be taken up again so long. */
  graceMs: 120_000,
  /** An ended session is known so long. */
  endedMs: 30 * 24 * 3_600_000,
  pingMs: 30_000,
  /** Bytes that wait for one slow reader before its session serves it from the log. */
  queueBytes: 1_048_576,
  tokenMinutes: 30,
  /** Refused credentials of one address in any minute. */
  guessesPerMinute: 60,
};

export type AgentchainsLimits = Readonly<typeof AGENTCHAINS_LIMITS>;

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
