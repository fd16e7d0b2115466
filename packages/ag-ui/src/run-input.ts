// RunAgentInput, as both generations of clients send it. What is known and malformed is refused, what is not known is
// overlooked; the ids are the client's own and name nothing here.

import { defined, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { Refusal } from '@vitrine/face-kit';
import type { AgUiLimits } from './limits.ts';

/** An answer to something that a run ended with. */
export interface ResumeEntry {
  readonly interruptId: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload?: Json;
}

/** What a person has written since the agent said something. */
export interface UserMessage {
  readonly id: string;
  readonly text: string;
}

export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  /** Of protocol 1.0; others speak what was before. */
  readonly isNew: boolean;
  readonly said: readonly UserMessage[];
  /** The person sent something that has no words in it. */
  readonly isWordless: boolean;
  /** What the client holds of what anybody said, by id. */
  readonly held: ReadonlyMap<string, string>;
  readonly action?: JsonObject;
  readonly resume: readonly ResumeEntry[];
  /** Catalogs that the client can draw, where it says so. */
  readonly catalogs: readonly string[];
  /** The client says nothing of what it draws: it may be one that reads other members than A2UI has. */
  readonly isPlain: boolean;
  /** The client wants to be told what changes for as long as it listens. */
  readonly isLive: boolean;
}

/** CopilotKit describes the schema of its catalog by this sentence. */
const SCHEMA_ENTRY = /^A2UI Component Schema\b/;
/** By what clients that draw A2UI as it is say so. */
const CAPABILITIES = /^A2UI (?:catalog capabilities|Component Schema)\b/;
/** The words with which clients of AG-UI ask for the basic catalog of 0.9; every client has it. */
export const BASIC_CATALOG = 'https://a2ui.org/specification/v0_9/basic_catalog.json';

export function readRunInput(body: JsonObject, limits: AgUiLimits): RunInput {
  const { forwardedProps, protocolVersion } = body;
  const forwarded = isObject(forwardedProps) ? forwardedProps : {};
  if (!isArray(body.messages)) throw malformed('messages is a list.');
  if (body.messages.length > limits.messages) throw malformed(`There are at most ${limits.messages} messages.`);
  const action = actionIn(forwarded);
  const context = objectsIn(body, 'context');
  objectsIn(body, 'tools');
  const { said, isWordless } = saidIn(body.messages, limits);
  return {
    threadId: idIn(body, 'threadId', limits),
    runId: idIn(body, 'runId', limits),
    isNew: isNewer(protocolVersion),
    ...{ said, isWordless },
    held: heldIn(body.messages),
    ...defined({ action }),
    resume: resumeIn(body.resume, limits),
    catalogs: [...context.flatMap(catalogIn), BASIC_CATALOG],
    isPlain: !context.some(({ description }) => CAPABILITIES.test(String(description))),
    isLive: forwarded.live === true,
  };
}

function malformed(message: string): Refusal {
  return new Refusal(400, 'VITRINE_BODY_INVALID', message);
}

/** Older ones say none; what they may leave out, some of them write as null. */
function isNewer(version: Json | undefined): boolean {
  if (version === undefined || version === null) return false;
  if (typeof version === 'string') return true;
  throw malformed('protocolVersion is a text.');
}

function objectsIn(body: JsonObject, name: 'context' | 'tools'): readonly JsonObject[] {
  const listed = body[name] ?? [];
  if (isArray(listed) && listed.every(isObject)) return listed as readonly JsonObject[];
  throw malformed(`${name} is a list of objects.`);
}

function idIn(body: JsonObject, name: 'threadId' | 'runId', { idLength }: AgUiLimits): string {
  const id = body[name];
  if (typeof id === 'string' && id !== '' && id.length <= idLength) return id;
  throw malformed(`${name} is a text of at most ${idLength} characters.`);
}

/** Those behind the last word of anybody else: what was there before was said in an earlier run. */
function saidIn(messages: readonly Json[], { idLength }: AgUiLimits): Pick<RunInput, 'said' | 'isWordless'> {
  const said: UserMessage[] = [];
  let isWordless = false;
  for (const message of [...messages].reverse()) {
    if (!isObject(message) || typeof message.role !== 'string') throw malformed('A message is an object with a role.');
    if (message.role !== 'user') break;
    const { id, content } = message;
    if (typeof id !== 'string' || id === '' || id.length > idLength) throw malformed('A message has an id.');
    const text = textOf(content);
    if (text.trim() !== '') said.unshift({ id, text });
    else isWordless ||= isArray(content) && content.length > 0;
  }
  return { said, isWordless };
}

function heldIn(messages: readonly Json[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap((message) => {
      const { id, content } = isObject(message) ? message : {};
      return typeof id === 'string' ? [[id, typeof content === 'string' ? content : ''] as const] : [];
    }),
  );
}

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!isArray(content)) throw malformed('The content of a message is a text or a list of parts.');
  const texts = content.map((part) => (isObject(part) && part.type === 'text' ? part.text : undefined));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

function actionIn({ a2uiAction }: JsonObject): JsonObject | undefined {
  if (a2uiAction === undefined) return undefined;
  const { userAction } = isObject(a2uiAction) ? a2uiAction : {};
  if (!isObject(userAction)) throw malformed('forwardedProps.a2uiAction has a userAction.');
  return userAction;
}

function resumeIn(resume: Json | undefined, { idLength }: AgUiLimits): readonly ResumeEntry[] {
  if (resume === undefined || resume === null) return [];
  if (!isArray(resume)) throw malformed('resume is a list.');
  const entries = resume.map((entry): ResumeEntry => {
    const { interruptId, status, payload } = isObject(entry) ? entry : {};
    if (typeof interruptId !== 'string' || interruptId.length > idLength)
      throw malformed('resume names an interruptId.');
    if (status !== 'resolved' && status !== 'cancelled') throw malformed('status is resolved or cancelled.');
    return { interruptId, status, ...defined({ payload }) };
  });
  if (new Set(entries.map(({ interruptId }) => interruptId)).size < entries.length)
    throw malformed('resume answers each interrupt once.');
  return entries;
}

function catalogIn({ description, value }: JsonObject): readonly string[] {
  if (typeof description !== 'string' || typeof value !== 'string' || !SCHEMA_ENTRY.test(description)) return [];
  // The schema itself is not read: what the host knows of a catalog it has from its operator or its agents.
  const [, catalog] = /^\s*\{\s*"catalogId"\s*:\s*"([^"\\]{1,2048})"/.exec(value) ?? [];
  return catalog === undefined ? [] : [catalog];
}
