// Which session a key names: `main` where none is named, for each agent its own. Durable: after a restart the same key
// names the same session. One that was closed makes place for a new one.

import {
  type FacePorts,
  isArray,
  isObject,
  type PortRecord,
  parseJson,
  type Trust,
  type View,
} from '@vitrine/core/internal';
import { KeyQueue, newSessionId } from '@vitrine/face-kit';
import { ToolError } from './tool-error.ts';

export const DEFAULT_KEY = 'main';
const KEY = /^[\w.:@-]{1,128}$/;

export interface Owner {
  readonly agent: string;
  readonly trust: Trust;
}

export class SessionKeys {
  readonly #port: FacePorts;
  readonly #max: number;
  /** By agent: two calls at once open one session, and none beyond the limit. */
  readonly #opening = new KeyQueue<string>();

  constructor(port: FacePorts, max: number) {
    this.#port = port;
    this.#max = max;
  }

  /** The session of a key, opened where there is none, and trusted no more than its agent. */
  async open(owner: Owner, key: string): Promise<string> {
    const found = await this.find(owner.agent, key);
    return found ?? this.#opening.run(owner.agent, () => this.#open(owner, key));
  }

  /** Undefined: nothing was ever shown under this key. */
  async find(agent: string, key: string): Promise<string | undefined> {
    const value = (await this.#port.records.read(this.#nameOf(agent, key)))?.value ?? null;
    const session = isObject(value) ? value.session : undefined;
    if (typeof session !== 'string') return undefined;
    const known = await this.#port.sessions.find(session);
    return known === undefined || known.closedAt !== undefined ? undefined : session;
  }

  /** The keys of an agent whose sessions are open. */
  async *list(agent: string): AsyncIterable<{ readonly key: string; readonly session: string; readonly view: View }> {
    for (const key of await this.#keys(agent)) {
      const session = await this.find(agent, key);
      if (session !== undefined) yield { key, session, view: await this.#port.sessions.view(session) };
    }
  }

  async #keys(agent: string): Promise<readonly string[]> {
    const keys: string[] = [];
    const owner = this.#port.transport.redact(agent).value;
    for await (const record of this.#port.records.list()) {
      const held = readRecord(record);
      const isOwn = held !== undefined && (held.owner === agent || held.owner === owner);
      // One that names a secret which the host was told of since is refused to whoever uses it.
      if (isOwn && this.#problem(held.key) === undefined) keys.push(held.key);
    }
    return keys;
  }

  /** Keys whose sessions are closed are forgotten before one is refused. */
  async #makeRoom(agent: string): Promise<void> {
    const keys = await this.#keys(agent);
    if (keys.length < this.#max) return;
    const found = await Promise.all(keys.map(async (key) => ({ key, session: await this.find(agent, key) })));
    const closed = found.filter(({ session }) => session === undefined);
    if (closed.length === 0)
      throw new ToolError(`you have ${keys.length} sessions open; reset and use one of them again.`);
    await this.#port.records.write(closed.map(({ key }) => ({ key: this.#nameOf(agent, key), remove: true as const })));
  }

  /** It is there under its key, or not at all. */
  async #open({ agent, trust }: Owner, key: string): Promise<string> {
    const found = await this.find(agent, key);
    if (found !== undefined) return found;
    await this.#makeRoom(agent);
    const session = newSessionId();
    const records = [{ key: this.#nameOf(agent, key), session, value: { session, agent, key } }];
    await this.#port.sessions.open({ agent, trust, session, title: key, records });
    return session;
  }

  #nameOf(agent: string, key: string): string {
    const problem = this.#problem(key);
    if (problem !== undefined) throw new ToolError(problem);
    return JSON.stringify([agent, key]);
  }

  /** Why a key names no session. One that held a secret would stand in titles and addresses, hidden like any other of its kind. */
  #problem(key: string): string | undefined {
    if (!KEY.test(key)) return 'sessionKey is 1 to 128 letters, digits and _ . : @ -';
    if (this.#port.transport.redact(key).count > 0)
      return 'sessionKey holds a secret that this host hides; use another.';
    return undefined;
  }
}

/** Undefined: it is none of these. The name is another where something in it is hidden, so the value says whose it is. */
function readRecord({ key: name, value }: PortRecord): { readonly owner: string; readonly key: string } | undefined {
  if (isObject(value) && typeof value.agent === 'string' && typeof value.key === 'string')
    return { owner: value.agent, key: value.key };
  // Before, the name alone did.
  const read = parseJson(name);
  const [owner, key] = read.ok && isArray(read.value) ? read.value : [];
  return typeof owner === 'string' && typeof key === 'string' ? { owner, key } : undefined;
}
