import { expect, it } from 'vitest';
import * as client from './index.ts';

it('what the package offers is chosen', () => {
  expect(Object.keys(client).sort()).toEqual([
    'AgentConnection',
    'AskError',
    'ClosedHere',
    'HostRefusal',
    'ViewerConnection',
    'connectAgent',
    'connectViewer',
    'delay',
    'redeemViewerCode',
    'systemClock',
  ]);
});
