// What a command may touch of the process around it. Tests hand in their own; processIo() is the real one.

import { once } from 'node:events';

export interface Sink {
  /** Resolves when more may be written. What is written after the reader has left goes nowhere. */
  write(text: string): Promise<void>;
  /** The reader has left. */
  readonly closed: boolean;
  /** Someone is looking, and has not asked for plain text. */
  readonly colour: boolean;
  /** Of the terminal, if there is one. */
  readonly columns?: number | undefined;
}

export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** Resolves when the process is asked to end. Only a command that waits asks for it. */
  stopped(): Promise<void>;
}

/** 0: fine; 1: the input is bad; 2: the call is wrong. */
export type ExitCode = 0 | 1 | 2;

export function processIo(): Io {
  return {
    // Not touched by commands that read nothing.
    get stdin() {
      return process.stdin;
    },
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    cwd: process.cwd(),
    env: process.env,
    async stopped() {
      // A second signal finds no handler and ends the process at once.
      await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
    },
  };
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  let closed = false;
  // `vitrine … | head` is no failure: the reader has seen enough.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
  });
  const plain = process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== '';
  return {
    get closed() {
      return closed;
    },
    colour: stream.isTTY === true && !plain && process.env.TERM !== 'dumb',
    columns: stream.columns,
    write: (text) => (closed ? Promise.resolve() : new Promise((resolve) => void stream.write(text, () => resolve()))),
  };
}
