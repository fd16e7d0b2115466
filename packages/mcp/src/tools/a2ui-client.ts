// For clients that draw A2UI themselves: what a person did there, by the guide of 0.9 (`a2ui_action`, `a2ui_error`) and by the
// draft of 1.0 (a tool named like the event). Offered to such clients alone. All of it is admitted as a viewer's deeds are.

import { defined, isArray, isObject, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import { keyOf, SESSION_ARGS, sessionOf, type ToolCall, type ToolDefinition } from '../call.ts';
import { ToolError } from '../tool-error.ts';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 1000 };
const VIEWER = 'mcp-client';

export const a2uiClientTools: readonly ToolDefinition[] = [
  {
    name: 'a2ui_action',
    title: 'What the person pressed',
    description: 'Takes an action of A2UI 0.9 from a client that draws surfaces itself.',
    forClient: true,
    properties: {
      ...{ name: TEXT, surfaceId: TEXT, sourceComponentId: TEXT, timestamp: TEXT },
      context: { type: 'object' },
      ...SESSION_ARGS,
    },
    required: ['name', 'surfaceId', 'sourceComponentId', 'timestamp', 'context'],
    async run(args, call) {
      const { name, surfaceId, sourceComponentId, timestamp, context } = args;
      const action = defined({ name, surfaceId, sourceComponentId, timestamp, context }) as JsonObject;
      return submit(await sessionWith(String(surfaceId), args, call), { version: 'v0.9', action }, call);
    },
  },
  {
    name: 'a2ui_error',
    title: 'What could not be drawn',
    description: 'Takes an error of A2UI 0.9 from a client that draws surfaces itself.',
    forClient: true,
    properties: { code: TEXT, surfaceId: TEXT, path: { type: 'string' }, message: TEXT, ...SESSION_ARGS },
    required: ['code', 'surfaceId', 'message'],
    async run(args, call) {
      const { code, surfaceId, path, message } = args;
      const error = { ...defined({ code, surfaceId, path, message }) } as JsonObject;
      return submit(await sessionWith(String(surfaceId), args, call), { version: 'v0.9', error }, call);
    },
  },
];

/** A tool that is called like an event: where exactly one button that is shown sends it, it is pressed. */
export function eventTool(name: string): ToolDefinition {
  return {
    name,
    title: name,
    description: 'An event of a surface.',
    forClient: true,
    properties: {},
    isOpen: true,
    async run(context, call) {
      const { session, surface, source } = await onlySender(name, call);
      const timestamp = new Date(call.port.transport.now()).toISOString();
      const action = { name, surfaceId: surface, sourceComponentId: source, timestamp, context };
      return submit(session, { version: 'v0.9', action }, call);
    },
  };
}

interface ClientSender {
  readonly session: string;
  readonly surface: string;
  readonly source: string;
}

async function onlySender(name: string, call: ToolCall): Promise<ClientSender> {
  const found: ClientSender[] = [];
  for await (const { session, view } of call.sessionKeys.list(call.agent))
    for (const [surface, shown] of view.surfaces)
      for (const { id: source, props } of shown.components())
        if (sends(props as unknown as Json, name)) found.push({ session, surface, source });
  const [only, ...more] = found;
  if (only === undefined) throw new ToolError(`there is no tool, and nothing shown sends an event, ${quote(name)}.`);
  if (more.length > 0)
    throw new ToolError(`${found.length} buttons send ${quote(name)}; a2ui_action says which of them it was.`);
  return only;
}

/** Properties have a depth limit, so this has one too. */
function sends(value: Json, name: string): boolean {
  if (isArray(value)) return value.some((one) => sends(one, name));
  if (!isObject(value)) return false;
  const { event } = value;
  if (event === name || (isObject(event) && event.name === name)) return true;
  return Object.values(value).some((one) => sends(one, name));
}

/** A question that was lowered to a surface is none of these: it is answered where it was asked. */
async function sessionWith(surface: string, args: JsonObject, call: ToolCall): Promise<string> {
  const isNamed = args.sessionKey !== undefined || args.props !== undefined;
  if (isNamed) {
    const session = await sessionOf(args, call);
    if ((await call.port.sessions.view(session)).surfaces.has(surface)) return session;
    throw new ToolError(`nothing called ${quote(surface)} is shown under the key ${quote(keyOf(args))}.`);
  }
  const found: string[] = [];
  for await (const { session, view } of call.sessionKeys.list(call.agent))
    if (view.surfaces.has(surface)) found.push(session);
  const [only, ...more] = found;
  if (only === undefined) throw new ToolError(`nothing called ${quote(surface)} is shown.`);
  if (more.length > 0) throw new ToolError(`${quote(surface)} is shown in several sessions: give sessionKey.`);
  return only;
}

async function submit(session: string, message: JsonObject, { port, agent }: ToolCall): Promise<JsonObject> {
  const viewer = `${VIEWER}-${agent}`;
  const { accepted, seq, issues } = await port.sessions.submitAsViewer(session, {
    message,
    viewer,
    dialect: 'a2ui-0.9',
  });
  const result = { session, accepted, seq, issues: issues as unknown as Json };
  if (accepted === 0) throw new ToolError(issues.map(({ message: words }) => words).join(' '), undefined, result);
  return result;
}
