// A server of the command line inside the test, on a folder of its own, and commands that talk to it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from '../src/main.ts';
import { type MemoryIo, type MemoryIoOptions, memoryIo } from './memory-io.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Pages and programs are products of the build; whoever runs only these tests may not have them yet. */
export function ensureBuilt(): void {
  const made = ['../dist/program/main.js', '../dist/program/demos.js', '../dist/program/www/index.html'];
  if (made.every((file) => existsSync(path(file)))) return;
  for (const program of ['../../../apps/playground/build.mjs', '../bundle.mjs']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path(program)], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the build failed: ${stdout}${stderr}`);
  }
}

export function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export class Serving {
  /** Without a slash at the end. */
  readonly url: string;
  /** As it was told: with the operator's code. */
  readonly told: string;
  readonly folder: string;
  readonly io: MemoryIo;
  readonly ended: Promise<number>;
  readonly #stop: () => void;

  constructor(told: string, folder: string, io: MemoryIo, ended: Promise<number>, stop: () => void) {
    this.told = told;
    this.url = told.replace(/\/#.*$/, '');
    this.folder = folder;
    this.io = io;
    this.ended = ended;
    this.#stop = stop;
  }

  static async start(args: readonly string[] = [], env: { [name: string]: string } = {}, folder = newFolder()) {
    const stopped = withResolvers<void>();
    const told = withResolvers<string>();
    const heard = (text: string) => told.resolve(/https?:\S+/.exec(text)?.[0] ?? '');
    const io = memoryIo({ stopped: stopped.promise, env: { VITRINE_PORT: '0', ...env }, heard });
    const ended = main(['serve', '--data', folder, ...args], io);
    const failed = ended.then((code) => Promise.reject(new Error(`it ended with ${code}: ${io.err()}`)));
    const url = await Promise.race([told.promise, failed]);
    failed.catch(() => {});
    const serving = new Serving(url, folder, io, ended, stopped.resolve);
    running.add(serving);
    return serving;
  }

  get key(): string {
    return readFileSync(join(this.folder, 'agent.key'), 'utf8').trim();
  }

  async stop(): Promise<number> {
    this.#stop();
    running.delete(this);
    return this.ended;
  }

  /** A command with this server as its own. */
  async run(args: readonly string[], options: MemoryIoOptions = {}): Promise<Ran> {
    const env = { VITRINE_URL: this.url, VITRINE_DATA: this.folder };
    const io = memoryIo({ env, ...options });
    const code = await main(args, io);
    return { code, out: io.out(), err: io.err() };
  }

  async call(
    path: string,
    options: { body?: unknown; token?: string; method?: string; once?: string } = {},
  ): Promise<Response> {
    const { body, token = this.key, method = body === undefined ? 'GET' : 'POST', once } = options;
    return fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

const running = new Set<Serving>();
const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-serve-'));
  folders.push(folder);
  return folder;
}

/** For afterEach. */
export async function stopAll(): Promise<void> {
  for (const serving of running) await serving.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
