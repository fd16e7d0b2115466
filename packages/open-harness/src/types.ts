// What the functions of this package take and give. Any bus of this structure fits: nothing of Open Harness is imported.

import type { Issue, JsonObject } from '@vitrine/core';
import type { MappingOptions, SignalLike, SignalPattern } from '@vitrine/dialects/open-harness';

export type { SignalLike, SignalPattern, SignalSource } from '@vitrine/dialects/open-harness';

/** A signal as Open Harness types it. */
export interface Signal<T = unknown> extends SignalLike {
  readonly payload: T;
}

/** An event of the later core. */
export interface CoreEvent<T = unknown> extends Omit<Signal<T>, 'timestamp' | 'source'> {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly causedBy?: string;
}

/** One message of A2UI, in the version that was asked for. */
export type A2UIMessage = JsonObject;

export type A2UIVersion = '0.8' | '0.9' | '1.0';

export interface SignalBusLike {
  subscribe(patterns: SignalPattern | SignalPattern[], handler: (signal: SignalLike) => void): () => void;
  emit?(signal: SignalLike): void;
  history?(): readonly SignalLike[];
}

/** What `runReactive({adapters: [...]})` takes. */
export interface SignalAdapterLike {
  readonly name: string;
  readonly patterns: SignalPattern[];
  onSignal(signal: SignalLike): void | Promise<void>;
  onStart?(): void | Promise<void>;
  onStop?(): void | Promise<void>;
}

export interface A2UIOptions extends MappingOptions {
  readonly surfaceId?: string;
  /** The protocol version of the messages; 0.8 when absent, as in the original. */
  readonly version?: A2UIVersion;
  /** How many cards are shown at most; the oldest goes first. */
  readonly cards?: number;
}

/** What went wrong on the way of one signal or one message: told, never thrown into the bus. */
export interface A2UIProblem {
  readonly message: string;
  readonly signal?: SignalLike;
  readonly issues?: readonly Issue[];
  readonly cause?: unknown;
}

/** An action of a person, as A2UI tells it. */
export interface A2UIUserAction {
  readonly name: string;
  readonly surfaceId: string;
  readonly sourceComponentId: string;
  readonly timestamp: string;
  readonly context: JsonObject;
}
