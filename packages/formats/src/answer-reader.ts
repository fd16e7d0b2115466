// The reader of what a model writes, in whichever format it was asked for: one word of the options chooses.

import { express } from './express/express.ts';
import type { Format, FormatName, ReadOptions } from './format.ts';
import type { AnswerPart, AnswerOptions as JsonOptions } from './json/answer-reader.ts';
import { AnswerReader as JsonReader } from './json/answer-reader.ts';
import { directJson } from './json/direct-json.ts';
import { ProgressiveReader } from './json/progressive-reader.ts';
import type { PartReader } from './json/read-answer.ts';
import { vertical } from './vertical/vertical.ts';

export const FORMATS: { readonly [name in FormatName]: Format } = { json: directJson, express, vertical };

export interface AnswerOptions extends JsonOptions, ReadOptions {
  /** How the model was told to write; Direct JSON when absent. The others need a fold or catalogs. */
  readonly format?: FormatName;
}

export class AnswerReader implements PartReader {
  readonly #reader: PartReader;

  constructor({ format = 'json', ...options }: AnswerOptions = {}) {
    if (format !== 'json') this.#reader = FORMATS[format].createReader(options);
    else this.#reader = options.drafts ? new ProgressiveReader(options) : new JsonReader(options);
  }

  push(chunk: string): readonly AnswerPart[] {
    return this.#reader.push(chunk);
  }

  end(): readonly AnswerPart[] {
    return this.#reader.end();
  }
}

/** The parts of an answer while it is written. Leaving the loop early also ends the source. */
export async function* readAnswer(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: AnswerOptions | PartReader = {},
): AsyncGenerator<AnswerPart, void, undefined> {
  const reader = 'push' in options ? options : new AnswerReader(options);
  for await (const chunk of chunks) yield* reader.push(chunk);
  yield* reader.end();
}

export function parseAnswer(text: string, options: AnswerOptions = {}): readonly AnswerPart[] {
  const reader = new AnswerReader(options);
  return [...reader.push(text), ...reader.end()];
}
