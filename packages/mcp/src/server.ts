// The MCP server of one agent: every tool under its name, surfaces as resources. Made anew for each call, so nothing of one
// caller is there for the next.

import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '@vitrine/core';
import type { Caller, ToolCall, ToolDefinition } from './call.ts';
import { addResources } from './resources.ts';
import { ToolError } from './tool-error.ts';
import { ask, confirm } from './tools/ask.ts';
import { canvas } from './tools/canvas.ts';
import { capabilities, dump, events, picture } from './tools/look.ts';
import { progress, push, reset } from './tools/push.ts';

const TOOLS: readonly ToolDefinition[] = [
  push,
  reset,
  dump,
  capabilities,
  ask,
  confirm,
  progress,
  picture,
  events,
  ...canvas,
];
const SAYS =
  'Shows interfaces to a person: send A2UI with a2ui_push, look with a2ui_picture, ask with a2ui_ask, read what the person did with a2ui_events.';

/** Schemas are compiled once. */
const inputs = new Map(TOOLS.map(({ name, takes }) => [name, fromJsonSchema<JsonObject>({ ...takes })]));

export function createServer({ late, ...call }: Caller): McpServer {
  const server = new McpServer({ name: 'vitrine', version: '0.1.0' }, { instructions: SAYS });
  for (const tool of TOOLS) {
    const inputSchema = inputs.get(tool.name);
    if (inputSchema === undefined) continue;
    const annotations = { readOnlyHint: tool.looks === true, destructiveHint: false, openWorldHint: false };
    const config = { title: tool.title, description: tool.says, inputSchema, annotations };
    server.registerTool(tool.name, config, (args, { mcpReq }) =>
      answered(tool, args, { ...call, signal: AbortSignal.any([mcpReq.signal, late]) }),
    );
  }
  addResources(server, call);
  return server;
}

/** What goes wrong is told to the model; what goes wrong with us is told to the operator. */
async function answered(tool: ToolDefinition, args: JsonObject, call: ToolCall) {
  try {
    const result = await tool.run(args, call);
    const text = tool.name === 'a2ui_picture' ? String(result.text) : JSON.stringify(result);
    return { content: [{ type: 'text' as const, text }], structuredContent: result as { [key: string]: unknown } };
  } catch (error) {
    const told = error instanceof ToolError || isRefusal(error);
    if (!told) call.port.transport.failed(`the tool ${tool.name} met a fault`, error);
    const text = told ? (error as Error).message : 'The host met a fault; its operator was told.';
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

/** An error of the port that has a code is meant to be read. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('VITRINE_');
}
