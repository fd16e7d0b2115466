// What @vitrine/mcp offers: the face for a host to mount, and the same tools over standard input and output.

import { mountable } from '@vitrine/face-kit';
import { createMcpFace } from './face.ts';

export { type BridgeEnd, bridgeStdio, type McpBridgeOptions } from './bridge.ts';
export { createMcpFace, type McpFace } from './face.ts';
export { MCP_SETTINGS, type McpSettings } from './settings.ts';

/** For `faces` of a host. */
export const mcpFaceWith = mountable('mcp', createMcpFace);
export const mcpFace = mcpFaceWith();
