import { expect, it } from 'vitest';
import * as client from './index.ts';

it('what the package offers is chosen', () => {
  expect(Object.keys(client).sort()).toEqual([
    'AgentConnection',
    'AskError',
    'ClosedHere',
    'HostClient',
    'HostRefusal',
    'HostUnreachable',
    'ViewerConnection',
    'connectAgent',
    'connectViewer',
    'delay',
    'redeemViewerCode',
    'systemClock',
  ]);
});
