// Processes that a test starts, listens to and kills: each says what it does in lines of JSON. They run what was built.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export type Said = { readonly [key: string]: unknown };

export class Process {
  readonly said: Said[] = [];
  readonly #child: ChildProcess;
  readonly ended: Promise<undefined>;
  #heard: () => void = () => undefined;

  constructor(script: URL, args: readonly string[]) {
    this.#child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.ended = once(this.#child, 'exit').then(() => undefined);
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.said.push(JSON.parse(line) as Said);
      this.#heard();
    });
    onTestFinished(() => this.kill());
  }

  /** The first that it says which fits. */
  async until(isIt: (said: Said) => boolean): Promise<Said> {
    for (;;) {
      const found = this.said.find(isIt);
      if (found !== undefined) return found;
      const more = new Promise<'more'>((resolve) => {
        this.#heard = () => resolve('more');
      });
      if ((await Promise.race([more, this.ended])) !== 'more') throw new Error('It ended before it said so.');
    }
  }

  /** SIGKILL: it can do nothing more. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}

export interface HostProcess {
  readonly process: Process;
  readonly url: string;
  /** Of its first agent. */
  readonly key: string;
}

/** @param script is given the folder, and says `{url, key}` when it listens */
export async function startHostProcess(script: URL, folder: string): Promise<HostProcess> {
  const process = new Process(script, [folder]);
  const { url, key } = (await process.until(({ url }) => url !== undefined)) as { url: string; key: string };
  return { process, url, key };
}
