// Children that a bench gives orders to: each order is a named function of the child, answered with what it returns.

import { type ChildProcess, fork } from 'node:child_process';

/** No order of a bench takes longer, on any machine that is worth measuring on. */
const LONGEST_MS = 60_000;

type Orders = { readonly [name: string]: (argument: never) => unknown };

interface Order {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** In the child. */
export function answerParent(orders: Orders): void {
  process.on('message', async ({ id, name, argument }: Order) => {
    try {
      process.send?.({ id, value: await orders[name]?.(argument as never) } satisfies Reply);
    } catch (error) {
      process.send?.({ id, error: String(error instanceof Error ? error.stack : error) } satisfies Reply);
    }
  });
  process.on('disconnect', () => process.exit());
}

export class Child {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  #id = 0;

  constructor(script: URL) {
    this.#process = fork(script, { execArgv: ['--expose-gc'] });
    this.#process.on('message', ({ id, value, error }: Reply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value as never);
      else waiting?.reject(new Error(error));
    });
    this.#process.on('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`A child ended with ${code}.`));
    });
  }

  async order<T>(name: string, argument?: unknown): Promise<T> {
    const id = ++this.#id;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`${name} took too long.`)), LONGEST_MS);
        this.#waiting.set(id, { resolve, reject });
        this.#process.send({ id, name, argument } satisfies Order);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    this.#waiting.clear();
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await ended;
  }
}
