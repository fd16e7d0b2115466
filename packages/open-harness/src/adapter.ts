// The same as an adapter for `runReactive({adapters: [...]})`, whose bus is its own.

import { type ClientMessageResult, Conversation, type ConversationOptions } from './conversation.ts';
import type { SignalAdapterLike, SignalLike } from './types.ts';

export interface AdapterOptions extends ConversationOptions {
  readonly name?: string;
  /** Takes the signals that the person causes; dropped when absent, unless `onUserAction` takes them. */
  readonly emit?: (signal: SignalLike) => void;
}

export interface A2UIAdapter extends SignalAdapterLike {
  handleClientMessage(message: unknown): ClientMessageResult;
}

/** A run that starts again takes the place of the last one on the same surface. */
export function createA2UIAdapter(options: AdapterOptions): A2UIAdapter {
  const conversation = new Conversation(options, options.emit ?? (() => undefined));
  return {
    name: options.name ?? 'a2ui',
    // `*` alone would match no name with a colon.
    patterns: ['**'],
    onSignal: (signal) => conversation.hear(signal),
    handleClientMessage: (message) => conversation.handleClientMessage(message),
  };
}
