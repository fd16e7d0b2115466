// Reads the events of a remote agent, one after the other, into messages, state and activities, and says what changed. It is a
// machine of named states; an event that has no place in one of them ends the reading, and what was read so far stays. Input is
// hostile: nothing throws, everything has a bound. What becomes of the changes is left to the bridge.

import { defined, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { applyDelta } from './apply-delta.ts';
import { type RunEvent, readEvent } from './event-shapes.ts';
import { MessageList } from './message-list.ts';
import { READER_LIMITS, type ReaderLimits } from './reader-limits.ts';

/** `expecting`: no run has begun; `rejected`: the stream breaks the rules; `truncated`: it ended inside a run. */
export type ReaderState = 'expecting' | 'running' | 'finished' | 'errored' | 'rejected' | 'truncated';

export type RunOutcome =
  | { readonly type: 'success' | 'cancelled' }
  | { readonly type: 'interrupt'; readonly interrupts: readonly JsonObject[] };

export type RunChange =
  /** Words of the agent, whole. */
  | { readonly change: 'text'; readonly text: string; readonly id: string }
  | { readonly change: 'task'; readonly task: string; readonly message?: string; readonly done?: true }
  | { readonly change: 'activity'; readonly id: string }
  /** Arguments of a call came, or its result. */
  | { readonly change: 'call'; readonly id: string; readonly result?: string }
  | { readonly change: 'state' }
  | { readonly change: 'notice'; readonly text: string };

export interface ReaderStart {
  readonly messages?: readonly JsonObject[];
  readonly state?: Json;
  readonly limits?: Partial<ReaderLimits>;
}

export interface ToolCallDraft {
  readonly name: string;
  args: string;
}

type OpenKind = 'text' | 'call' | 'step' | 'reasoning' | 'thought' | 'subagent';
interface OpenPart {
  readonly kind: OpenKind;
  readonly id: string;
  readonly owner: string | undefined;
  text: string;
}
/** What chunks go on with, in the words of one agent. */
type Chunks = { readonly kind: 'text' | 'call' | 'reasoning'; readonly id: string; readonly said: JsonObject };

class Fault extends Error {}

const NOT_OF_CHUNKS: ReadonlySet<string> = new Set(['RAW', 'ACTIVITY_SNAPSHOT', 'ACTIVITY_DELTA']);
const ROLES: ReadonlySet<string> = new Set(['developer', 'system', 'assistant', 'user']);

export class RunReader {
  readonly #limits: ReaderLimits;
  readonly #list: MessageList;
  readonly #open = new Map<string, OpenPart>();
  readonly #chunks = new Map<string, Chunks>();
  readonly #calls = new Map<string, ToolCallDraft>();
  readonly #warnings: string[] = [];
  #changes: RunChange[] = [];
  #events = 0;
  #thoughts = 0;
  #state: ReaderState = 'expecting';
  agentState: Json;
  outcome: RunOutcome | undefined;
  /** Why the run failed, in the words of the agent; or why the stream was refused, in ours. */
  problem: string | undefined;

  constructor({ messages = [], state = {}, limits }: ReaderStart = {}) {
    this.#limits = { ...READER_LIMITS, ...limits };
    this.#list = new MessageList(messages, this.#limits);
    this.agentState = state;
  }

  get state(): ReaderState {
    return this.#state;
  }
  get messages(): readonly JsonObject[] {
    return this.#list.all();
  }
  get warnings(): readonly string[] {
    return this.#warnings;
  }
  call(id: string): ToolCallDraft | undefined {
    return this.#calls.get(id);
  }
  /** The call that an activity is named after, as middleware of AG-UI does. */
  callIn(messageId: string): string | undefined {
    return this.#list.callAtEndOf(messageId);
  }
  activity(id: string): JsonObject | undefined {
    return this.#list.activity(id);
  }

  push(value: Json): readonly RunChange[] {
    this.#changes = [];
    if (this.#state === 'rejected' || this.#state === 'truncated') return [];
    try {
      this.#read(value);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#reject(error.message);
    }
    return this.#changes;
  }

  /** Nothing more comes. */
  end(): readonly RunChange[] {
    this.#changes = [];
    if (this.#state === 'expecting' || this.#state === 'running') {
      this.#state = 'truncated';
      this.problem = 'The stream ended before the run did.';
      this.#closeAll();
    }
    return this.#changes;
  }

  warn(words: string): void {
    if (this.#warnings.length < this.#limits.warnings) this.#warnings.push(words);
  }

  #reject(words: string): void {
    this.#state = 'rejected';
    this.problem = words;
    this.#closeAll();
  }

  /** What was said so far is said; what was under way is over. */
  #closeAll(): void {
    for (const part of this.#open.values()) this.#announceEnd(part);
    this.#open.clear();
    this.#chunks.clear();
  }

  #read(value: Json): void {
    if (++this.#events > this.#limits.events) throw new Fault(`A run has more than ${this.#limits.events} events.`);
    const read = readEvent(value);
    if ('fault' in read) throw new Fault(read.fault);
    for (const warning of read.warnings) this.warn(warning);
    if (read.event === undefined) return;
    const event = this.#translated(read.event);
    this.#assertPlace(event.type);
    this.#closeChunks(event);
    this.#take(event);
  }

  /** The legal moves. */
  #assertPlace(type: string): void {
    const isStart = type === 'RUN_STARTED';
    const isError = type === 'RUN_ERROR';
    if (this.#state === 'expecting' && !isStart && !isError)
      throw new Fault(`A run begins with RUN_STARTED, not ${type}.`);
    if (this.#state === 'running' && isStart) throw new Fault('RUN_STARTED inside a run.');
    if (this.#state === 'finished' && !isStart && !isError) throw new Fault(`${type} behind the end of a run.`);
    if (this.#state === 'errored' && !isStart) throw new Fault(`${type} behind RUN_ERROR.`);
  }

  #translated(event: RunEvent): RunEvent {
    if (!event.type.startsWith('THINKING_')) return event;
    const type = event.type.replace('THINKING_TEXT_', 'REASONING_').replace('THINKING_', 'REASONING_');
    if (type === 'REASONING_START' || type === 'REASONING_MESSAGE_START') this.#thoughts += 1;
    const messageId = type.includes('MESSAGE') ? `thinking-${this.#thoughts}` : 'thinking';
    return { ...event, type, messageId };
  }

  #take(event: RunEvent): void {
    const { type } = event;
    if (type.startsWith('RUN_')) return this.#takeRun(event);
    if (type.endsWith('_CHUNK')) return this.#takeChunk(event);
    if (type.startsWith('TEXT_MESSAGE_')) return this.#takeText(event);
    if (type.startsWith('REASONING_')) return this.#takeReasoning(event);
    if (type.startsWith('TOOL_CALL_')) return this.#takeCall(event);
    if (type.startsWith('STEP_') || type.startsWith('SUBAGENT_')) return this.#takeTask(event);
    if (type.startsWith('STATE_')) return this.#takeState(event);
    if (type.startsWith('ACTIVITY_')) return this.#takeActivity(event);
    if (type === 'MESSAGES_SNAPSHOT') this.#takeMessages(event);
  }

  #takeRun(event: RunEvent): void {
    if (event.type === 'RUN_STARTED') {
      this.#state = 'running';
      this.#checkVersion(event.protocolVersion);
      this.outcome = undefined;
      this.problem = undefined;
    } else if (event.type === 'RUN_ERROR') {
      this.#state = 'errored';
      this.problem = String(event.message);
      this.#closeAll();
    } else {
      const [left] = this.#open.values();
      if (left !== undefined) throw new Fault(`RUN_FINISHED while ${left.kind} ${left.id.slice(0, 80)} is open.`);
      this.outcome = this.#outcomeIn(event.outcome);
      this.#state = 'finished';
    }
  }

  #checkVersion(version: Json | undefined): void {
    if (version === undefined || version === '1.0' || version === '1.1') return;
    this.warn(`The agent speaks AG-UI ${JSON.stringify(version).slice(0, 40)}; 1.1 is the newest that is known here.`);
  }

  #outcomeIn(outcome: Json | undefined): RunOutcome {
    const { type, interrupts } = isObject(outcome) ? outcome : {};
    if (type === 'cancelled') return { type };
    if (type === 'interrupt') return { type, interrupts: this.#interruptsIn(interrupts) };
    if (type !== undefined && type !== 'success')
      this.warn(`The outcome ${String(type).slice(0, 80)} is not known and was stripped.`);
    return { type: 'success' };
  }

  #interruptsIn(interrupts: Json | undefined): readonly JsonObject[] {
    const found = isArray(interrupts) ? interrupts.filter(isObject) : [];
    const isFine = found.every(({ id, reason }) => typeof id === 'string' && id !== '' && typeof reason === 'string');
    if (!isFine || found.length === 0)
      throw new Fault('An interrupt needs an id and a reason, and there is one at least.');
    if (new Set(found.map(({ id }) => id)).size < found.length) throw new Fault('Two interrupts have one id.');
    if (found.length > this.#limits.open) throw new Fault('There are too many interrupts.');
    return found;
  }

  #takeText(event: RunEvent): void {
    const id = String(event.messageId);
    if (event.type === 'TEXT_MESSAGE_START') {
      const role = String(event.role ?? 'assistant');
      if (!ROLES.has(role)) throw new Fault(`A message of the role ${role.slice(0, 40)} is not known.`);
      this.#begin('text', id, event);
      this.#list.begin(id, { role, ...pick(event, 'name', 'subagentRunId') });
    } else this.#goOn('text', id, event);
    this.#list.merge(id, event.metadata);
  }

  #takeReasoning(event: RunEvent): void {
    const { type } = event;
    if (type === 'REASONING_ENCRYPTED_VALUE')
      return this.#list.encrypt(String(event.entityId), String(event.encryptedValue));
    const id = String(event.messageId);
    const kind = type.includes('_MESSAGE_') ? 'thought' : 'reasoning';
    if (!type.endsWith('_START')) return this.#goOn(kind, id, event);
    if (event.role !== undefined && event.role !== 'reasoning') throw new Fault('A thought has the role reasoning.');
    this.#begin(kind, id, event);
    if (kind === 'thought') this.#list.begin(id, { role: 'reasoning' });
    this.#tell({ change: 'task', task: `thinking ${id}`, message: 'Thinking' });
  }

  #takeCall(event: RunEvent): void {
    const id = String(event.toolCallId);
    if (event.type === 'TOOL_CALL_RESULT') return this.#takeResult(event, id);
    if (event.type === 'TOOL_CALL_START') {
      const name = String(event.toolCallName);
      this.#begin('call', id, event);
      this.#calls.set(id, { name, args: '' });
      this.#list.addCall(id, name, event.parentMessageId as string | undefined);
      this.#tell({ change: 'task', task: `call ${id}`, message: name });
    } else {
      this.#goOn('call', id, event);
      const draft = this.#calls.get(id);
      if (draft !== undefined && typeof event.delta === 'string') draft.args += event.delta;
      this.#tell({ change: 'call', id });
    }
    this.#list.mergeCall(id, event.metadata);
  }

  #takeResult({ messageId, content, error }: RunEvent, toolCallId: string): void {
    const kept: JsonObject = {
      role: 'tool',
      toolCallId,
      content: content ?? '',
      ...defined({ error }),
    };
    this.#list.put(String(messageId), kept);
    this.#tell({ change: 'call', id: toolCallId, result: textIn(content) });
  }

  #takeTask(event: RunEvent): void {
    const isStep = event.type.startsWith('STEP_');
    const kind = isStep ? 'step' : 'subagent';
    const id = String(isStep ? event.stepName : event.subagentRunId);
    if (event.type.endsWith('_STARTED')) {
      this.#begin(kind, id, {});
      return this.#tell({ change: 'task', task: `${kind} ${id}`, message: isStep ? id : String(event.name) });
    }
    this.#close(kind, id, {});
    if (event.type === 'SUBAGENT_ERROR') this.#tell({ change: 'notice', text: String(event.message) });
  }

  #takeState({ type, snapshot, delta }: RunEvent): void {
    if (type === 'STATE_SNAPSHOT') this.agentState = snapshot ?? null;
    else {
      const { value, warnings } = applyDelta(this.agentState, delta as readonly Json[], this.#limits);
      for (const warning of warnings) this.warn(`STATE_DELTA: ${warning}`);
      if (value === undefined) return;
      this.agentState = value;
    }
    this.#tell({ change: 'state' });
  }

  #takeActivity(event: RunEvent): void {
    const id = String(event.messageId);
    const known = this.#list.activity(id);
    if (event.type === 'ACTIVITY_SNAPSHOT') {
      if (known !== undefined && event.replace === false) return;
      this.#list.put(id, { role: 'activity', ...pick(event, 'activityType', 'content') });
    } else if (known === undefined) return this.warn(`ACTIVITY_DELTA for ${id.slice(0, 80)}, which is not there.`);
    else {
      const { value, warnings } = applyDelta(known, event.patch as readonly Json[], this.#limits);
      for (const warning of warnings) this.warn(`ACTIVITY_DELTA: ${warning}`);
      if (!isObject(value)) return;
      this.#list.put(id, { role: 'activity', ...pick(event, 'activityType'), content: value });
    }
    this.#tell({ change: 'activity', id });
  }

  #takeMessages({ messages }: RunEvent): void {
    const { fault, warnings, said, activities } = this.#list.reconcile(messages as readonly Json[]);
    if (fault !== undefined) throw new Fault(fault);
    for (const warning of warnings) this.warn(warning);
    for (const { id, text } of said) this.#tell({ change: 'text', id, text });
    for (const id of activities) this.#tell({ change: 'activity', id });
  }

  #takeChunk(event: RunEvent): void {
    const [kind, idName, prefix] = event.type.startsWith('TEXT')
      ? (['text', 'messageId', 'TEXT_MESSAGE'] as const)
      : event.type.startsWith('TOOL')
        ? (['call', 'toolCallId', 'TOOL_CALL'] as const)
        : (['reasoning', 'messageId', 'REASONING_MESSAGE'] as const);
    const lane = laneOf(event);
    const before = this.#chunks.get(lane);
    const id = event[idName] ?? before?.id;
    if (typeof id !== 'string') throw new Fault(`The first ${event.type} needs a ${idName}.`);
    if (before === undefined || before.id !== id || before.kind !== kind) {
      this.#endChunks(lane);
      if (kind === 'call' && event.toolCallName === undefined)
        throw new Fault(`The first ${event.type} needs a toolCallName.`);
      this.#take({ ...event, type: `${prefix}_START`, [idName]: id });
      this.#chunks.set(lane, { kind, id, said: pick(event, 'role', 'name', 'toolCallName', 'parentMessageId') });
    } else assertAgrees(event, before.said);
    if (event.delta === undefined) return;
    const type = `${prefix}_${kind === 'call' ? 'ARGS' : 'CONTENT'}`;
    this.#take({ ...event, type, [idName]: id, delta: event.delta });
  }

  /** Whatever else the same agent sends ends its chunks, and the end of a run those of all. */
  #closeChunks(event: RunEvent): void {
    if (event.type.endsWith('_CHUNK') || NOT_OF_CHUNKS.has(event.type)) return;
    const isEnd = event.type === 'RUN_FINISHED';
    for (const lane of isEnd ? [...this.#chunks.keys()] : [laneOf(event)]) this.#endChunks(lane);
  }

  #endChunks(lane: string): void {
    const chunks = this.#chunks.get(lane);
    if (chunks === undefined) return;
    this.#chunks.delete(lane);
    const { kind, id } = chunks;
    this.#close(kind === 'reasoning' ? 'thought' : kind, id, {});
  }

  #begin(kind: OpenKind, id: string, { subagentRunId }: JsonObject): void {
    const key = `${kind} ${id}`;
    if (this.#open.has(key)) throw new Fault(`${kind} ${id.slice(0, 80)} is open already.`);
    if (this.#open.size >= this.#limits.open)
      throw new Fault(`More than ${this.#limits.open} things are open at once.`);
    const owner = typeof subagentRunId === 'string' ? subagentRunId : undefined;
    this.#open.set(key, { kind, id, owner, text: '' });
    if (this.#list.isFull) throw new Fault(`There are more than ${this.#limits.messages} messages.`);
  }

  /** Content or the end of what is open. */
  #goOn(kind: OpenKind, id: string, event: RunEvent): void {
    if (event.type.endsWith('_END')) return this.#close(kind, id, event);
    const part = this.#partOf(kind, id, event);
    const delta = String(event.delta ?? '');
    if (part.text.length + delta.length > this.#limits.textLength)
      throw new Fault(`${kind} ${id.slice(0, 80)} is too long.`);
    part.text += delta;
    this.#list.append(kind, id, delta);
  }

  #close(kind: OpenKind, id: string, event: JsonObject): void {
    const part = this.#partOf(kind, id, event);
    this.#open.delete(`${kind} ${id}`);
    const lane = part.owner ?? '';
    if (this.#chunks.get(lane)?.id === id) this.#chunks.delete(lane);
    this.#announceEnd(part);
  }

  #partOf(kind: OpenKind, id: string, { subagentRunId }: JsonObject): OpenPart {
    const part = this.#open.get(`${kind} ${id}`);
    if (part === undefined) throw new Fault(`No ${kind} ${id.slice(0, 80)} is open.`);
    if (typeof subagentRunId === 'string' && subagentRunId !== part.owner)
      throw new Fault(`The subagent of ${kind} ${id.slice(0, 80)} does not match the one that began it.`);
    return part;
  }

  #announceEnd({ kind, id, text }: OpenPart): void {
    if (kind === 'text') {
      if (this.#list.roleOf(id) === 'assistant' && text !== '') this.#tell({ change: 'text', id, text });
    } else if (kind === 'thought' || kind === 'reasoning')
      this.#tell({ change: 'task', task: `thinking ${id}`, done: true });
    else this.#tell({ change: 'task', task: `${kind} ${id}`, done: true });
  }

  #tell(change: RunChange): void {
    this.#changes.push(change);
  }
}

function laneOf({ subagentRunId }: JsonObject): string {
  return typeof subagentRunId === 'string' ? subagentRunId : '';
}

function pick(event: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name] as Json]])));
}

function assertAgrees(event: JsonObject, said: JsonObject): void {
  for (const name of ['role', 'toolCallName'])
    if (event[name] !== undefined && event[name] !== (said[name] ?? (name === 'role' ? 'assistant' : undefined)))
      throw new Fault(`A later chunk says another ${name}.`);
}

function textIn(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!isArray(content)) return '';
  return content.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : [])).join('');
}
