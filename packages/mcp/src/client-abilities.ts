// What the client at the other end can show. By the revision of 2026 it says so with every request; before, once, in
// `initialize`, so what an agent's client said last is remembered. Nothing depends on it that a client could gain by lying.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';

export interface ClientAbilities {
  /** Views of MCP Apps. */
  readonly apps: boolean;
  /** Messages of A2UI, drawn by itself. */
  readonly a2ui: boolean;
}

const UI = 'io.modelcontextprotocol/ui';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
/** What a bridge to standard input and output says of the client behind it. */
export const BRIDGED_CAPABILITIES = 'vitrine/clientCapabilities';
const NONE: ClientAbilities = { apps: false, a2ui: false };
/** Agents that are remembered. */
const MAX_AGENTS = 10_000;

export class KnownClients {
  readonly #byAgent = new Map<string, ClientAbilities>();

  /** @param message what was sent, parsed */
  read(agent: string, message: Json | undefined): ClientAbilities {
    const { method, params } = isObject(message) ? message : {};
    const { capabilities, _meta } = isObject(params) ? params : ({} as JsonObject);
    if (method === 'initialize') this.#remember(agent, abilitiesIn(capabilities));
    const meta = isObject(_meta) ? _meta : {};
    const told = meta[BRIDGED_CAPABILITIES] ?? meta[CAPABILITIES];
    const { apps, a2ui } = told === undefined ? (this.#byAgent.get(agent) ?? NONE) : abilitiesIn(told);
    return { apps, a2ui: a2ui || drawsA2ui(meta) };
  }

  #remember(agent: string, abilities: ClientAbilities): void {
    this.#byAgent.delete(agent);
    this.#byAgent.set(agent, abilities);
    const [oldest] = this.#byAgent.keys();
    if (this.#byAgent.size > MAX_AGENTS && oldest !== undefined) this.#byAgent.delete(oldest);
  }
}

function abilitiesIn(capabilities: Json | undefined): ClientAbilities {
  if (!isObject(capabilities)) return NONE;
  const { extensions } = capabilities;
  const ui = isObject(extensions) ? extensions[UI] : undefined;
  const types = isObject(ui) && isArray(ui.mimeTypes) ? ui.mimeTypes : [];
  const isA2ui = types.some((type) => type === 'application/a2ui+json' || type === 'application/json+a2ui');
  return { apps: types.some((type) => String(type).startsWith('text/html')), a2ui: isA2ui || drawsA2ui(capabilities) };
}

/** The guide of 0.9: in the capabilities, or beside a call. */
function drawsA2ui({ a2ui }: JsonObject): boolean {
  return isObject(a2ui) && isObject(a2ui.clientCapabilities);
}
