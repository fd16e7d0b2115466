// Calls to a host: its answers as JSON, its refusals and its silence as sentences. A call that may be repeated is
// repeated a few times, so that a host that is just being started again is no failure.

import { type HostCall, HostClient, HostRefusal, HostUnreachable, type SseEvent } from '@vitrine/client';
import type { Issue, JsonObject } from '@vitrine/core';
import { CommandError } from './errors.ts';

const ATTEMPTS = 5;

export interface HostAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
}

/** A host answered, and said no. */
export class HostRefusedError extends CommandError {
  readonly issues: readonly Issue[];

  constructor({ code, message, issues }: HostRefusal) {
    super(`${code}: ${message}`);
    this.issues = issues;
  }
}

/** Nobody answered. */
export class Silence extends CommandError {}

export async function ask(access: HostAccess, call: HostCall): Promise<JsonObject> {
  try {
    return await clientOf(access).call(call);
  } catch (error) {
    throw toFailure(error, access);
  }
}

export async function* askForEvents(access: HostAccess, call: HostCall): AsyncGenerator<SseEvent> {
  try {
    yield* clientOf(access).events(call);
  } catch (error) {
    throw toFailure(error, access);
  }
}

function clientOf({ url, key }: HostAccess): HostClient {
  return new HostClient({ url, credential: key, attempts: ATTEMPTS });
}

function toFailure(error: unknown, { url }: HostAccess): unknown {
  if (error instanceof HostRefusal) return new HostRefusedError(error);
  if (!(error instanceof HostUnreachable)) return error;
  const reason = error.code === undefined ? '' : ` (${error.code})`;
  return new Silence(`nobody answers at ${url}${reason}; is "vitrine serve" running there?`);
}
