// The client side of A2A: a remote agent, reached safely, and its place in a session of our host.

export { type RemoteCard, type RemoteIdentity, titleOf } from './agent-card.ts';
export { type BridgeDelivery, type BridgeOptions, type BridgeSession, bridgeTo, RemoteBridge } from './bridge.ts';
export type { RemoteMemory } from './bridge-memory.ts';
export type { Resolve } from './guarded-fetch.ts';
export type { Heard } from './heard.ts';
export { namedByTyping } from './named-hosts.ts';
export { type ConnectOptions, connectAgent, type Outgoing, RemoteAgent } from './remote-agent.ts';
export { RemoteError, type RemoteReason, UnnamedHost } from './remote-error.ts';
export { REMOTE_LIMITS, type RemoteLimits } from './remote-limits.ts';
export type { Said } from './said.ts';
export type { RunDialect } from './show-said.ts';
