// What @vitrine/mcp offers: the face for a host to mount, the same tools over standard input and output, and the bridge to servers
// of MCP elsewhere.

import { mountable } from '@vitrine/face-kit';
import { createMcpFace } from './face.ts';
import { createAppFace } from './their-apps/app-face.ts';

export { type BridgeEnd, bridgeStdio, type McpBridgeOptions } from './bridge.ts';
export { createMcpFace, type McpFace } from './face.ts';
export { bridgeMcp, type McpServerBridge, type McpServerBridgeOptions } from './remote/bridge.ts';
export { MCP_REMOTE_LIMITS, type McpRemoteLimits } from './remote/remote-limits.ts';
export {
  type ConnectMcpOptions,
  connectMcp,
  type McpProgram,
  type RemoteMcpServer,
} from './remote/remote-server.ts';
export { MCP_SETTINGS, type McpSettings } from './settings.ts';
export { type AppFaceSettings, sandboxOriginFor } from './their-apps/app-face.ts';
export type { McpAppServer } from './their-apps/app-servers.ts';

/** For `faces` of a host: apps of the servers that its operator has named, in its sessions. */
export const mcpAppsFaceWith = mountable('mcp-apps', createAppFace);

/** For `faces` of a host. */
export const mcpFaceWith = mountable('mcp', createMcpFace);
export const mcpFace = mcpFaceWith();
