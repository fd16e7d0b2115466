import { expect, it } from 'vitest';
import * as client from './index.ts';

it('what the package offers is chosen', () => {
  expect(Object.keys(client).sort()).toEqual([
    'AgentConnection',
    'AgentSession',
    'AskError',
    'ConnectionClosedError',
    'HostClient',
    'HostRefusal',
    'HostUnreachable',
    'RefusedError',
    'ViewerConnection',
    'connectAgent',
    'connectViewer',
    'delay',
    'openTelemetryTracer',
    'redeemViewerCode',
    'systemClock',
  ]);
});
