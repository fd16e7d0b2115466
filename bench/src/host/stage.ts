// Servers, viewers and agents as children, and their way to each other. Everything ends with the stage.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentsOptions } from './agents.ts';
import { Child } from './process.ts';
import type { Opened } from './server.ts';
import type { ViewersOptions } from './viewers.ts';

export interface Place {
  readonly server: Child;
  readonly viewers: Child;
  readonly agents: Child;
  readonly agentsOptions: AgentsOptions;
  /** Sessions with a token each; none where the server knows no sessions. */
  readonly sessions: readonly { readonly session: string; readonly token: string }[];
}

export interface HostPlaceOptions {
  readonly sessions: number;
  readonly components: number;
  /** In each session. */
  readonly viewers: number;
  readonly noting?: number;
  /** Of the host. */
  readonly recentBytes?: number;
  /** A collector that everything is told. */
  readonly otlp?: string;
}

const SETTLED_MS = 10_000;

export class Stage {
  readonly #children: Child[] = [];
  readonly #folders: string[] = [];

  async host({ sessions, components, viewers, noting = 0, recentBytes, otlp }: HostPlaceOptions): Promise<Place> {
    const server = this.#child('server');
    const { port, key } = await server.order<Opened>('host', { folder: this.folder(), recentBytes, otlp });
    const opened = await server.order<Place['sessions']>('sessions', { count: sessions, components });
    const seats = opened.flatMap((each) => Array<(typeof opened)[number]>(viewers).fill(each));
    const place = {
      server,
      viewers: this.#child('viewers'),
      agents: this.#child('agents'),
      agentsOptions: { port, key, paths: ['/socket'], sessions: opened.map(({ session }) => session) },
      sessions: opened,
    };
    await place.viewers.order('open', {
      port,
      paths: seats.map(({ session }) => `/sessions/${session}/socket`),
      tokens: seats.map(({ token }) => token),
      noting,
      isHost: true,
    } satisfies ViewersOptions);
    return place;
  }

  async plain({ viewers: count, noting }: { readonly viewers: number; readonly noting: number }): Promise<Place> {
    const [server, viewers, agents] = [this.#child('server'), this.#child('viewers'), this.#child('agents')];
    const { port, key } = await server.order<Opened>('plain');
    const [paths, tokens] = [Array<string>(count).fill('/'), Array<string>(count).fill('')];
    await viewers.order('open', { port, paths, tokens, noting, isHost: false } satisfies ViewersOptions);
    return { server, viewers, agents, agentsOptions: { port, key, paths: ['/'], sessions: [] }, sessions: [] };
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
    this.#folders.push(folder);
    return join(folder, 'data');
  }

  child(name: 'server' | 'viewers' | 'agents' | 'resume' | 'bare' | '../cluster/bare' | '../cluster/driver'): Child {
    return this.#child(name);
  }

  /** Before the next bench: what stays open would take CPU from it. */
  async clear(): Promise<void> {
    await Promise.all(this.#children.splice(0).map((child) => child.end()));
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }

  #child(name: string): Child {
    const child = new Child(new URL(`./${name}.js`, import.meta.url));
    this.#children.push(child);
    return child;
  }
}

/** Waits until so many messages have come; tells how many did. */
export async function settle(viewers: Child, expected: number): Promise<number> {
  for (const until = performance.now() + SETTLED_MS; ; ) {
    const count = await viewers.order<number>('count');
    if (count >= expected) return count;
    if (performance.now() > until) throw new Error(`Only ${count} of ${expected} messages came.`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
