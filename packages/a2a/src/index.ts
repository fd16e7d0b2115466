// The A2A face: the A2UI extension in every form, as server and as client.

import { mountable } from '@vitrine/face-kit';
import { createA2aFace } from './face.ts';

export {
  type BridgeDelivery,
  type BridgeSession,
  namedByTyping,
  RemoteError,
  type RemoteMemory,
  type RemoteReason,
  type Resolve,
  UnnamedHost,
} from '@vitrine/face-kit';
export {
  type ClientUiCapabilities,
  isClientUiCapabilities,
  readCapabilities,
  readClientUiCapabilities,
  readDataModel,
  readExtensionHeader,
  readMessageRequests,
  writeCapabilities,
  writeClientUiCapabilities,
  writeDataModel,
} from './beside-messages.ts';
export { type A2aFace, type A2aOptions, createA2aFace } from './face.ts';
export {
  type ExtensionForm,
  FORMS,
  type FormId,
  formById,
  formByUri,
  newestCommon,
  newestForm,
  type Offer,
  readExtension,
  writeExtension,
} from './forms.ts';
export type { GrpcListen } from './grpc/grpc-door.ts';
export { GrpcPortError } from './grpc/grpc-port-error.ts';
export { A2A_LIMITS, type A2aLimits } from './limits.ts';
export {
  type A2aVersion,
  isA2uiMimeType,
  isA2uiPart,
  type ReadParts,
  readParts,
  textPart,
  writeParts,
} from './parts.ts';
export { type RemoteCard, type RemoteIdentity, titleOf } from './remote/agent-card.ts';
export type { AgentMessage, AgentUpdate } from './remote/agent-update.ts';
export { bridgeTo, RemoteBridge, type RemoteBridgeOptions } from './remote/bridge.ts';
export type { RunDialect } from './remote/relay.ts';
export {
  connectAgent,
  type OutgoingMessage,
  RemoteAgent,
  type RemoteAgentOptions,
} from './remote/remote-agent.ts';
export { REMOTE_LIMITS, type RemoteLimits } from './remote/remote-limits.ts';
export { catalogDefinitionSchema, clientToServerSchema, serverToClientSchema } from './schemas.ts';
export { type CheckedMessages, checkForAgent, checkForClient } from './sent-check.ts';

/** For `faces` of a host. */
export const a2aFaceWith = mountable('a2a', createA2aFace);
