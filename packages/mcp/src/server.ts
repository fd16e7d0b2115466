// The MCP server of one agent: every tool under its name, surfaces as resources. Made anew for each call, so nothing of one
// caller is there for the next.

import { McpServer } from '@modelcontextprotocol/server';
import { defined, type Json, type JsonObject } from '@vitrine/core/internal';
import { toRefusal } from '@vitrine/face-kit';
import { argumentsOf } from './arguments.ts';
import type { McpCaller, ToolCall, ToolDefinition } from './call.ts';
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
const INSTRUCTIONS =
  'Shows interfaces to a person: send A2UI with a2ui_push, look with a2ui_picture, ask with a2ui_ask, read what the person did with a2ui_events.';

/** Compiled once. */
const SCHEMAS = TOOLS.map((tool) => [tool, argumentsOf(tool)] as const);

export function createServer({ late, decisions, ...call }: McpCaller): McpServer {
  const server = new McpServer({ name: 'vitrine', version: '0.1.0' }, { instructions: INSTRUCTIONS });
  for (const [tool, inputSchema] of SCHEMAS) {
    const annotations = { readOnlyHint: tool.readOnly === true, destructiveHint: false, openWorldHint: false };
    const config = { title: tool.title, description: tool.description, inputSchema, annotations };
    server.registerTool(tool.name, config, (args, { mcpReq }) => {
      const signal = AbortSignal.any([mcpReq.signal, late]);
      return answered(tool, args, { ...call, signal, ...keyed(tool, args, call.agent, decisions) });
    });
  }
  addResources(server, call);
  return server;
}

/** Another agent, and another tool, is another call. */
function keyed(
  { name }: ToolDefinition,
  args: JsonObject,
  agent: string,
  decisions: McpCaller['decisions'],
): Pick<ToolCall, 'key' | 'decide'> {
  const { idempotencyKey: key } = args;
  if (typeof key !== 'string') return { decide: async (make) => make() };
  const call = { name: JSON.stringify([agent, name, key]), content: JSON.stringify(args) };
  const decide = async <T extends Json>(make: () => T | Promise<T>) =>
    (await decisions.once(call, async () => make())).answer as T;
  return { key: `mcp/${name}/${key}`, decide };
}

/** What goes wrong is told to the model; what goes wrong with us is told to the operator. */
async function answered(tool: ToolDefinition, args: JsonObject, call: ToolCall) {
  try {
    const result = await tool.run(args, call);
    const text = tool.name === 'a2ui_picture' ? String(result.text) : JSON.stringify(result);
    return { content: [{ type: 'text' as const, text }], structuredContent: result as { [key: string]: unknown } };
  } catch (error) {
    const refusal = error instanceof ToolError ? error : toRefusal(error);
    if (refusal === undefined) call.port.transport.failed(`the tool ${tool.name} met a fault`, error);
    const words = refusal?.message ?? 'The host met a fault; its operator was told.';
    const result = error instanceof ToolError ? error.result : undefined;
    const text = result === undefined ? words : `${words}\n${JSON.stringify(result)}`;
    const structured = defined({ structuredContent: result as { [key: string]: unknown } | undefined });
    return { content: [{ type: 'text' as const, text }], ...structured, isError: true };
  }
}
