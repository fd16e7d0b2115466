// The messages of a run through a callback, and what the person does back into the bus.

import { type ClientMessageResult, Conversation, type ConversationOptions } from './conversation.ts';
import { listen } from './listen.ts';
import type { SignalBusLike } from './types.ts';

export interface SubscribeOptions extends ConversationOptions {
  /** What the bus remembers is shown first. */
  readonly replay?: boolean;
}

export interface A2UISubscription {
  (): void;
  /** A message of the person's client. */
  handleClientMessage(message: unknown): ClientMessageResult;
}

export function subscribeA2UI(bus: SignalBusLike, options: SubscribeOptions): A2UISubscription {
  const conversation = new Conversation(options, (signal) => bus.emit?.(signal));
  const unsubscribe = listen(bus, options, (signal) => conversation.hear(signal));
  const stop = (): void => {
    unsubscribe();
    conversation.end();
  };
  return Object.assign(stop, {
    handleClientMessage: (message: unknown) => conversation.handleClientMessage(message),
  });
}
