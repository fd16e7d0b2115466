// What a face is mounted by, what it names things by, and what it reads of a session.

import { createHash, randomBytes } from 'node:crypto';
import type { Entry, FacePorts, Seq } from '@vitrine/core/internal';
import { deferred } from './slices.ts';

/** A face for `faces` of a host, under the name that keeps its records and secrets apart. */
export function mountable<F, O>(name: string, create: (port: FacePorts, options?: O) => F) {
  return (options?: O) => ({ name, create: (port: FacePorts): F => create(port, options) });
}

/** Nobody can guess it; a hyphen at its beginning would be a flag on a command line. */
export function newSessionId(): string {
  return randomBytes(16).toString('base64url').replace(/^-/, '_');
}

/** Entries behind a seq, up to one that is there already. */
export async function* entriesUpTo(
  { sessions }: Pick<FacePorts, 'sessions'>,
  session: string,
  after: Seq,
  upTo: Seq,
): AsyncGenerator<Entry, void> {
  if (after >= upTo) return;
  const over = deferred();
  try {
    for await (const entry of await sessions.entries(session, after, over.promise)) {
      if (entry.seq <= upTo) yield entry;
      if (entry.seq >= upTo) return;
    }
  } finally {
    over.resolve();
  }
}

/** What something is known by that must not be kept, or is too long to be. */
export function digestOf(value: string | Uint8Array, encoding: 'hex' | 'base64url' = 'hex'): string {
  return createHash('sha256').update(value).digest(encoding);
}
