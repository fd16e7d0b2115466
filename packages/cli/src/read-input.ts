// The bytes of a file or of standard input, and their way into an intake: line by line as they arrive, or as one
// document where a single JSON value is laid out over many lines.

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { type Limits, parseJson } from '@vitrine/core/internal';
import { type Intake, isLaidOut, type Receipt } from '@vitrine/dialects';
import { CallError } from './errors.ts';
import type { Io } from './io.ts';

export async function* readInput(file: string, io: Io): AsyncGenerator<Uint8Array | string> {
  if (file === '-') {
    yield* io.stdin;
    return;
  }
  try {
    yield* createReadStream(resolve(io.cwd, file));
  } catch (error) {
    throw new CallError(fileProblem(file, error));
  }
}

/** The same, for whoever does something else before the first of it is needed: a file that cannot be read is told at once. */
export async function beginInput(file: string, io: Io): Promise<AsyncIterable<Uint8Array | string>> {
  const chunks = readInput(file, io);
  const first = file === '-' ? undefined : await chunks.next();
  return (async function* () {
    if (first?.done === false) yield first.value;
    yield* chunks;
  })();
}

export function fileProblem(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `There is no file "${file}".`;
  if (code === 'EISDIR') return `"${file}" is a folder; name a file.`;
  if (code === 'EACCES') return `"${file}" may not be read.`;
  return `"${file}" cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** What became of each message, as soon as it is known. */
export async function* feed(
  chunks: AsyncIterable<Uint8Array | string>,
  intake: Intake,
  limits: Pick<Limits, 'lineLength'>,
): AsyncGenerator<Receipt> {
  const decoder = new TextDecoder();
  /** The text so far, while it may still be one document. */
  let whole: string | undefined = '';
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (whole === undefined) {
      yield* intake.push(text);
      continue;
    }
    whole += text;
    const isTooLong = whole.length > limits.lineLength;
    if (isTooLong && isLaidOut(whole)) break;
    if (isTooLong || beginsWithMessage(whole, whole.length - text.length)) {
      yield* intake.push(whole);
      whole = undefined;
    }
  }
  const rest = decoder.decode();
  if (whole !== undefined) yield* intake.document(whole + rest);
  else yield* [...intake.push(rest), ...intake.end()];
}

/** Whether the first line that is not blank is a JSON value by itself. Asked once, when that line is complete. */
function beginsWithMessage(text: string, judged: number): boolean {
  const first = /^\s*(\S[^\r\n]*)[\r\n]/.exec(text);
  if (first === null || first[0].length <= judged) return false;
  return parseJson(first[1] as string).ok;
}
