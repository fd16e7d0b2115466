// A real host on a virtual clock with one session of the shop, and when each of its entries was written.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@vitrine/core';
import { createHost, type Host } from '@vitrine/host';
import { openSqliteLog } from '@vitrine/log';
import { Shop, TICK_MS } from './shop.ts';
import { turn, VirtualClock } from './virtual-clock.ts';

export interface Answer {
  readonly accepted: number;
  readonly seq: number;
  readonly issues: readonly { readonly code: string; readonly message: string }[];
}

const DAY_SECONDS = 24 * 60 * 60;

export class World {
  readonly clock: VirtualClock;
  readonly host: Host;
  readonly url: string;
  readonly key: string;
  readonly #folder: string;

  constructor(clock: VirtualClock, host: Host, url: string, key: string, folder: string) {
    this.clock = clock;
    this.host = host;
    this.url = url;
    this.key = key;
    this.#folder = folder;
  }

  static async open(): Promise<World> {
    const clock = new VirtualClock();
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-late-'));
    const log = await openSqliteLog(':memory:');
    // Time runs faster than any machine answers a ping, and what comes in minutes of it would be too fast for seconds of another.
    const limits = { pingSeconds: Number.MAX_SAFE_INTEGER, helloSeconds: Number.MAX_SAFE_INTEGER };
    const sockets = { limits, steadyNow: clock.now };
    const host = await createHost({ folder, log, now: clock.now, viewerSeconds: DAY_SECONDS, sockets });
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
    return new World(clock, host, url, (await readFile(join(folder, 'agent.key'), 'utf8')).trim(), folder);
  }

  async close(): Promise<void> {
    await this.host.stop(0);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async call<T>(credential: string, path: string, body: unknown): Promise<T> {
    const headers = {
      authorization: `Bearer ${credential}`,
      host: new URL(this.url).host,
      'content-type': 'application/json',
    };
    const request = new Request(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await (await this.host.fetch(request, { address: '127.0.0.1' })).json()) as T;
  }

  async openShop(tickMs = TICK_MS): Promise<OpenShop> {
    const { session } = await this.call<{ session: string }>(this.key, '/sessions', { dialect: 'a2ui-0.9' });
    const shop = new OpenShop(this, session);
    await shop.begin(tickMs);
    return shop;
  }
}

export class OpenShop {
  readonly world: World;
  readonly session: string;
  readonly #shop = new Shop();
  /** When each entry was written; where it is not known, when the next one was. */
  readonly #times: number[] = [];
  readonly #lines: { readonly reached: () => number; readonly arrival: (sentAt: number) => number }[] = [];
  #stop: (() => void) | undefined;

  constructor(world: World, session: string) {
    this.world = world;
    this.session = session;
    world.clock.onAdvance((moment) => this.#readyFor(moment));
  }

  get head(): number {
    return this.#times.length - 1;
  }

  async begin(tickMs: number): Promise<void> {
    await this.#write(this.#shop.begin());
    const tick = async (): Promise<void> => {
      await this.#write(this.#shop.next());
      this.#stop = this.world.clock.after(tickMs, tick);
    };
    this.#stop = this.world.clock.after(tickMs, tick);
  }

  /** The agent rests. */
  rest(): void {
    this.#stop?.();
  }

  /** Another viewer's token. */
  async token(viewer: string): Promise<string> {
    return (
      await this.world.call<{ token: string }>(this.world.key, `/sessions/${this.session}/viewer-token`, { viewer })
    ).token;
  }

  async post(token: string, dialect: string, message: unknown): Promise<Answer> {
    const answer = await this.world.call<Answer>(token, `/sessions/${this.session}/events?dialect=${dialect}`, message);
    this.noteHead(answer.seq);
    return answer;
  }

  noteHead(seq: number): void {
    while (this.#times.length <= seq) this.#times.push(this.world.clock.now());
  }

  sentAt(seq: number): number {
    this.noteHead(seq);
    return this.#times[seq] as number;
  }

  /** Time waits for what this line should have brought by then. */
  watch(line: { readonly reached: () => number; readonly arrival: (sentAt: number) => number }): void {
    this.#lines.push(line);
  }

  async #readyFor(moment: number): Promise<void> {
    for (const { reached, arrival } of this.#lines)
      for (let seq = reached() + 1; seq <= this.head && arrival(this.sentAt(seq)) <= moment; seq = reached() + 1)
        await turn();
  }

  async #write(messages: readonly JsonObject[]): Promise<void> {
    const { accepted, seq, issues } = await this.world.call<Answer>(
      this.world.key,
      `/sessions/${this.session}/messages`,
      messages,
    );
    if (accepted !== messages.length) throw new Error(`The agent was refused: ${JSON.stringify(issues)}`);
    this.noteHead(seq);
  }
}
