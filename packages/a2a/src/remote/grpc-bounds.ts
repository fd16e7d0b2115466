// How long a remote agent may take over gRPC and how much it may send, and what its failures are called here.

import { status } from '@grpc/grpc-js';
import { RemoteError, remoteErrorIn } from './remote-error.ts';
import type { RemoteLimits } from './remote-limits.ts';

export interface Bounds {
  readonly host: string;
  readonly limits: RemoteLimits;
}

export async function boundedCall<T>(
  bounds: Bounds,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(bounds.limits.answerMs);
  try {
    return await call(signal === undefined ? late : AbortSignal.any([signal, late]));
  } catch (error) {
    throw late.aborted ? tooSlow(bounds) : named(error, bounds);
  }
}

/** The time that whoever reads takes does not count. */
export async function* boundedStream<T extends object>(
  bounds: Bounds,
  signal: AbortSignal | undefined,
  open: (signal: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const { answerMs, quietMs, streamBytes } = bounds.limits;
  const late = new AbortController();
  const alarm = (ms: number) => setTimeout(() => late.abort(), ms);
  let timer = alarm(answerMs);
  let length = 0;
  try {
    for await (const event of open(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]))) {
      clearTimeout(timer);
      length += JSON.stringify(event).length;
      if (length > streamBytes)
        throw new RemoteError('limit', `${bounds.host} answers with more than ${streamBytes} bytes.`);
      yield event;
      timer = alarm(quietMs);
    }
  } catch (error) {
    throw late.signal.aborted ? tooSlow(bounds) : named(error, bounds);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow({ host }: Bounds): RemoteError {
  return new RemoteError('silence', `${host} does not answer in time.`);
}

/** Said by what stands before the agent, and passing: to be tried again, not to be believed. */
const PASSING: readonly (number | undefined)[] = [
  status.UNAVAILABLE,
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
];

/** A break is silence; what the agent itself says stays the SDK's error. */
function named(error: unknown, { host }: Bounds): unknown {
  if (remoteErrorIn(error) !== undefined) return error;
  const { cause } = error as { readonly cause?: { readonly code?: number; readonly details?: string } };
  const { code, details = '' } = cause ?? {};
  if (/^Received message larger than max/.test(details))
    return new RemoteError('limit', `${host} answers with more than one message of gRPC may have.`, error);
  const isBroken = PASSING.includes(code) || (code === status.INTERNAL && /RST_STREAM/.test(details));
  return isBroken ? new RemoteError('silence', `${host} cannot be reached (${status[code as status]}).`, error) : error;
}
