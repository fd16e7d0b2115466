// What can be ordered about agents, whoever holds the data folder: the command itself, or the server at its door. A new
// code for the operator is ordered beside them, of a running server only: codes live in its memory. So is its address.

import { isObject, type Json, type JsonObject } from '@vitrine/core';
import type { Credentials } from '@vitrine/host';

export type AgentOrder =
  | { readonly order: 'list' }
  | { readonly order: 'add'; readonly agent: string; readonly trust: 'trusted' | 'untrusted' }
  | { readonly order: 'rotate' | 'revoke'; readonly agent: string };

/** What a server takes at its door. */
export type DoorOrder = AgentOrder | { readonly order: 'operator' } | { readonly order: 'address' };

export function readOrder(value: Json): DoorOrder | undefined {
  if (!isObject(value)) return undefined;
  const { order, agent, trust } = value;
  if (order === 'list' || order === 'operator' || order === 'address') return { order };
  if (typeof agent !== 'string') return undefined;
  if (order === 'rotate' || order === 'revoke') return { order, agent };
  return order === 'add' ? { order, agent, trust: trust === 'trusted' ? 'trusted' : 'untrusted' } : undefined;
}

/** Throws a HostError when the credentials refuse it. */
export async function runOrder(order: AgentOrder, credentials: Credentials): Promise<JsonObject> {
  switch (order.order) {
    case 'list':
      return { agents: (await credentials.agents()) as unknown as Json };
    case 'add':
      return { ...(await credentials.addAgent(order.agent, { trust: order.trust })) };
    case 'rotate':
      return { ...(await credentials.rotateAgent(order.agent)) };
    case 'revoke':
      await credentials.revokeAgent(order.agent);
      return {};
  }
}
