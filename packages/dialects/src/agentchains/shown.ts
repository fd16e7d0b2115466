// One component of AgentChains as its viewers are to have it.

import type { JsonObject } from '@vitrine/core';
import type { AgentchainsType } from '@vitrine/core/catalogs/agentchains';

export interface AgentchainsPicture {
  readonly id: string;
  readonly type: AgentchainsType;
  readonly data: JsonObject;
}
