// What @vitrine/mcp offers: the face for a host to mount, and the same tools over standard input and output.

import type { FacePorts } from '@vitrine/core/port';
import { createMcpFace, type McpFace } from './face.ts';
import type { McpSettings } from './settings.ts';

export { type BridgeEnd, bridgeStdio, type McpBridgeOptions } from './bridge.ts';
export { createMcpFace, type McpFace } from './face.ts';
export { MCP_SETTINGS, type McpSettings } from './settings.ts';

/** For `faces` of a host. */
export function mcpFaceWith(settings: Partial<McpSettings> = {}): {
  readonly name: string;
  create(port: FacePorts): McpFace;
} {
  return { name: 'mcp', create: (port) => createMcpFace(port, settings) };
}

export const mcpFace = mcpFaceWith();
