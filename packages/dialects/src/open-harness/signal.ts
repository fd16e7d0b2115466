// One signal, as either generation of Open Harness writes it: what every reader of signals needs to know of it.

import { isObject, type JsonObject } from '@vitrine/core/internal';

export interface SignalSource {
  readonly agent?: string;
  readonly harness?: string;
  readonly parent?: string;
}

/** The structure of a signal; a bus may hand out anything that has it. */
export interface SignalLike {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  readonly timestamp: string;
  readonly source?: SignalSource;
}

const MAX_NAME_LENGTH = 256;

export function isSignal(value: unknown): value is SignalLike {
  if (!isObject(value as JsonObject)) return false;
  const { id, name, timestamp } = value as { id?: unknown; name?: unknown; timestamp?: unknown };
  const isNamed = typeof name === 'string' && name !== '' && name.length <= MAX_NAME_LENGTH;
  return typeof id === 'string' && isNamed && typeof timestamp === 'string' && 'payload' in (value as object);
}

/** An event of the later, event-sourced core: its time is a number and it names what caused it. */
export function signalFromEvent(event: unknown): SignalLike | undefined {
  if (!isObject(event as JsonObject)) return undefined;
  const { timestamp, causedBy, ...rest } = event as { timestamp?: unknown; causedBy?: unknown };
  if (typeof timestamp !== 'number' || !isInstant(timestamp)) return isSignal(event) ? event : undefined;
  const source = typeof causedBy === 'string' ? { source: { parent: causedBy } } : {};
  const signal = { ...rest, timestamp: new Date(timestamp).toISOString(), ...source };
  return isSignal(signal) ? signal : undefined;
}

function isInstant(ms: number): boolean {
  return Math.abs(ms) <= 8.64e15;
}

/** Whose text it is: streams of several agents may be mixed. */
export function streamOf({ source, payload }: SignalLike): string {
  const named = isObject(payload as JsonObject) ? (payload as { agent?: unknown }).agent : undefined;
  const { agent, parent, harness } = isObject(source as JsonObject) ? (source as SignalSource) : {};
  const found = [agent, named, parent, harness].find((one) => typeof one === 'string' && one !== '');
  return typeof found === 'string' ? found : 'main';
}
