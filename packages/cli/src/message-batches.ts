// A stream of messages cut into bodies for a host: what has arrived goes together, up to a size; a JSON document that is
// laid out over many lines goes whole. Where each body began is kept, so that issues can name the line.

import type { Issue, Limits } from '@vitrine/core';
import { isLaidOut, type Line, LineReader } from '@vitrine/dialects';

export interface MessageBatch {
  readonly text: string;
  /** The lines of the input that the lines of the text were. Absent: the text is one document. */
  readonly lines?: readonly number[];
  /** Lines that could not be read at all. */
  readonly issues?: readonly Issue[];
}

export interface BatchOptions {
  readonly limits: Pick<Limits, 'lineLength'>;
  /** Messages in a body at most. */
  readonly most: number;
}

/** UTF-16 units of a body; in UTF-8 it is at most three times as many bytes. */
const BATCH_LENGTH = 512 * 1024;

export async function* readBatches(
  chunks: AsyncIterable<Uint8Array | string>,
  { limits, most }: BatchOptions,
): AsyncGenerator<MessageBatch> {
  const decoder = new TextDecoder();
  const reader = new LineReader(limits);
  /** The text so far, while it may still be one document. */
  let whole: string | undefined = '';
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (whole === undefined) {
      yield* cut(reader.push(text), most);
      continue;
    }
    whole += text;
    if (!hasLine(whole) || (isLaidOut(whole) && whole.length <= limits.lineLength)) continue;
    yield* cut(reader.push(whole), most);
    whole = undefined;
  }
  const rest = decoder.decode();
  if (whole !== undefined && isDocument(whole + rest)) {
    yield { text: whole + rest };
    return;
  }
  yield* cut([...reader.push((whole ?? '') + rest), ...reader.end()], most);
}

/** Something stands before a line break. */
function hasLine(text: string): boolean {
  return /\S[^\n\r]*[\n\r]/.test(text);
}

function isDocument(text: string): boolean {
  return text.trim() !== '' && isLaidOut(text);
}

function* cut(lines: readonly Line[], most: number): Generator<MessageBatch> {
  let batch = new BatchBuilder();
  for (const line of lines) {
    if ('text' in line && line.text.trim() === '') continue;
    if (!batch.hasRoom(line, most)) {
      yield batch.whole();
      batch = new BatchBuilder();
    }
    batch.add(line);
  }
  if (!batch.isEmpty) yield batch.whole();
}

class BatchBuilder {
  readonly #texts: string[] = [];
  readonly #lines: number[] = [];
  readonly #issues: Issue[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#texts.length === 0 && this.#issues.length === 0;
  }

  hasRoom(line: Line, most: number): boolean {
    const more = 'text' in line ? line.text.length : 0;
    return this.isEmpty || (this.#texts.length < most && this.#length + more <= BATCH_LENGTH);
  }

  add(line: Line): void {
    if ('issue' in line) {
      this.#issues.push({ ...line.issue, line: line.line });
      return;
    }
    this.#texts.push(line.text);
    this.#lines.push(line.line);
    this.#length += line.text.length;
  }

  whole(): MessageBatch {
    return { text: this.#texts.join('\n'), lines: this.#lines, issues: this.#issues };
  }
}
