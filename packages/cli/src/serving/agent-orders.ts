// What can be ordered of a host, whoever holds the data folder: the command itself, or the server at its door. What lives in
// the memory of a server alone is ordered of a running one only: its address, a new code for the operator, and the end of
// all operators.

import { isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Host, KeyName, Revocation } from '@vitrine/host';

export type AgentOrder =
  | { readonly order: 'list' }
  | { readonly order: 'add'; readonly agent: string; readonly trust: 'trusted' | 'untrusted' }
  | { readonly order: 'rotate' | 'revoke'; readonly agent: string };

export type HostOrder =
  | AgentOrder
  | { readonly order: 'close-session' | 'revoke-viewers'; readonly session: string }
  | { readonly order: 'rotate-key'; readonly key: KeyName; readonly now: boolean };

/** What a server takes at its door. */
export type DoorOrder =
  | HostOrder
  | { readonly order: 'operator' }
  | { readonly order: 'revoke-operators' }
  | { readonly order: 'address' };

export function readOrder(value: Json): DoorOrder | undefined {
  if (!isObject(value)) return undefined;
  const { order, agent, trust, session, key, now } = value;
  if (order === 'list' || order === 'operator' || order === 'revoke-operators' || order === 'address') return { order };
  if (order === 'close-session' || order === 'revoke-viewers')
    return typeof session === 'string' ? { order, session } : undefined;
  if (order === 'rotate-key') return key === 'token' || key === 'seal' ? { order, key, now: now === true } : undefined;
  if (typeof agent !== 'string') return undefined;
  if (order === 'rotate' || order === 'revoke') return { order, agent };
  return order === 'add' ? { order, agent, trust: trust === 'trusted' ? 'trusted' : 'untrusted' } : undefined;
}

/** Throws a HostError when the host refuses it. */
export async function runOrder(order: HostOrder, host: Pick<Host, 'credentials' | 'operator'>): Promise<JsonObject> {
  const { credentials, operator } = host;
  switch (order.order) {
    case 'list':
      return { agents: (await credentials.agents()) as unknown as Json };
    case 'add':
      return { ...(await credentials.addAgent(order.agent, { trust: order.trust })) };
    case 'rotate':
      return { ...(await credentials.rotateAgent(order.agent)) };
    case 'revoke':
      return revocationResult(await operator.revokeAgent(order.agent, 'command'));
    case 'close-session':
      return { ...(await operator.closeSession(order.session, 'command')) };
    case 'revoke-viewers':
      return revocationResult(await operator.revokeViewers(order.session, 'command'));
    case 'rotate-key':
      await operator.rotateKey(order.key, 'command', { now: order.now });
      return {};
  }
}

function revocationResult({ durable }: Revocation): JsonObject {
  return durable ? {} : { durable };
}
