// A program that runs beside the server and ends with it: started again after a while when it ends by itself, each time
// after a longer one. What it says goes line by line to whoever asked for it.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ChildOptions {
  readonly program: URL;
  readonly args: readonly string[];
  readonly onLine: (line: string) => void;
  /** Before it is started again for the first time; then twice as long, and so on. */
  readonly firstWaitMs?: number;
}

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** One that ran so long has not failed at once: the waits begin anew. */
const HEALTHY_MS = 60_000;
/** Between being asked to end and being ended. */
const PATIENCE_MS = 3000;

export class ChildProgram {
  readonly #options: ChildOptions;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #waitMs: number;
  #isOver = false;

  constructor(options: ChildOptions) {
    this.#options = options;
    this.#waitMs = options.firstWaitMs ?? FIRST_WAIT_MS;
    this.#start();
  }

  #start(): void {
    const { program, args, onLine, firstWaitMs = FIRST_WAIT_MS } = this.#options;
    const began = performance.now();
    // Its standard input is ours: it ends with us even when we are killed.
    const child = spawn(process.execPath, [fileURLToPath(program), ...args], { stdio: ['pipe', 'ignore', 'pipe'] });
    this.#child = child;
    createInterface({ input: child.stderr }).on('line', onLine);
    child.stdin.on('error', () => undefined);
    let isTold = false;
    const ended = (how: string) => {
      if (isTold || this.#isOver) return;
      isTold = true;
      if (performance.now() - began > HEALTHY_MS) this.#waitMs = firstWaitMs;
      onLine(`it ended (${how}) and is started again in ${Math.round(this.#waitMs / 100) / 10} s`);
      this.#timer = setTimeout(() => this.#start(), this.#waitMs);
      this.#waitMs = Math.min(MAX_WAIT_MS, this.#waitMs * 2);
    };
    child.once('error', (error) => ended(error.message));
    child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await exited;
    clearTimeout(impatience);
  }
}
