// What hosts that share a log tell each other: how much of a rate somebody has used, so that its limit is one for all of them,
// and whose agents are there. Sending it is left to nodes.ts; a host that is alone tells nobody.

import { isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { PortRate } from '@vitrine/core/port';

/** Of one rate in one letter; what is left goes with the next. */
const MAX_USES = 1000;
/** How often the same agents are told of again. */
const REPEAT_MS = 5000;
/** Whoever was not heard for so long may have any agent. */
const SILENT_MS = 3 * REPEAT_MS;

export interface PeerNewsOptions {
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyNow: () => number;
  /** The agents that read their events here, or did a moment ago. */
  readonly listening: () => Iterable<string>;
}

export class PeerNews {
  readonly #options: PeerNewsOptions;
  readonly #rates = new Map<string, PortRate>();
  /** By the address of a host. */
  readonly #letters = new Map<string, { readonly agents: ReadonlySet<string>; readonly at: number }>();
  /** Absent: nobody has looked yet who else is there. */
  #others: readonly string[] | undefined;
  #lastAgents = '';
  #repeatAt = 0;

  constructor(options: PeerNewsOptions) {
    this.#options = options;
  }

  share(name: string, rate: PortRate): void {
    this.#rates.set(name, rate);
  }

  /** Who else is there. What was heard of those that are gone is forgotten. */
  setOthers(addresses: readonly string[]): void {
    const hasNew = addresses.some((address) => this.#others?.includes(address) !== true);
    if (hasNew) this.#repeatAt = 0;
    this.#others = addresses;
    for (const address of this.#letters.keys()) if (!addresses.includes(address)) this.#letters.delete(address);
  }

  /** Undefined: there is nothing that the others do not know. */
  write(from: string): JsonObject | undefined {
    const rates: Record<string, Json> = {};
    for (const [name, rate] of this.#rates) {
      const uses = rate.uses(MAX_USES);
      if (uses.length > 0) rates[name] = uses as Json;
    }
    const agents = [...new Set(this.#options.listening())].sort();
    const now = this.#options.steadyNow();
    const isKnown = now < this.#repeatAt && agents.join() === this.#lastAgents;
    if (isKnown && Object.keys(rates).length === 0) return undefined;
    this.#lastAgents = agents.join();
    this.#repeatAt = now + REPEAT_MS;
    return { from, agents, rates };
  }

  /** False: it is no news of a host. */
  read(letter: Json): boolean {
    if (!isObject(letter) || typeof letter.from !== 'string' || !Array.isArray(letter.agents)) return false;
    const agents = new Set(letter.agents.filter((agent) => typeof agent === 'string'));
    this.#letters.set(letter.from, { agents, at: this.#options.steadyNow() });
    for (const [name, uses] of Object.entries(isObject(letter.rates) ? letter.rates : {}))
      for (const [key, cost] of (Array.isArray(uses) ? uses : []) as Json[][])
        if (typeof key === 'string' && typeof cost === 'number') this.#rates.get(name)?.spend(key, cost);
    return true;
  }

  /** Whether the agent reads its events at another host, as far as that is known; who was not heard of lately may have it. */
  mayListen(agent: string): boolean {
    const since = this.#options.steadyNow() - SILENT_MS;
    const hasIt = (address: string): boolean => {
      const letter = this.#letters.get(address);
      return letter === undefined || letter.at < since || letter.agents.has(agent);
    };
    return this.#others?.some(hasIt) ?? true;
  }
}
