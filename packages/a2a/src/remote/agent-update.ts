// What a remote agent answers, as plain JSON: one update of a stream or a whole task, in either version of A2A, read into
// what it says, what it shows and where it stands.

import { createHash } from 'node:crypto';
import { StreamResponse, Task } from '@a2a-js/sdk';
import { defined, type Issue, isArray, isObject, issue, type Json, type JsonObject } from '@vitrine/core/internal';
import { readParts } from '../parts.ts';

/** What an agent said at once: words, messages of A2UI or envelopes of OpenWOP, and what was wrong with it. */
export interface AgentMessage {
  /** The same when it comes again, in another update or after a break. */
  readonly key: string;
  readonly messages: readonly JsonObject[];
  readonly envelopes: readonly JsonObject[];
  readonly texts: readonly string[];
  readonly issues: readonly Issue[];
}

/** Of one message; what is longer is cut. */
export const MAX_TEXT = 100_000;

/** Ids alone will not do: some agents give every message the same. */
export function keyOf(parts: readonly Json[]): string {
  return `a2a:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** A piece, or with a whole task all there is. */
export interface ArtifactPiece {
  readonly id: string;
  /** Behind what came before; else in its place. */
  readonly isAppended: boolean;
  readonly isLast: boolean;
  readonly parts: readonly Json[];
}

/** Where a task stands, in the words of a turn. */
export type TaskTurn = 'working' | 'input' | 'done' | 'failed';

/** Of an id that an agent gives: it is kept, and sent with every message. What is longer is as if it were not there. */
const MAX_ID_LENGTH = 1000;

export interface AgentUpdate {
  readonly contextId?: string;
  readonly taskId?: string;
  /** Undefined: it does not say. */
  readonly turn?: TaskTurn;
  readonly messages: readonly AgentMessage[];
  readonly artifacts: readonly ArtifactPiece[];
}

const TURNS: { readonly [state: string]: TaskTurn } = {
  TASK_STATE_SUBMITTED: 'working',
  TASK_STATE_WORKING: 'working',
  TASK_STATE_INPUT_REQUIRED: 'input',
  TASK_STATE_AUTH_REQUIRED: 'input',
  TASK_STATE_COMPLETED: 'done',
  TASK_STATE_FAILED: 'failed',
  TASK_STATE_REJECTED: 'failed',
  TASK_STATE_CANCELED: 'failed',
};

export function readUpdate(update: StreamResponse): AgentUpdate {
  const json = StreamResponse.toJSON(update) as JsonObject;
  if (isObject(json.task)) return readTaskJson(json.task);
  if (isObject(json.message)) return readMessageJson(json.message);
  if (isObject(json.statusUpdate)) return readStatusUpdate(json.statusUpdate);
  if (isObject(json.artifactUpdate)) return readArtifactUpdate(json.artifactUpdate);
  return { messages: [], artifacts: [] };
}

export function readTask(task: Task): AgentUpdate {
  return readTaskJson(Task.toJSON(task) as JsonObject);
}

/** A message without a task is a whole answer. */
function readMessageJson(message: JsonObject): AgentUpdate {
  const messages = [...messagesIn(message, ''), ...longIds(message)];
  return { ...placeOf(message), turn: 'done', messages: messages, artifacts: [] };
}

function readStatusUpdate(update: JsonObject): AgentUpdate {
  const { taskId, status } = update;
  const messages = [...messagesIn(isObject(status) ? status.message : undefined, taskId), ...longIds(update)];
  return { ...placeOf(update), ...turnOf(status), messages: messages, artifacts: [] };
}

function readArtifactUpdate(update: JsonObject): AgentUpdate {
  const { artifact, append, lastChunk } = update;
  const how = { isAppended: append === true, isLast: lastChunk === true };
  return { ...placeOf(update), messages: longIds(update), artifacts: artifactIn(artifact, how) };
}

/** All that it said so far: what came before has the keys that it had then. */
function readTaskJson(task: JsonObject): AgentUpdate {
  const { id, contextId, status, history, artifacts } = task;
  const messages = [...(isArray(history) ? history : []), ...(isObject(status) ? [status.message] : [])];
  const place = { taskId: id ?? null, contextId: contextId ?? null };
  return {
    ...placeOf(place),
    ...turnOf(status),
    messages: [...messages.flatMap((message) => messagesIn(message, id)), ...longIds(place)],
    artifacts: (isArray(artifacts) ? artifacts : []).flatMap((artifact) =>
      artifactIn(artifact, { isAppended: false, isLast: false }),
    ),
  };
}

function placeOf({ contextId, taskId }: JsonObject): Pick<AgentUpdate, 'contextId' | 'taskId'> {
  return { ...(isId(contextId) ? { contextId } : {}), ...(isId(taskId) ? { taskId } : {}) };
}

/** One that is worth keeping. */
export function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH;
}

/** Said once, however often it comes. */
function longIds({ contextId, taskId }: JsonObject): readonly AgentMessage[] {
  return Object.entries({ contextId, taskId }).flatMap(([name, id]) => {
    if (typeof id !== 'string' || id.length <= MAX_ID_LENGTH) return [];
    const words = `The ${name} that it gives has ${id.length} characters and is not used; ${MAX_ID_LENGTH} are the most.`;
    const issues = [issue('VITRINE_LIMIT_TEXT', 'warning', words)];
    return [{ key: keyOf(['long id', name]), messages: [], envelopes: [], texts: [], issues }];
  });
}

function turnOf(status: Json | undefined): Pick<AgentUpdate, 'turn'> {
  const turn = isObject(status) && typeof status.state === 'string' ? TURNS[status.state] : undefined;
  return defined({ turn });
}

function messagesIn(message: Json | undefined, task: Json | undefined): readonly AgentMessage[] {
  if (!isObject(message) || message.role === 'ROLE_USER') return [];
  const { messages, envelopes, texts, issues } = readParts(message.parts);
  const words = texts.filter((text) => text.trim() !== '').map((text) => text.slice(0, MAX_TEXT));
  const key = keyOf([task ?? '', message.messageId ?? '', message.parts ?? null]);
  return [{ key, messages, envelopes, texts: words, issues }];
}

function artifactIn(
  artifact: Json | undefined,
  how: Pick<ArtifactPiece, 'isAppended' | 'isLast'>,
): readonly ArtifactPiece[] {
  if (!isObject(artifact) || !isArray(artifact.parts)) return [];
  return [{ id: String(artifact.artifactId ?? ''), parts: artifact.parts, ...how }];
}
