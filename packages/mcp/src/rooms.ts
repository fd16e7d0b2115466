// Which session a key names: `main` where none is named, for each agent its own. Durable: after a restart the same key
// names the same session. One that was closed makes place for a new one.

import { isObject, type SessionPort, type Trust, type View } from '@vitrine/core';
import { ToolError } from './tool-error.ts';

export const DEFAULT_KEY = 'main';
const KEY = /^[\w.:@-]{1,128}$/;

export interface Owner {
  readonly agent: string;
  readonly trust: Trust;
}

export class Rooms {
  readonly #port: SessionPort;
  /** Under way, so that two calls at once open one session. */
  readonly #opening = new Map<string, Promise<string>>();

  readonly #most: number;

  constructor(port: SessionPort, most: number) {
    this.#port = port;
    this.#most = most;
  }

  /** The session of a key, opened where there is none, and trusted no more than its agent. */
  open(owner: Owner, key: string): Promise<string> {
    const name = nameOf(owner.agent, key);
    const under = this.#opening.get(name);
    if (under !== undefined) return under;
    const opened = this.#open(owner, key, name).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opened);
    return opened;
  }

  /** Undefined: nothing was ever shown under this key. */
  async find(agent: string, key: string): Promise<string | undefined> {
    const value = (await this.#port.records.read(nameOf(agent, key)))?.value ?? null;
    const session = isObject(value) ? value.session : undefined;
    if (typeof session !== 'string') return undefined;
    const known = await this.#port.session(session);
    return known === undefined || known.closedAt !== undefined ? undefined : session;
  }

  /** The keys of an agent whose sessions are open. */
  async list(
    agent: string,
  ): Promise<readonly { readonly key: string; readonly session: string; readonly view: View }[]> {
    const rooms: { key: string; session: string; view: View }[] = [];
    for (const key of await this.#keys(agent)) {
      const session = await this.find(agent, key);
      if (session !== undefined) rooms.push({ key, session, view: await this.#port.view(session) });
    }
    return rooms;
  }

  async #keys(agent: string): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const { key: name } of this.#port.records.list()) {
      const [owner, key] = JSON.parse(name) as [string, string];
      if (owner === agent) keys.push(key);
    }
    return keys;
  }

  /** Keys whose sessions are closed are forgotten before one is refused. */
  async #makeRoom(agent: string): Promise<void> {
    const keys = await this.#keys(agent);
    if (keys.length < this.#most) return;
    const found = await Promise.all(keys.map(async (key) => ({ key, session: await this.find(agent, key) })));
    const closed = found.filter(({ session }) => session === undefined);
    if (closed.length === 0)
      throw new ToolError(`you have ${keys.length} sessions open; reset and use one of them again.`);
    await this.#port.records.write(closed.map(({ key }) => ({ key: nameOf(agent, key), remove: true as const })));
  }

  async #open({ agent, trust }: Owner, key: string, name: string): Promise<string> {
    const found = await this.find(agent, key);
    if (found !== undefined) return found;
    await this.#makeRoom(agent);
    const { session } = await this.#port.open({ agent, trust, title: key });
    await this.#port.records.write([{ key: name, value: { session } }]);
    return session;
  }
}

function nameOf(agent: string, key: string): string {
  if (!KEY.test(key)) throw new ToolError('sessionKey is 1 to 128 letters, digits and _ . : @ -');
  return JSON.stringify([agent, key]);
}
