// The conversation as a client of AG-UI keeps it: messages by id, in order, with the calls of the assistant inside them.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { ReaderLimits } from './reader-limits.ts';

type Draft = { [name: string]: Json } & { id: string };
type CallDraft = { id: string; type: string; function: { name: string; arguments: string } } & { [name: string]: Json };

const ROLES = ['developer', 'system', 'assistant', 'user', 'tool', 'reasoning', 'activity'];
const PARTS = ['text', 'image', 'audio', 'video', 'document', 'binary'];

export interface Reconciled {
  readonly fault?: string;
  readonly warnings: readonly string[];
  /** What the assistant says in it that nobody has heard. */
  readonly said: readonly { readonly id: string; readonly text: string }[];
  /** Those that are listed, and those that are gone. */
  readonly activities: readonly string[];
}

export class MessageList {
  readonly #limits: ReaderLimits;
  #messages: Map<string, Draft>;
  readonly #calls = new Map<string, CallDraft>();
  /** Ids of those that stand in the conversation so far. */
  readonly #earlierCalls: ReadonlySet<unknown>;

  constructor(messages: readonly JsonObject[], limits: ReaderLimits) {
    this.#limits = limits;
    this.#messages = new Map(messages.map((message) => [String(message.id), { ...message } as Draft]));
    this.#earlierCalls = new Set(
      messages.flatMap(({ toolCalls }) => (isArray(toolCalls) ? toolCalls.filter(isObject).map(({ id }) => id) : [])),
    );
  }

  get isFull(): boolean {
    return this.#messages.size > this.#limits.messages;
  }

  all(): readonly JsonObject[] {
    return [...this.#messages.values()];
  }

  roleOf(id: string): string | undefined {
    const role = this.#messages.get(id)?.role;
    return typeof role === 'string' ? role : undefined;
  }

  /** The call whose id stands at the end of another one, behind a dash. */
  callAtEndOf(id: string): string | undefined {
    for (let at = id.indexOf('-'); at >= 0; at = id.indexOf('-', at + 1)) {
      const call = id.slice(at + 1);
      if (this.#calls.has(call) || this.#earlierCalls.has(call)) return call;
    }
    return undefined;
  }

  activity(id: string): JsonObject | undefined {
    const { role, content } = this.#messages.get(id) ?? ({} as JsonObject);
    return role === 'activity' && isObject(content) ? content : undefined;
  }

  put(id: string, message: JsonObject): void {
    if (!this.isFull || this.#messages.has(id)) this.#messages.set(id, { id, ...message });
  }

  /** One that was there is gone on with: its text is added to. */
  begin(id: string, message: JsonObject): void {
    if (!this.#messages.has(id)) this.put(id, { ...message, content: '' });
  }

  append(kind: string, id: string, delta: string): void {
    if (kind === 'call') {
      const call = this.#calls.get(id);
      if (call !== undefined) call.function.arguments += delta;
      return;
    }
    const message = this.#messages.get(id);
    if (message !== undefined && kind !== 'reasoning')
      message.content = `${typeof message.content === 'string' ? message.content : ''}${delta}`;
  }

  addCall(id: string, name: string, parent = id): void {
    const call: CallDraft = { id, type: 'function', function: { name, arguments: '' } };
    this.#calls.set(id, call);
    if (!this.#messages.has(parent)) this.put(parent, { role: 'assistant' });
    const message = this.#messages.get(parent);
    if (message !== undefined)
      message.toolCalls = [...(isArray(message.toolCalls) ? message.toolCalls : []), call as Json];
  }

  /** Key by key, the last one wins. */
  merge(id: string, metadata: Json | undefined): void {
    mergeInto(this.#messages.get(id), metadata);
  }

  mergeCall(id: string, metadata: Json | undefined): void {
    mergeInto(this.#calls.get(id), metadata);
  }

  /** Of what nobody knows it is not kept. */
  encrypt(id: string, encryptedValue: string): void {
    const entity = this.#messages.get(id) ?? this.#calls.get(id);
    if (entity !== undefined) entity.encryptedValue = encryptedValue;
  }

  /** Those that are listed replace or follow, the others go; activities and thoughts stay where none of their kind is listed. */
  reconcile(listed: readonly Json[]): Reconciled {
    if (listed.length > this.#limits.messages) return { ...NOTHING, fault: `There are ${listed.length} messages.` };
    const warnings: string[] = [];
    const read = new Map<string, Draft>();
    for (const [i, message] of listed.entries()) {
      if (!isObject(message) || typeof message.id !== 'string' || typeof message.role !== 'string')
        return { ...NOTHING, fault: `/messages/${i} is no message with an id and a role.` };
      if (ROLES.includes(message.role)) read.set(message.id, partsOf(message as Draft, `/messages/${i}`, warnings));
      else warnings.push(`/messages/${i} has a role that is not known and was dropped.`);
    }
    const before = this.#messages;
    const keeps = (role: Json | undefined) =>
      (role === 'activity' || role === 'reasoning') && ![...read.values()].some((message) => message.role === role);
    const kept = [...before].flatMap(([id, message]): [string, Draft][] => {
      const replaced = read.get(id);
      return replaced !== undefined ? [[id, replaced]] : keeps(message.role) ? [[id, message]] : [];
    });
    this.#messages = new Map([...kept, ...[...read].filter(([id]) => !before.has(id))]);
    const fresh = [...read.values()].filter(({ id }) => !before.has(id));
    const said = fresh.flatMap(({ id, role, content }) =>
      role === 'assistant' && typeof content === 'string' && content !== '' ? [{ id, text: content }] : [],
    );
    return {
      warnings,
      said,
      activities: [
        ...[...read.values()].filter(({ role }) => role === 'activity'),
        ...[...before.values()].filter(({ id, role }) => role === 'activity' && !this.#messages.has(id)),
      ].map(({ id }) => id),
    };
  }
}

const NOTHING: Reconciled = { warnings: [], said: [], activities: [] };

function mergeInto(entity: { [name: string]: Json } | undefined, metadata: Json | undefined): void {
  if (entity === undefined || !isObject(metadata)) return;
  entity.metadata = { ...(isObject(entity.metadata) ? entity.metadata : {}), ...metadata };
}

/** Parts that are not known are dropped from their list, which stays. */
function partsOf(message: Draft, at: string, warnings: string[]): Draft {
  const { content } = message;
  if (!isArray(content)) return { ...message };
  const kept = content.filter((part, i) => {
    const isKnown = isObject(part) && PARTS.includes(String(part.type));
    if (!isKnown) warnings.push(`${at}/content/${i} is a part that is not known and was dropped.`);
    return isKnown;
  });
  return { ...message, content: kept };
}
