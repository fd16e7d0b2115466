// One node: `vitrine serve` on the shared database, as a process that can be killed, paused, stopped and started again,
// and whose clock can be set.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Backend } from './balancer.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/vitrine.js', import.meta.url));
const CLOCK = new URL('shifted-clock.mjs', import.meta.url).href;
const MAX_START_MS = 60_000;
const MAX_STOP_MS = 30_000;
const MAX_LINES = 400;

export interface NodeSettings {
  readonly name: string;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly env: { readonly [name: string]: string };
}

export class NodeProcess implements Backend {
  readonly name: string;
  readonly #settings: NodeSettings;
  readonly #lines: string[] = [];
  #child: ChildProcess | undefined;
  #url: string | undefined;
  #isPaused = false;

  constructor(settings: NodeSettings) {
    this.#settings = settings;
    this.name = settings.name;
  }

  get url(): string | undefined {
    return this.#url;
  }

  get isRunning(): boolean {
    return this.#url !== undefined && !this.#isPaused;
  }

  /** What it told on standard error, the last lines of all its lives. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  get key(): string {
    return readFileSync(join(this.#settings.folder, 'agent.key'), 'utf8').trim();
  }

  async start(): Promise<void> {
    const { folder, databaseUrl, env } = this.#settings;
    await mkdir(folder, { recursive: true });
    const clock = join(folder, 'clock');
    writeFileSync(clock, '0');
    const args = ['serve', '--port', '0', '--data', folder, '--database-url', databaseUrl];
    const child = spawn(process.execPath, ['--import', CLOCK, PROGRAM, ...args], {
      env: { ...process.env, ...env, VITRINE_TEST_CLOCK: clock, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    // Whatever ends this process, no node outlives it.
    const endWith = (): void => void child.kill('SIGKILL');
    process.once('exit', endWith);
    child.once('exit', () => process.off('exit', endWith));
    child.stderr.on('data', (text) => this.#note(String(text)));
    child.once('exit', (code, signal) => {
      this.#note(`(ended: ${code ?? signal})`);
      if (this.#child === child) this.#url = undefined;
    });
    this.#url = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${this.name} did not start in time`)), MAX_START_MS);
      child.once('exit', (code) => {
        clearTimeout(late);
        reject(new Error(`${this.name} ended with ${code}: ${this.#lines.slice(-5).join('\n')}`));
      });
      child.stdout.on('data', (text) => {
        const told = /https?:\/\/[^/#\s]+/.exec(String(text))?.[0];
        if (told === undefined) return;
        clearTimeout(late);
        resolve(told);
      });
    });
  }

  /** Undefined while it does not run. */
  get #running(): ChildProcess | undefined {
    const child = this.#child;
    return child === undefined || child.exitCode !== null || child.signalCode !== null ? undefined : child;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As its operator ends it. True: by itself, and with 0. */
  async stop(): Promise<boolean> {
    const child = this.#running;
    if (child === undefined) return true;
    this.resume();
    const late = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS);
    await this.#end('SIGTERM');
    clearTimeout(late);
    return child.exitCode === 0;
  }

  pause(): void {
    this.#isPaused = true;
    this.#running?.kill('SIGSTOP');
  }

  resume(): void {
    this.#running?.kill('SIGCONT');
    this.#isPaused = false;
  }

  setClock(offMs: number): void {
    writeFileSync(join(this.#settings.folder, 'clock'), String(offMs));
    this.#running?.kill('SIGUSR2');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#running;
    if (child === undefined) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
    this.#isPaused = false;
    if (this.#child === child) this.#url = undefined;
  }

  /** Errors that are faults of ours, whatever befell the node: each kind once. */
  readonly faults = new Set<string>();

  #note(text: string): void {
    for (const [found] of text.matchAll(/"err":\{"type":"(?!HostError|LogError)[^}]{0,600}/g)) this.faults.add(found);
    for (const line of text.split('\n')) if (line !== '') this.#lines.push(`${new Date().toISOString()} ${line}`);
    this.#lines.splice(0, Math.max(0, this.#lines.length - MAX_LINES));
  }
}
