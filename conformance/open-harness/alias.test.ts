// The package under the name that its research note gives it: the note's three snippets, checked by the compiler and run.

import {
  type A2UIMessage,
  createA2UIStream,
  createSignal,
  SignalBus,
  signalToA2UI,
  subscribeA2UI,
} from '@open-harness/a2ui';
import { describe, expect, expectTypeOf, it } from 'vitest';

describe('@open-harness/a2ui', () => {
  it('[HS40] the pure function', () => {
    const message = signalToA2UI(createSignal('tool:call', { name: 'go', input: 1 }), { surfaceId: 'main' });
    expectTypeOf(message).toEqualTypeOf<A2UIMessage | null>();
    expect(message).toHaveProperty('surfaceUpdate.surfaceId', 'main');
  });

  it('[HS40] the async generator', async () => {
    const bus = new SignalBus();
    const sent: string[] = [];
    const websocket = { send: (text: string) => sent.push(text) };
    const stream = createA2UIStream(bus, { surfaceId: 'main' });
    bus.emit(createSignal('workflow:start', { agents: [], state: {}, runId: 'r' }));
    bus.emit(createSignal('workflow:end', { durationMs: 1, state: {} }));
    for await (const message of stream) {
      expectTypeOf(message).toEqualTypeOf<A2UIMessage>();
      websocket.send(JSON.stringify(message));
    }
    expect(sent.join()).toContain('beginRendering');
  });

  it('[HS40] the callback', () => {
    const bus = new SignalBus();
    const sent: string[] = [];
    const websocket = { send: (text: string) => sent.push(text) };
    const unsubscribe = subscribeA2UI(bus, {
      surfaceId: 'main',
      onMessage: (msg) => websocket.send(JSON.stringify(msg)),
      onUserAction: (action) => bus.emit(createSignal('user:action', action)),
    });
    expectTypeOf(unsubscribe).toBeCallableWith();
    bus.emit(createSignal('workflow:start', {}));
    unsubscribe();
    expect(sent.join()).toContain('beginRendering');
  });
});
