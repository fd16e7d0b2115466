// The artifacts of one task, which come in pieces: surfaces are shown piece by piece, words are said when they are whole. A
// piece that comes again, after a break or in the whole task, is known by its place and its content.

import type { Json } from '@vitrine/core';
import { readParts } from '../parts.ts';
import { type AgentMessage, type ArtifactPiece, keyOf, MAX_TEXT } from './agent-update.ts';

interface ArtifactState {
  /** Of each part that was read, by its place. */
  readonly keys: string[];
  text: string;
}

const MAX_ARTIFACTS = 1000;

export class Artifacts {
  readonly #readings = new Map<string, ArtifactState>();

  read({ id, isAppended, isLast, parts }: ArtifactPiece, task: string): readonly AgentMessage[] {
    if (!this.#readings.has(id) && this.#readings.size >= MAX_ARTIFACTS) return [];
    const reading = this.#readings.get(id) ?? { keys: [], text: '' };
    this.#readings.set(id, reading);
    const first = isAppended ? reading.keys.length : 0;
    const messages = parts.flatMap((part, i) => this.#part(part, reading, first + i, [task, id]));
    return isLast ? [...messages, ...flushed(id, reading, task)] : messages;
  }

  /** Nothing more comes: what was not said yet is whole. */
  end(task: string): readonly AgentMessage[] {
    return [...this.#readings].flatMap(([id, reading]) => flushed(id, reading, task));
  }

  #part(part: Json, reading: ArtifactState, place: number, where: readonly Json[]): readonly AgentMessage[] {
    const key = keyOf([...where, place, part]);
    if (reading.keys[place] === key) return [];
    reading.keys[place] = key;
    const { messages, envelopes, texts, issues } = readParts([part]);
    reading.text = `${reading.text}${texts.join('')}`.slice(0, MAX_TEXT);
    const isNothing = messages.length + envelopes.length + issues.length === 0;
    return isNothing ? [] : [{ key, messages, envelopes, texts: [], issues }];
  }
}

function flushed(id: string, reading: ArtifactState, task: string): readonly AgentMessage[] {
  const { text } = reading;
  reading.text = '';
  if (text.trim() === '') return [];
  return [{ key: keyOf([task, id, 'text', text]), messages: [], envelopes: [], texts: [text], issues: [] }];
}
