// The other ways to read an answer: as an async iterable of chunks, whole, or only the JSON in a text.

import type { Issue, JsonObject } from '@vitrine/core';
import { type AnswerOptions, type AnswerPart, AnswerReader, DEFAULT_TAG } from './answer-reader.ts';
import type { Repair } from './repair.ts';

/** What reads an answer: AnswerReader, ProgressiveReader. */
export interface PartReader {
  push(chunk: string): readonly AnswerPart[];
  end(): readonly AnswerPart[];
}

/** All that an answer held. */
export interface WholeAnswer {
  readonly text: string;
  readonly messages: readonly JsonObject[];
  readonly repairs: readonly Repair[];
  readonly issues: readonly Issue[];
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

export function gatherAnswer(parts: Iterable<AnswerPart>): WholeAnswer {
  const answer = { text: '', messages: [] as JsonObject[], repairs: [] as Repair[], issues: [] as Issue[] };
  for (const part of parts) {
    if (part.part === 'text') answer.text += part.text;
    else if (part.part === 'repair') answer.repairs.push(part.repair);
    else {
      if (part.part === 'message') answer.messages.push(part.message);
      answer.repairs.push(...part.repairs);
      answer.issues.push(...part.issues);
    }
  }
  return answer;
}

/** The JSON objects of a text that is meant to be JSON, mended where needed; a single one is a list of one. */
export function repairJson(text: string): WholeAnswer {
  return gatherAnswer(parseAnswer(`<${DEFAULT_TAG}>${text}</${DEFAULT_TAG}>`, { values: 'any' }));
}

/** Whether a text holds a whole block. */
export function hasBlock(text: string, tag: string = DEFAULT_TAG): boolean {
  const open = text.indexOf(`<${tag}>`);
  return open >= 0 && text.includes(`</${tag}>`, open);
}
