// What a bridge to a remote agent stands on: a session as its agent holds it, a place for what must outlive the process, and a
// name for the agent that nothing it says has a part in.

import type { Issue, Json, JsonObject, Op } from '@vitrine/core';
import { digestOf } from '../sessions.ts';

/** Where it is kept; durable when a write resolves. */
export interface RemoteMemory {
  read(): Promise<Json | undefined>;
  write(value: JsonObject): Promise<void>;
}

/** For as long as the process lives. */
export function forgetful(): RemoteMemory {
  let kept: JsonObject | undefined;
  return {
    read: () => Promise.resolve(kept),
    write: (value) => {
      kept = value;
      return Promise.resolve();
    },
  };
}

/** What is needed of a session. Both are tried until the host has answered; a key makes a repeat harmless. */
export interface ShownIn<Dialect extends string> {
  send(
    messages: readonly object[],
    options: { readonly key: string; readonly dialect: Dialect; readonly trust?: 'untrusted' },
  ): Promise<{ readonly issues: readonly Issue[] }>;
  ops(ops: readonly Op[], options?: { readonly key: string; readonly trust?: 'untrusted' }): Promise<unknown>;
}

/** What a person did, as an agent of the host receives it. */
export interface BridgeDelivery {
  readonly seq: number;
  readonly wire: Json;
  readonly metadata?: Json;
  /** From 1; more when the handler failed before. */
  readonly attempt: number;
}

/** A session as its agent holds it: the handle of `@vitrine/client` is one. */
export interface BridgeSession<Dialect extends string> extends ShownIn<Dialect> {
  readonly id: string;
  on(name: 'event', handler: (delivery: BridgeDelivery) => unknown): () => void;
  snapshot(at?: number): Promise<JsonObject>;
}

/** A name for it as an agent of our host: made of its address, and of nothing that it says of itself. */
export function remoteAgentName(protocol: string, { host, href }: Pick<URL, 'host' | 'href'>): string {
  const words = host.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${protocol}-${words.slice(0, 48)}-${digestOf(href).slice(0, 8)}`;
}

/** Errors of what the host did not take. Rejects where it was not asked. */
export async function refusalsOf(sent: Promise<unknown>): Promise<readonly Issue[]> {
  try {
    return errorsIn(await sent);
  } catch (error) {
    // Nothing of it could be read.
    const issues = errorsIn(error);
    if (issues.length === 0) throw error;
    return issues;
  }
}

function errorsIn(answer: unknown): readonly Issue[] {
  const { issues = [] } = (answer ?? {}) as { readonly issues?: readonly Issue[] };
  return issues.filter(({ severity }) => severity === 'error');
}
