// What @vitrine/agentchains offers: the face of AgentChains' A2UI, for a host to mount, and the errors of the protocol.

import type { FacePorts } from '@vitrine/core/port';
import { type AgentchainsFace, type AgentchainsOptions, createAgentchainsFace } from './face.ts';

export { type AgentchainsFace, type AgentchainsOptions, createAgentchainsFace } from './face.ts';
export { AGENTCHAINS_LIMITS, type AgentchainsLimits, tokenMinutesOf } from './limits.ts';

/** For `faces` of a host. */
export const agentchainsFace = faceWith();

export function faceWith(options: AgentchainsOptions = {}): {
  readonly name: string;
  create(port: FacePorts): AgentchainsFace;
} {
  return { name: 'agentchains', create: (port) => createAgentchainsFace(port, options) };
}
