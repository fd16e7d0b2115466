import type { DialectId } from '@vitrine/dialects';
import type { ShownIn } from '@vitrine/face-kit';
import { expect, test } from 'vitest';
import type { AgentMessage } from './agent-update.ts';
import { relayTo } from './relay.ts';

const said = { key: 'k', texts: ['Hello'], messages: [{ version: 'v0.9' }], envelopes: [{ type: 't' }], issues: [] };

function recorder() {
  const trusts: unknown[] = [];
  const session: ShownIn<DialectId> = {
    send: async (_messages, { trust }) => {
      trusts.push(['send', trust]);
      return { issues: [] };
    },
    ops: async (_ops, options) => void trusts.push(['ops', options?.trust]),
  };
  return { session, trusts };
}

test('[XC51] what an agent elsewhere says bears the mark, words and messages, in a run and outside', async () => {
  const { session, trusts } = recorder();
  await relayTo(session, said as unknown as AgentMessage, 'a2ui-0.9');
  await relayTo(session, said as unknown as AgentMessage, 'openwop-2');
  expect(trusts).toEqual([
    ['ops', 'untrusted'],
    ['send', 'untrusted'],
    ['send', 'untrusted'],
  ]);
});

test('[XC51] it bears none where the operator vouches for it', async () => {
  const { session, trusts } = recorder();
  await relayTo(session, said as unknown as AgentMessage, 'a2ui-0.9', {});
  await relayTo(session, said as unknown as AgentMessage, 'openwop-2', {});
  expect(trusts).toEqual([
    ['ops', undefined],
    ['send', undefined],
    ['send', undefined],
  ]);
});
