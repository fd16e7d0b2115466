// A card in the words of A2A 0.3, made by the SDK's compatibility layer of the one of 1.0.

import { AgentCard } from '@a2a-js/sdk';
import { LegacyRestTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { type A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { JsonObject } from '@vitrine/core';

export function toSdkCard(card: JsonObject): AgentCard {
  return AgentCard.fromJSON(card);
}

/** With the interfaces of 1.0 beside it, for clients that ask without saying which version they speak. */
export async function cardOf03(card: JsonObject): Promise<object> {
  const sdkCard = toSdkCard(card);
  const handler = { getAuthenticatedExtendedAgentCard: async () => sdkCard } as unknown as A2ARequestHandler;
  const old = await new LegacyRestTransportHandler(handler).getAuthenticatedExtendedAgentCard(new ServerCallContext());
  return { ...old, supportedInterfaces: card.supportedInterfaces };
}
