// From one JSON value to the messages in it: wrappers taken off, two payloads in one message parted, a missing version
// filled in, a surface not opened twice. Remembers what earlier messages of the same answer said.

import { formatPointer, isArray, isObject, type Json, type JsonObject, own, parseJson } from '@vitrine/core/internal';
import { type DialectId, detect } from '@vitrine/dialects';
import { mendComponents } from './mend-components.ts';
import { PAYLOAD_KEYS } from './message-start.ts';
import { type Repair, repair } from './repair.ts';

export interface Mended {
  readonly messages: readonly JsonObject[];
  readonly repairs: readonly Repair[];
}

const OPENING = 'createSurface';
const COMPONENT_PAYLOADS = ['updateComponents', 'surfaceUpdate', OPENING];
const VERSIONED = [OPENING, 'updateComponents', 'updateDataModel', 'deleteSurface'];
const PAYLOADS = new Set([...VERSIONED, 'surfaceUpdate', 'dataModelUpdate', 'beginRendering']);
/** The data of A2UI 0.8 is a list of entries with keys. */
const ENTRIES = 'dataModelUpdate';
const OTHER_DIALECTS: readonly DialectId[] = ['agentchains', 'vitrine'];
const DEFAULT_VERSION = 'v0.9';
const MAX_WRAPPER_DEPTH = 4;

export class MessageMender {
  #version: string | undefined;
  /** Surfaces that the answer opened, with the text of what opened them; an empty one where there is none such. */
  readonly #surfaces = new Map<string, string>();
  readonly #rooted = new Set<string>();

  recognises(value: Json): boolean {
    return this.#unfold(value, [], 0) !== undefined;
  }

  /** Undefined: there is no message in it. */
  mend(value: Json): Mended | undefined {
    const repairs: Repair[] = [];
    const found = this.#unfold(value, repairs, 0);
    if (found === undefined) return undefined;
    const messages = found.flatMap((one) => this.#parts(one, repairs)).map((one) => this.#mendOne(one, repairs));
    return { messages: messages.filter((one) => one !== undefined), repairs };
  }

  #unfold(value: Json, repairs: Repair[], depth: number): readonly JsonObject[] | undefined {
    if (depth > MAX_WRAPPER_DEPTH) return undefined;
    if (typeof value === 'string') return this.#unfoldText(value, repairs, depth);
    if (isArray(value)) {
      const lists = value.map((item) => this.#unfold(item, repairs, depth + 1));
      return lists.every((list) => list !== undefined) && lists.length > 0 ? lists.flat() : undefined;
    }
    if (!isObject(value)) return undefined;
    if (isAgentMessage(value)) return [value];
    return this.#wrapComponent(value, repairs) ?? this.#unwrap(value, repairs, depth);
  }

  #unfoldText(text: string, repairs: Repair[], depth: number): readonly JsonObject[] | undefined {
    if (!/^\s*[[{]/.test(text)) return undefined;
    const parsed = parseJson(text);
    if (!parsed.ok) return undefined;
    const found = this.#unfold(parsed.value, repairs, depth + 1);
    if (found !== undefined) repairs.unshift(repair('json-in-string', ''));
    return found;
  }

  /** A component where a message belongs is of the answer's surface, if that has only one. */
  #wrapComponent(value: JsonObject, repairs: Repair[]): readonly JsonObject[] | undefined {
    if (typeof value.id !== 'string' || value.component === undefined || this.#surfaces.size !== 1) return undefined;
    const [surfaceId = ''] = this.#surfaces.keys();
    repairs.push(repair('wrong-wrapper', ''));
    const payload = { surfaceId, components: [value] };
    if (isObject(value.component)) return [{ surfaceUpdate: payload }];
    return [{ version: this.#version ?? DEFAULT_VERSION, updateComponents: payload }];
  }

  #unwrap(value: JsonObject, repairs: Repair[], depth: number): readonly JsonObject[] | undefined {
    const messages: JsonObject[] = [];
    let isMore = false;
    for (const inner of Object.values(value)) {
      const mayHold = typeof inner === 'object' || (typeof inner === 'string' && inner.startsWith('{'));
      const found = mayHold ? this.#unfold(inner, repairs, depth + 1) : undefined;
      if (found === undefined) isMore = true;
      else messages.push(...found);
    }
    if (messages.length === 0) return undefined;
    repairs.unshift(repair('wrong-wrapper', ''));
    if (isMore) repairs.push(repair('wrapper-fields', ''));
    return messages;
  }

  /** Two payloads in one message are two messages, in the order in which they were written. */
  #parts(message: JsonObject, repairs: Repair[]): readonly JsonObject[] {
    const payloads = Object.keys(message).filter((key) => PAYLOADS.has(key) && isObject(message[key]));
    if (payloads.length < 2) return [message];
    repairs.push(repair('split-message', ''));
    const others = Object.entries(message).filter(([key]) => !payloads.includes(key));
    return payloads.map((key) => Object.fromEntries([...others, [key, message[key] as Json]]));
  }

  /** Undefined: it says again what was said. */
  #mendOne(message: JsonObject, repairs: Repair[]): JsonObject | undefined {
    const versioned = this.#withVersion(message, repairs);
    const key = COMPONENT_PAYLOADS.find((name) => isObject(own(versioned, name)));
    if (key === OPENING && this.#isRepeated(versioned, repairs)) return undefined;
    this.#note(versioned);
    if (isObject(own(versioned, ENTRIES))) return mendEntries(versioned, repairs);
    if (key === undefined) return versioned;
    const payload = versioned[key] as JsonObject;
    if (!isArray(payload.components)) return versioned;
    const surface = String(payload.surfaceId);
    const { list, repairs: found } = mendComponents(payload.components, [key, 'components'], this.#hasRoot(surface));
    if (list.some((one) => isObject(one) && one.id === 'root')) this.#rooted.add(surface);
    if (found.length === 0) return versioned;
    repairs.push(...found);
    return { ...versioned, [key]: { ...payload, components: list } };
  }

  /** Only a surface that this answer opened is known to have no root yet. */
  #hasRoot(surface: string): boolean {
    return this.#rooted.has(surface) || !this.#surfaces.has(surface);
  }

  #withVersion(message: JsonObject, repairs: Repair[]): JsonObject {
    if (typeof message.version === 'string') {
      this.#version = message.version;
      return message;
    }
    const key = VERSIONED.find((name) => Object.hasOwn(message, name));
    // Without any version around it, deleteSurface is a message of A2UI 0.8, which has none.
    if (key === undefined || (key === 'deleteSurface' && this.#version === undefined)) return message;
    repairs.push(repair('missing-version', '/version'));
    return { version: this.#version ?? DEFAULT_VERSION, ...message };
  }

  #isRepeated(message: JsonObject, repairs: Repair[]): boolean {
    const { surfaceId } = message[OPENING] as JsonObject;
    if (this.#surfaces.get(String(surfaceId)) !== JSON.stringify(message)) return false;
    repairs.push(repair('repeated-message', ''));
    return true;
  }

  #note(message: JsonObject): void {
    for (const [key, payload] of Object.entries(message)) {
      if (!isObject(payload) || typeof payload.surfaceId !== 'string') continue;
      if (key === 'deleteSurface') {
        this.#surfaces.delete(payload.surfaceId);
        this.#rooted.delete(payload.surfaceId);
      } else if (key === OPENING) this.#surfaces.set(payload.surfaceId, JSON.stringify(message));
      else if (key === 'beginRendering') this.#surfaces.set(payload.surfaceId, '');
    }
  }
}

/** By its own payload only: a version, an `error` or an `action` is in many a JSON that a model shows. */
function isAgentMessage(value: JsonObject): boolean {
  if (PAYLOAD_KEYS.some((key) => Object.hasOwn(value, key))) return true;
  const dialect = detect(value);
  return 'id' in dialect && OTHER_DIALECTS.includes(dialect.id);
}

/** Takes out entries without a key: nobody could tell where they belong. */
function mendEntries(message: JsonObject, repairs: Repair[]): JsonObject {
  const payload = message[ENTRIES] as JsonObject;
  if (!isArray(payload.contents)) return message;
  const contents = keyedOnly(payload.contents, [ENTRIES, 'contents'], repairs);
  return contents === payload.contents ? message : { ...message, [ENTRIES]: { ...payload, contents } };
}

function keyedOnly(entries: readonly Json[], at: readonly string[], repairs: Repair[]): readonly Json[] {
  const kept = entries.flatMap((entry, i): readonly Json[] => {
    if (!isObject(entry)) return [entry];
    const place = [...at, String(i)];
    if (typeof entry.key !== 'string') {
      repairs.push(repair('missing-key', formatPointer(place)));
      return [];
    }
    if (!isArray(entry.valueMap)) return [entry];
    const valueMap = keyedOnly(entry.valueMap, [...place, 'valueMap'], repairs);
    return [valueMap === entry.valueMap ? entry : { ...entry, valueMap }];
  });
  return kept.length === entries.length && kept.every((entry, i) => entry === entries[i]) ? entries : kept;
}
