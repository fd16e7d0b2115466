// Why a remote agent is not talked to, or not any more. What it did wrong is told by its reason; nothing here is a fault of
// ours.

export type RemoteReason =
  /** It lies where nobody named: a private address, plain text, a redirect that leads astray. */
  | 'address'
  /** There is no card, or none that can be read. */
  | 'card'
  /** It sends too much, or for too long. */
  | 'limit'
  /** It answered, and said no. */
  | 'refused'
  /** It does not answer. */
  | 'silence';

export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly reason: RemoteReason;

  constructor(reason: RemoteReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** It may be asked as soon as the operator names it so: as a host, with its port. */
export class UnnamedHost extends RemoteError {
  readonly hostToName: string;

  constructor(message: string, hostToName: string) {
    super('address', message);
    this.hostToName = hostToName;
  }
}

/** The first error of ours in a chain of causes: what lies between wraps them. */
export function remoteErrorIn(error: unknown): RemoteError | undefined {
  return causesOf(error).find((each) => each instanceof RemoteError);
}

export function causesOf(error: unknown, depth = 8): readonly Error[] {
  return error instanceof Error && depth > 0 ? [error, ...causesOf(error.cause, depth - 1)] : [];
}
