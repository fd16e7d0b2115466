// What a2ui.init is answered: the shape of the specification, and beside it the one that its first server gave.

import type { JsonObject } from '@vitrine/core';
import { agentchainsData } from '@vitrine/core/catalogs/agentchains';
import { type AgentchainsLimits, PROTOCOL_VERSION } from './limits.ts';

export const COMPONENT_TYPES: readonly string[] = Object.keys(agentchainsData);
const INPUT_TYPES = ['text', 'select', 'number', 'date', 'file'];

export function initResult(session: string, isResumed: boolean, limits: AgentchainsLimits): JsonObject {
  return {
    session_id: session,
    server_capabilities: {
      max_payload_size: limits.messageBytes,
      supported_components: COMPONENT_TYPES,
      rate_limit_per_minute: limits.perMinute,
    },
    capabilities: { components: COMPONENT_TYPES, input_types: INPUT_TYPES, streaming: true },
    version: PROTOCOL_VERSION,
    serverInfo: { name: 'vitrine-agentchains', version: '0.1.0' },
    resumed: isResumed,
  };
}
