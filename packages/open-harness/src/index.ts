// Open Harness signals to A2UI and back: four ways to use one mapping, and a small bus for those who have none.

export { isSignal, matchPattern, signalFromEvent } from '@vitrine/dialects/open-harness';
export { type A2UIAdapter, type AdapterOptions, createA2UIAdapter } from './adapter.ts';
export { createSignal, SignalBus, type SignalBusOptions } from './bus.ts';
export type { ClientMessageResult } from './conversation.ts';
export { DEFAULT_MAPPINGS, type Mapping, type Mappings, type MapSignal } from './mappings/index.ts';
export type { A2UIState } from './state.ts';
export { type A2UIStreamOptions, createA2UIStream } from './stream.ts';
export { type A2UISubscription, type SubscribeOptions, subscribeA2UI } from './subscriber.ts';
export { createA2UIState, signalToA2UI, type TransformOptions } from './transformer.ts';
export type * from './types.ts';
