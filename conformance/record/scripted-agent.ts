// An agent that answers every event by a script, over the host's own HTTP.

import type { JsonObject } from '@vitrine/core';
import type { World } from './world.ts';

/** What it says about one event; undefined: nothing. */
export type Script = (event: JsonObject, session: string) => readonly JsonObject[] | undefined;

export class ScriptedAgent {
  readonly key: string;
  readonly #world: World;
  readonly #script: Script;
  #isOver = false;

  constructor(world: World, key: string, script: Script) {
    this.#world = world;
    this.key = key;
    this.#script = script;
    void this.#run().catch(() => undefined);
  }

  static async start(world: World, name: string, script: Script): Promise<ScriptedAgent> {
    return new ScriptedAgent(world, await world.agent(name), script);
  }

  stop(): void {
    this.#isOver = true;
  }

  async #run(): Promise<void> {
    let after = '';
    while (!this.#isOver) {
      const { events = [], next } = await this.#world.json('GET', `/events?wait=1${after}`, this.key);
      after = `&after=${String(next)}`;
      for (const { session, event } of events as readonly { readonly session: string; readonly event: JsonObject }[]) {
        const spoken = ((event.body as readonly JsonObject[] | undefined)?.[0] ?? event) as JsonObject;
        const answer = this.#script(spoken, session);
        if (answer !== undefined) await this.#world.json('POST', `/sessions/${session}/messages`, this.key, answer);
      }
    }
  }
}
