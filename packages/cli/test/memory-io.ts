// An Io without a process: input from texts, output kept, nothing waited for.

import type { Io, Sink } from '../src/io.ts';

export interface MemoryIo extends Io {
  readonly out: () => string;
  readonly err: () => string;
}

export interface MemoryIoOptions {
  readonly stdin?: Iterable<string | Uint8Array>;
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string };
  readonly stopped?: Promise<void>;
  readonly colour?: boolean;
  /** The reader of standard output leaves after this many characters. */
  readonly closeAfter?: number;
  readonly heard?: (text: string) => void;
}

export function memoryIo(options: MemoryIoOptions = {}): MemoryIo {
  const { stdin = [], cwd = process.cwd(), env = {}, stopped = Promise.resolve(), colour = false } = options;
  const out = memorySink(colour, options.closeAfter, options.heard);
  const err = memorySink(colour);
  return {
    stdin: asyncOf(stdin),
    stdout: out.sink,
    stderr: err.sink,
    cwd,
    env,
    stopped: () => stopped,
    out: out.text,
    err: err.text,
  };
}

function memorySink(colour: boolean, closeAfter = Number.POSITIVE_INFINITY, heard?: (text: string) => void) {
  let text = '';
  const sink: Sink = {
    colour,
    get closed() {
      return text.length >= closeAfter;
    },
    write: async (more) => {
      text += more;
      heard?.(more);
    },
  };
  return { sink, text: () => text };
}

async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
