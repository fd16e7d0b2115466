// What a remote agent answers, as plain JSON: one update of a stream or a whole task, in either version of A2A, read into
// what it says, what it shows and where it stands. Artifacts come in pieces: surfaces are shown piece by piece, words are
// said when they are whole; a piece that comes again, after a break or in the whole task, is known by its place and content.

import { StreamResponse, Task } from '@a2a-js/sdk';
import { defined, isArray, isObject, issue, type Json, type JsonObject } from '@vitrine/core/internal';
import { digestOf } from '@vitrine/face-kit';
import { NO_PARTS, type ReadParts, readParts } from '../parts.ts';

/** What an agent said at once: words, messages of A2UI or envelopes of OpenWOP, and what was wrong with it. */
export interface AgentMessage extends ReadParts {
  /** The same when it comes again, in another update or after a break. */
  readonly key: string;
}

/** Of one message; what is longer is cut. */
export const MAX_TEXT = 100_000;

/** Ids alone will not do: some agents give every message the same. */
export function keyOf(parts: readonly Json[]): string {
  return `a2a:${digestOf(JSON.stringify(parts), 'base64url')}`;
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

/** What is done with each part before it is read. */
type MarkPart = (part: Json) => Json;
const asItIs: MarkPart = (part) => part;

export function readUpdate(update: StreamResponse, mark: MarkPart = asItIs): AgentUpdate {
  const { task, message, statusUpdate, artifactUpdate } = StreamResponse.toJSON(update) as JsonObject;
  if (isObject(task)) return readTaskJson(task, mark);
  // A message without a task is a whole answer.
  if (isObject(message)) return { ...updateOf(message, messagesIn(message, '', mark)), turn: 'done' };
  if (isObject(statusUpdate)) {
    const { taskId, status } = statusUpdate;
    const agentMessages = messagesIn(isObject(status) ? status.message : undefined, taskId, mark);
    return { ...updateOf(statusUpdate, agentMessages), ...turnOf(status) };
  }
  if (!isObject(artifactUpdate)) return { messages: [], artifacts: [] };
  const { artifact, append, lastChunk } = artifactUpdate;
  const artifacts = artifactIn(artifact, { isAppended: append === true, isLast: lastChunk === true }, mark);
  return { ...updateOf(artifactUpdate, []), artifacts };
}

export function readTask(task: Task, mark: MarkPart = asItIs): AgentUpdate {
  return readTaskJson(Task.toJSON(task) as JsonObject, mark);
}

/** All that it said so far: what came before has the keys that it had then. */
function readTaskJson(task: JsonObject, mark: MarkPart): AgentUpdate {
  const { id = null, contextId = null, status, history, artifacts } = task;
  const messages = [...(isArray(history) ? history : []), ...(isObject(status) ? [status.message] : [])];
  const agentMessages = messages.flatMap((message) => messagesIn(message, id, mark));
  return {
    ...updateOf({ taskId: id, contextId }, agentMessages),
    ...turnOf(status),
    artifacts: (isArray(artifacts) ? artifacts : []).flatMap((artifact) =>
      artifactIn(artifact, { isAppended: false, isLast: false }, mark),
    ),
  };
}

/** Where it was said; an id that is too long is told once, however often it comes. */
function updateOf({ contextId, taskId }: JsonObject, agentMessages: readonly AgentMessage[]): AgentUpdate {
  const tooLong = Object.entries({ contextId, taskId }).flatMap(([name, id]): AgentMessage[] => {
    if (typeof id !== 'string' || id.length <= MAX_ID_LENGTH) return [];
    const words = `The ${name} that it gives has ${id.length} characters and is not used; ${MAX_ID_LENGTH} are the most.`;
    return [{ ...NO_PARTS, key: keyOf(['long id', name]), issues: [issue('VITRINE_LIMIT_TEXT', 'warning', words)] }];
  });
  const place = { ...(isId(contextId) ? { contextId } : {}), ...(isId(taskId) ? { taskId } : {}) };
  return { ...place, messages: [...agentMessages, ...tooLong], artifacts: [] };
}

/** One that is worth keeping. */
export function isId(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH;
}

function turnOf(status: Json | undefined): Pick<AgentUpdate, 'turn'> {
  const turn = isObject(status) && typeof status.state === 'string' ? TURNS[status.state] : undefined;
  return defined({ turn });
}

function messagesIn(message: Json | undefined, task: Json | undefined, mark: MarkPart): readonly AgentMessage[] {
  if (!isObject(message) || message.role === 'ROLE_USER') return [];
  const read = readParts(isArray(message.parts) ? message.parts.map(mark) : message.parts);
  const texts = read.texts.filter((text) => text.trim() !== '').map((text) => text.slice(0, MAX_TEXT));
  return [{ ...read, texts, key: keyOf([task ?? '', message.messageId ?? '', message.parts ?? null]) }];
}

function artifactIn(
  artifact: Json | undefined,
  how: Pick<ArtifactPiece, 'isAppended' | 'isLast'>,
  mark: MarkPart,
): readonly ArtifactPiece[] {
  if (!isObject(artifact) || !isArray(artifact.parts)) return [];
  return [{ id: String(artifact.artifactId ?? ''), parts: artifact.parts.map(mark), ...how }];
}

interface ArtifactState {
  /** Of each part that was read, by its place. */
  readonly keys: string[];
  text: string;
}

const MAX_ARTIFACTS = 1000;

export class Artifacts {
  readonly #artifacts = new Map<string, ArtifactState>();

  read({ id, isAppended, isLast, parts }: ArtifactPiece, task: string): readonly AgentMessage[] {
    if (!this.#artifacts.has(id) && this.#artifacts.size >= MAX_ARTIFACTS) return [];
    const reading = this.#artifacts.get(id) ?? { keys: [], text: '' };
    this.#artifacts.set(id, reading);
    const first = isAppended ? reading.keys.length : 0;
    const messages = parts.flatMap((part, i) => this.#part(part, reading, first + i, [task, id]));
    return isLast ? [...messages, ...flushed(id, reading, task)] : messages;
  }

  /** Nothing more comes: what was not said yet is whole. */
  end(task: string): readonly AgentMessage[] {
    return [...this.#artifacts].flatMap(([id, reading]) => flushed(id, reading, task));
  }

  #part(part: Json, reading: ArtifactState, place: number, where: readonly Json[]): readonly AgentMessage[] {
    const key = keyOf([...where, place, part]);
    if (reading.keys[place] === key) return [];
    reading.keys[place] = key;
    const { texts, ...read } = readParts([part]);
    reading.text = `${reading.text}${texts.join('')}`.slice(0, MAX_TEXT);
    const isNothing = read.messages.length + read.envelopes.length + read.issues.length === 0;
    return isNothing ? [] : [{ key, ...read, texts: [] }];
  }
}

function flushed(id: string, reading: ArtifactState, task: string): readonly AgentMessage[] {
  const { text } = reading;
  reading.text = '';
  if (text.trim() === '') return [];
  return [{ ...NO_PARTS, key: keyOf([task, id, 'text', text]), texts: [text] }];
}
