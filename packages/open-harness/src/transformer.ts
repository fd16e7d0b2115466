// One signal to A2UI: with a state to the messages that it adds to a run, without one to a single message that stands
// alone, or null.

import { loosePiece, RUN_SURFACE } from '@vitrine/dialects/open-harness';
import { A2UIState, NO_SIGNAL, newFold, readSignal, targetOf } from './state.ts';
import type { A2UIMessage, A2UIOptions, A2UIProblem, SignalLike } from './types.ts';

/** A state to hand to `signalToA2UI` with one signal after the other. */
export function createA2UIState(options: A2UIOptions = {}): A2UIState {
  return new A2UIState(options);
}

export interface TransformOptions extends A2UIOptions {
  /** Hears what is wrong with the signal; it is shown by nothing then. */
  readonly onError?: (problem: A2UIProblem) => void;
}

export function signalToA2UI(
  signal: SignalLike,
  options: TransformOptions & { readonly state: A2UIState },
): A2UIMessage[];
export function signalToA2UI(signal: SignalLike, options?: TransformOptions): A2UIMessage | null;
export function signalToA2UI(
  signal: SignalLike,
  options: TransformOptions & { readonly state?: A2UIState } = {},
): A2UIMessage[] | A2UIMessage | null {
  const { state, onError } = options;
  if (state === undefined) return alone(signal, options);
  const problem = state.take(signal);
  if (problem !== undefined) onError?.(problem);
  return state.messages();
}

/** The message that opens a surface, where the signal does. */
const OPENING = ['beginRendering', 'createSurface'];

function alone(signal: unknown, options: TransformOptions): A2UIMessage | null {
  const { surfaceId = RUN_SURFACE, onError } = options;
  const known = readSignal(signal);
  if (known === undefined) {
    onError?.(NO_SIGNAL);
    return null;
  }
  const { dialect, words } = targetOf(options.version);
  try {
    const op = loosePiece(known, surfaceId, words, options);
    if (op === undefined) return null;
    const fold = newFold();
    const open = { op: 'open', surface: surfaceId, catalog: words.catalog, protocol: words.protocol } as const;
    const { memory } = dialect.join(fold);
    if (op.op !== 'open') {
      fold.accept({ body: [open] }, 'trusted');
      dialect.encode({ body: [open] }, fold, memory);
    }
    const outcome = fold.accept({ body: [op] }, 'trusted');
    if (!outcome.ok)
      onError?.({ message: 'What the signal shows was refused.', signal: known, issues: outcome.issues });
    const wire = outcome.ok ? (dialect.encode({ body: [op] }, fold, memory).wire as readonly A2UIMessage[]) : [];
    return wire.find((message) => OPENING.some((key) => key in message)) ?? wire[0] ?? null;
  } catch (cause) {
    onError?.({ message: 'The signal could not be mapped.', signal: known, cause });
    return null;
  }
}
