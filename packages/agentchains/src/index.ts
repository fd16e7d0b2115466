// What @vitrine/agentchains offers: the face of AgentChains' A2UI, for a host to mount, and the errors of the protocol.

import { mountable } from '@vitrine/face-kit';
import { createAgentchainsFace } from './face.ts';

export { type AgentchainsFace, type AgentchainsOptions, createAgentchainsFace } from './face.ts';
export { AGENTCHAINS_LIMITS, type AgentchainsLimits, tokenMinutesOf } from './limits.ts';

/** For `faces` of a host. */
export const faceWith = mountable('agentchains', createAgentchainsFace);
export const agentchainsFace = faceWith();
