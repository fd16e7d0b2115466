// Any error as one that may be told: what the log refuses has codes of the same table.

import type { Json } from '@vitrine/core';
import { HOST_CODES, type HostCode, HostError } from '@vitrine/face-kit';
import { LogError } from '@vitrine/log';

export { HOST_CODES, type HostCode, HostError } from '@vitrine/face-kit';

/** What is not ours says nothing of itself: it may hold anything. */
export function toHostError(error: unknown): HostError {
  if (error instanceof HostError) return error;
  if (error instanceof LogError && Object.hasOwn(HOST_CODES, error.code))
    return new HostError(error.code as HostCode, error.message, error.details as { readonly [name: string]: Json });
  return new HostError('VITRINE_HOST_FAILED');
}
