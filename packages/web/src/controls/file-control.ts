// A file that a person chooses: judged by name, type and size before a byte of it is read, then read and written as base64
// in pieces that are each far shorter than a frame.

import { type FieldParameters, type FieldProblem, type FieldRule, fieldSentence, fileKinds } from '@vitrine/core/later';
import type { Json, JsonObject } from '@vitrine/core/page';
import { attribute, make, text } from '../dom.ts';
import { recordOf, sizeOf } from '../file-record.ts';
import type { Control, ControlDescription, ControlWords } from './control.ts';

/** A multiple of 3: then no piece but the last ends in padding, and the pieces can be joined. */
const PIECE_BYTES = 384 * 1024;
/** Where the agent names no size. */
const DEFAULT_BYTES = 5 * 1024 * 1024;
/** What a host keeps of one file, unless its operator allows more. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_KINDS = 50;
const MAX_NAMED_KINDS = 8;

export class FileControl implements Control {
  readonly dom = make('div', 'file-field');
  readonly field = make('input', 'input file');
  readonly #progress = make('p', 'hint');

  constructor() {
    this.field.type = 'file';
    this.#progress.setAttribute('role', 'status');
    this.dom.append(this.field, this.#progress);
  }

  get focus(): HTMLElement {
    return this.field;
  }

  draw({ rule }: ControlDescription): void {
    attribute(this.field, 'accept', kindsOf(rule, MAX_KINDS).join(',') || undefined);
  }

  /** Only the person puts a file into it; all that can be shown is that there is none. */
  show(value: Json | undefined): void {
    if ((value === undefined || value === null) && this.field.value !== '') this.field.value = '';
  }

  /** The record of the chosen file, as a rule judges it. Its bytes are still here. */
  read(): JsonObject | undefined {
    const file = this.field.files?.[0];
    return file === undefined ? undefined : { ...recordOf(file), ref: '' };
  }

  /** The chosen file with its content in base64; undefined where it cannot be read. */
  async load(words: ControlWords): Promise<JsonObject | undefined> {
    const file = this.field.files?.[0];
    if (file === undefined) return undefined;
    try {
      const pieces: string[] = [];
      for (let at = 0; at < file.size; at += PIECE_BYTES) {
        pieces.push(await base64(file.slice(at, at + PIECE_BYTES)));
        const part = Math.min(1, (at + PIECE_BYTES) / file.size);
        text(this.#progress, part < 1 ? words.readFar(Math.floor(part * 100)) : '');
      }
      return { ...recordOf(file), data: pieces.join('') };
    } catch {
      return undefined;
    } finally {
      text(this.#progress, '');
    }
  }
}

/** The rule with a size that can be sent, whatever the agent would take. */
export function sendable(rule: FieldRule): FieldRule & { readonly maxBytes: number } {
  const { maxBytes = 0 } = rule;
  return { ...rule, maxBytes: Math.min(maxBytes > 0 ? maxBytes : DEFAULT_BYTES, MAX_BYTES) };
}

/** What is expected of a file. */
export function fileHint(rule: FieldRule, maxBytes: number, words: ControlWords): string {
  const kinds = kindsOf(rule, MAX_NAMED_KINDS).join(', ');
  const size = words.mostSize(sizeOf(maxBytes, words));
  return kinds === '' ? size : `${size} ${words.accepted(kinds)}`;
}

/** Sizes are told in the units of people. */
export function fileSentence(problem: FieldProblem, { size = 0 }: JsonObject, words: ControlWords): string {
  if (problem.code !== 'MAX_BYTES') return fieldSentence(problem, words);
  const { maxBytes } = problem.parameters as FieldParameters['MAX_BYTES'];
  return words.tooLarge(sizeOf(size as number, words), sizeOf(maxBytes, words));
}

function kindsOf({ accept = [] }: FieldRule, most: number): readonly string[] {
  return fileKinds(accept).slice(0, most);
}

function base64(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(piece);
  });
}
