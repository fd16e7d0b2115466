// A real host with every face on a port of loopback, on a clock that only moves when it is told to, and what speaks to it:
// calls, streams and sockets, each written down as it goes over the wire.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type A2aOptions, a2aFaceWith } from '@vitrine/a2a';
import { type AgentchainsLimits, faceWith as agentchainsWith } from '@vitrine/agentchains';
import type { JsonObject } from '@vitrine/core';
import { createHost, type Host, type HostOptions } from '@vitrine/host';
import { openSqliteLog } from '@vitrine/log';
import { type McpSettings, mcpFaceWith } from '@vitrine/mcp';
import { type OpenwopOptions, faceWith as openwopWith } from '@vitrine/openwop';

/** Far from any time of a machine, so that the two are never confused. */
export const START = Date.parse('2040-03-01T12:00:00.000Z');
const DAY_SECONDS = 24 * 60 * 60;
const PLENTY = { perSecond: 1_000_000, burst: 1_000_000 };
const NEVER = Number.MAX_SAFE_INTEGER;
/** A step that takes so long has failed. */
const PATIENCE_MS = 8_000;

export interface WorldOptions {
  /** A data folder that is there; absent: an empty one, with the log in memory. */
  readonly folder?: string;
  readonly startAt?: number;
  readonly host?: Partial<HostOptions>;
  readonly a2a?: A2aOptions;
  readonly agentchains?: Partial<AgentchainsLimits>;
  readonly openwop?: OpenwopOptions;
  readonly mcp?: Partial<McpSettings>;
}

export class World {
  readonly host: Host;
  readonly url: string;
  /** Of the agent `dev`. */
  readonly key: string;
  readonly folder: string;
  readonly #clock: { now: number };
  readonly #ticks: (() => void)[];
  readonly #isOwn: boolean;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(
    parts: Pick<World, 'host' | 'url' | 'key' | 'folder'>,
    clock: { now: number },
    ticks: (() => void)[],
    isOwn: boolean,
  ) {
    this.host = parts.host;
    this.url = parts.url;
    this.key = parts.key;
    this.folder = parts.folder;
    this.#clock = clock;
    this.#ticks = ticks;
    this.#isOwn = isOwn;
  }

  static async open(options: WorldOptions = {}): Promise<World> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'vitrine-record-')));
    const clock = { now: options.startAt ?? START };
    const ticks: (() => void)[] = [];
    const everySecond = (run: () => void) => {
      ticks.push(run);
      return () => void ticks.splice(ticks.indexOf(run), 1);
    };
    const host = await createHost({
      folder,
      ...(options.folder === undefined ? { log: await openSqliteLog(':memory:') } : {}),
      now: () => clock.now,
      viewerSeconds: DAY_SECONDS,
      http: { rates: { agent: PLENTY, session: PLENTY, viewer: PLENTY, address: PLENTY } },
      // Machines under load answer late, and time stands still here.
      sockets: {
        limits: {
          pingSeconds: NEVER,
          helloSeconds: NEVER,
          connect: PLENTY,
          viewer: PLENTY,
          session: PLENTY,
          agent: PLENTY,
        },
      },
      faces: [
        agentchainsWith({ everySecond, limits: { pingMs: NEVER, ...options.agentchains } }),
        openwopWith({ everySecond, ...options.openwop }),
        a2aFaceWith(options.a2a ?? {}),
        mcpFaceWith({ patienceMs: PATIENCE_MS, ...options.mcp }),
      ],
      ...options.host,
    });
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    return new World({ host, url, key, folder }, clock, ticks, options.folder === undefined);
  }

  get now(): number {
    return this.#clock.now;
  }

  /** Time passes, and what it brings is looked for. */
  pass(milliseconds: number): void {
    this.#clock.now += milliseconds;
    for (const run of [...this.#ticks]) run();
  }

  /** Looks for what time has brought again and again, until it is there: one look may be under way. */
  async looking<T>(found: Promise<T>): Promise<T> {
    const timer = setInterval(() => this.pass(0), 10);
    return found.finally(() => clearInterval(timer));
  }

  async agent(name: string): Promise<string> {
    return (await this.host.credentials.addAgent(name)).key;
  }

  send(
    method: string,
    path: string,
    headers: { readonly [name: string]: string },
    body?: string | Uint8Array,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const call = httpRequest(`${this.url}${path}`, { method, headers, agent: this.#agent });
      call.on('response', resolve).on('error', reject);
      call.end(body);
    });
  }

  /** An answer that nobody writes down. */
  async json(
    method: string,
    path: string,
    key: string,
    body?: unknown,
    headers: { readonly [name: string]: string } = {},
  ): Promise<JsonObject> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = { authorization: `Bearer ${key}`, accept: 'application/json', ...type, ...headers };
    const response = await this.send(method, path, sent, body === undefined ? undefined : JSON.stringify(body));
    const text = await textOf(response);
    return jsonIn(text);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.host.stop(0);
    if (this.#isOwn) await rm(this.folder, { recursive: true, force: true });
  }
}

export async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const piece of response) text += piece as string;
  return text;
}

/** The one JSON object of an answer, which MCP may send as the only event of a stream. */
export function jsonIn(text: string): JsonObject {
  const event = /^data: (\{.*)$/m.exec(text)?.[1];
  return JSON.parse(text.startsWith('{') ? text : (event ?? text)) as JsonObject;
}

/** Fails by name, and not by the test's own time. */
export function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come.`)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
