// What every tool is given: the agent that calls, its sessions, the port, and when to stop.

import {
  capIssues,
  defined,
  type Entry,
  type FacePorts,
  type Json,
  type JsonObject,
  type PortAnswer,
} from '@vitrine/core/internal';
import { entriesUpTo, type Idempotency, toRefusal, whenAborted } from '@vitrine/face-kit';
import type { OpenViews, ViewTickets } from './apps/view-tickets.ts';
import type { ClientAbilities } from './client-abilities.ts';
import { type MessagesIn, withLines } from './messages-in.ts';
import { DEFAULT_KEY, type Owner, type SessionKeys } from './session-keys.ts';
import type { McpSettings } from './settings.ts';
import { ToolError } from './tool-error.ts';

export interface ToolCall extends Owner {
  readonly port: FacePorts;
  readonly sessionKeys: SessionKeys;
  readonly settings: McpSettings;
  readonly tickets: ViewTickets;
  readonly openViews: OpenViews;
  readonly client: ClientAbilities;
  /** Aborted when the caller has gone or the time is up. */
  readonly signal: AbortSignal;
  /** What the messages of the call are said under, where it has a key: once. */
  readonly key?: string;
  /** What depends on the moment is decided once for a call with a key; a repeat goes on with it. Refuses other arguments. */
  decide<T extends Json>(make: () => T | Promise<T>): Promise<T>;
}

/** Whom a server is made for. */
export interface McpCaller extends Omit<ToolCall, 'signal' | 'key' | 'decide'> {
  readonly late: AbortSignal;
  /** The tool that is called, if one is. */
  readonly called: string | undefined;
  readonly decisions: Idempotency<Json>;
}

/** A tool: its name, what it says of itself, what it takes, and what it does. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What it takes, as JSON Schema. */
  readonly properties: JsonObject;
  readonly required?: readonly string[];
  readonly readOnly?: true;
  /** What it shows, hosts of MCP Apps show in a view. */
  readonly shows?: true;
  /** For views, and not for models. */
  readonly forView?: true;
  /** For clients that draw A2UI themselves. */
  readonly forClient?: true;
  /** It takes whatever it is given. */
  readonly isOpen?: true;
  run(args: JsonObject, call: ToolCall): Promise<JsonObject>;
}

export const SESSION_ARGS: JsonObject = {
  sessionKey: { type: 'string', description: 'Names the session; "main" when absent.' },
  props: {
    type: 'object',
    description: 'The same as OpenClaw writes it.',
    properties: { sessionKey: { type: 'string' } },
    additionalProperties: false,
  },
};

/** Of tools that change something. */
export const WRITE_ARGS: JsonObject = {
  idempotencyKey: {
    ...{ type: 'string', minLength: 1, maxLength: 200 },
    description: 'A call that is repeated with its key is done once.',
  },
  ...SESSION_ARGS,
};

export function keyOf({ sessionKey, props }: JsonObject): string {
  const inProps = (props as JsonObject | undefined)?.sessionKey;
  const key = typeof sessionKey === 'string' ? sessionKey : inProps;
  return typeof key === 'string' && key !== '' ? key : DEFAULT_KEY;
}

/** The session that a call looks at; one that was never shown has nothing to look at. */
export async function sessionOf(args: JsonObject, { sessionKeys, agent }: ToolCall): Promise<string> {
  const session = await sessionKeys.find(agent, keyOf(args));
  if (session === undefined) throw new ToolError(`nothing was shown under the key "${keyOf(args)}" yet.`);
  return session;
}

/** What the model tells the person, who may not be there yet. */
export async function placeOf(session: string, { port }: ToolCall): Promise<JsonObject> {
  try {
    return { session, viewerUrl: await port.identity.viewerUrl(session) };
  } catch (error) {
    // Of an agent that was revoked meanwhile: what it asked is told, and nobody is led there any more.
    if (toRefusal(error) === undefined) throw error;
    return { session };
  }
}

/** As many as a model will read. */
const MAX_ISSUES = 100;

/** Pushes messages to a session; answers with everything that was wrong with them. Where all were refused that is an error. */
export async function pushAccepted(
  session: string,
  { messages, lines, issues }: MessagesIn,
  { port, key }: ToolCall,
  { dialect, trust }: { readonly dialect?: string; readonly trust?: 'untrusted' },
): Promise<{ readonly accepted: number; readonly seq: number; readonly issues: Json }> {
  const under = defined({ dialect, key, trust });
  // What comes into a run of OpenWOP by MCP is nobody's word there, whosever key it comes with (its spec, MCP integration §4).
  const answer =
    messages.length === 0
      ? { accepted: 0, seq: (await port.sessions.find(session))?.seq ?? 0, issues: [] }
      : await port.sessions.sendAsAgent(session, { message: [...messages], ...under, relayed: true });
  const { accepted, seq } = answer;
  const listed = capIssues([...issues, ...withLines(answer.issues, lines)], MAX_ISSUES);
  const result = { accepted, seq, issues: port.transport.redact(listed).value as unknown as Json };
  if (accepted === 0) throw new ToolError('Nothing of it was accepted.', undefined, { session, ...result });
  return result;
}

/**
 * What came to a session behind a seq: all up to `head`, however little time is given, then what comes while there is time.
 */
export async function* entriesWithin(
  seconds: number,
  { session, after, head }: { readonly session: string; readonly after: number; readonly head: number },
  { port, signal }: ToolCall,
): AsyncGenerator<Entry, void> {
  const late = AbortSignal.timeout(seconds * 1000);
  try {
    yield* entriesUpTo(port, session, after, head);
    yield* await port.sessions.entries(session, Math.max(after, head), whenAborted(AbortSignal.any([signal, late])));
  } catch (error) {
    // A host that stops has no more to wait for; what there was, such as the id of a question, is told.
    if ((error as { readonly code?: unknown }).code !== 'VITRINE_STOPPING') throw error;
  }
}

/** One message in our neutral form. */
export async function say(session: string, body: readonly Json[], { port, key }: ToolCall): Promise<PortAnswer> {
  const message = { vitrine: 1, body };
  const under = { dialect: 'vitrine', ...defined({ key }) };
  const answer = await port.sessions.sendAsAgent(session, { message, ...under });
  if (answer.accepted === 0) throw new ToolError(answer.issues.map(({ message }) => message).join(' '));
  return answer;
}
