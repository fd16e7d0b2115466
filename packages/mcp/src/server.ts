// The MCP server of one agent: every tool under its name, surfaces as resources. Made anew for each call, so nothing of one
// caller is there for the next.

import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { defined, type Json, type JsonObject, jsonTextSteps, readTraceparent, traced } from '@vitrine/core/internal';
import { Slices, toRefusal } from '@vitrine/face-kit';
import { shownResult } from './apps/shown-result.ts';
import { VIEW_META } from './apps/view-resource.ts';
import { viewTools } from './apps/view-tools.ts';
import { argumentsOf } from './arguments.ts';
import type { McpCaller, ToolCall, ToolDefinition } from './call.ts';
import { addResources } from './resources.ts';
import { ToolError } from './tool-error.ts';
import { a2uiClientTools, eventTool } from './tools/a2ui-client.ts';
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
  ...viewTools,
  ...a2uiClientTools,
];
const INSTRUCTIONS =
  'Shows interfaces to a person: send A2UI with a2ui_push, look with a2ui_picture, ask with a2ui_ask, read what the person did with a2ui_events.';

/** Compiled once. */
const SCHEMAS = TOOLS.map((tool) => [tool, argumentsOf(tool)] as const);

/** `called`: the tool that this call is of. */
export function createServer({ late, decisions, called, ...call }: McpCaller): McpServer {
  const server = new McpServer({ name: 'vitrine', version: '0.1.0' }, { instructions: INSTRUCTIONS });
  const hasView = call.settings.view !== undefined;
  for (const [tool, inputSchema] of [...SCHEMAS, ...eventSchemas(called, call)]) {
    if ((tool.forView === true && !hasView) || (tool.forClient === true && !call.client.a2ui)) continue;
    const annotations = { readOnlyHint: tool.readOnly === true, destructiveHint: false, openWorldHint: false };
    const config = {
      title: tool.title,
      description: tool.description,
      inputSchema,
      annotations,
      ...metaOf(tool, hasView),
    };
    server.registerTool(tool.name, config, (args, { mcpReq }) => {
      const signal = AbortSignal.any([mcpReq.signal, late]);
      const keys = keyed(tool, args, call.agent, decisions);
      return tracedTool(call, tool.name, mcpReq._meta, () => answered(tool, args, { ...call, signal, ...keys }));
    });
  }
  addResources(server, call);
  return server;
}

/** MCP carries a trace beside the arguments: over standard input and output there is no other place for it. */
function tracedTool(
  { port: { transport } }: Pick<ToolCall, 'port'>,
  name: string,
  meta: { readonly [name: string]: unknown } | undefined,
  work: () => ReturnType<typeof answered>,
): ReturnType<typeof answered> {
  const parent = readTraceparent(meta?.traceparent);
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': name };
  const options = { kind: 'server', parent, attributes, ...(parent && { isBrought: true }) } as const;
  return traced(transport.tracer, `tools/call ${name}`, options, async (span) => {
    const result = await work();
    return span === undefined ? result : { ...result, _meta: { ...result._meta, traceparent: span.traceparent } };
  });
}

/** By the draft of 1.0 a press is a call of a tool that is named like its event. */
function eventSchemas(called: string | undefined, { client }: Pick<ToolCall, 'client'>) {
  if (!client.a2ui || called === undefined || TOOLS.some(({ name }) => name === called)) return [];
  const tool = eventTool(called);
  return [[tool, argumentsOf(tool)] as const];
}

/** Hosts show in the view what a tool shows, and keep what is for views from models. */
function metaOf({ shows, forView, forClient }: ToolDefinition, hasView: boolean) {
  if (forView === true || forClient === true) return { _meta: { ui: { visibility: ['app'] } } };
  return shows === true && hasView ? { _meta: VIEW_META } : {};
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
async function answered(tool: ToolDefinition, args: JsonObject, call: ToolCall): Promise<CallToolResult> {
  try {
    const result = await tool.run(args, call);
    const text = await writtenOf(tool, result, call);
    const hasView = call.settings.view !== undefined;
    const change = { ...changedBy(result), view: hasView, isPlaceless: result.viewerUrl === undefined };
    const shown = tool.shows === true ? await shownResult(args, change, call) : undefined;
    return {
      content: [{ type: 'text' as const, text }, ...(shown?.content ?? [])],
      structuredContent: { ...shown?.structuredContent, ...result } as { [key: string]: unknown },
      ...defined({ _meta: shown?._meta }),
    };
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

/** What a model reads of a result; a view reads the result itself. Refuses what would keep everybody while the SDK writes it. */
async function writtenOf({ name, forView }: ToolDefinition, result: JsonObject, call: ToolCall): Promise<string> {
  const json = await new Slices().takeAll(jsonTextSteps(result));
  if (json.length <= call.settings.answerLength) {
    if (forView === true) return 'For the view.';
    return name === 'a2ui_picture' ? String(result.text) : json;
  }
  if (forView === true)
    throw new ToolError('What is shown is too much for this view. Open the page of the session.', 'VITRINE_VIEW_SIZE');
  const size = `The answer has ${json.length} characters, more than ${call.settings.answerLength}`;
  throw new ToolError(`${size}: ask for one surface, or for a picture.`);
}

/** Where the messages of a push stand; those of a repeat stand where they first came. A question changes no surface. */
function changedBy({ accepted, seq }: JsonObject): { readonly after: number; readonly upTo: number } {
  const [upTo, count] = [Number(seq ?? 0), Number(accepted ?? 0)];
  return { after: Math.max(0, upTo - count), upTo };
}
