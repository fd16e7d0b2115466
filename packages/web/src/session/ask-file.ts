// A file as answer: judged by name, type and size before a byte of it is read, then read and written as base64 in pieces
// that are each far shorter than a frame.

import type { Json } from '@vitrine/core';
import { make, text } from '../dom.ts';
import { sizeOf } from '../file-size.ts';
import type { AskControl, Loose, Reading } from './ask-control.ts';
import type { ChromeWords } from './session-host.ts';

export const FILE_BYTES = 5 * 1024 * 1024;
/** The whole answer travels in one message, however much the agent would take. */
const MOST_BYTES = 32 * 1024 * 1024;
/** A multiple of 3: then no piece but the last ends in padding, and the pieces can be joined. */
const PIECE = 384 * 1024;
const ACCEPT = /^(?:\.[\w.+-]+|[\w.+-]+\/(?:\*|[\w.+-]+))$/;

export function makeFileControl(want: Loose<'file'>): AskControl {
  const field = make('input', 'input file');
  field.type = 'file';
  const accept = (Array.isArray(want.accept) ? want.accept : []).filter(isAcceptable).slice(0, 50);
  field.accept = accept.join(',');
  const asked = typeof want.maxBytes === 'number' && want.maxBytes > 0 ? want.maxBytes : FILE_BYTES;
  const most = Math.min(asked, MOST_BYTES);
  const dom = make('div', 'file-field');
  const far = make('p', 'hint');
  far.setAttribute('role', 'status');
  dom.append(field, far);
  const read = async (words: ChromeWords): Promise<Reading> => {
    const file = field.files?.[0];
    const problem = problemOf(file, accept, most, words);
    if (file === undefined || problem !== undefined) return { problem: problem ?? '' };
    field.disabled = true;
    const reading = await readFile(file, words, (part) => text(far, words.readFar(Math.floor(part * 100))));
    field.disabled = false;
    text(far, '');
    return reading;
  };
  const hint = (words: ChromeWords): string => {
    const size = words.mostSize(sizeOf(most, words));
    return accept.length === 0 ? size : `${size} ${words.accepted(accept.slice(0, 8).join(', '))}`;
  };
  return { dom, field, focus: field, hint, read };
}

function problemOf(
  file: File | undefined,
  accept: readonly string[],
  most: number,
  words: ChromeWords,
): string | undefined {
  if (file === undefined) return words.fileFirst;
  if (file.size > most) return words.tooLarge(sizeOf(file.size, words), sizeOf(most, words));
  const fits = accept.length === 0 || accept.some((kind) => isOfKind(file, kind));
  return fits ? undefined : words.onlyFiles(accept.join(', '));
}

async function readFile(file: File, words: ChromeWords, progress: (part: number) => void): Promise<Reading> {
  const pieces: string[] = [];
  try {
    for (let at = 0; at < file.size; at += PIECE) {
      pieces.push(await base64(file.slice(at, at + PIECE)));
      progress(Math.min(1, (at + PIECE) / file.size));
    }
  } catch {
    return { problem: words.unreadable };
  }
  const value: Json = { name: file.name, type: file.type, size: file.size, data: pieces.join('') };
  return { value };
}

function base64(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(piece);
  });
}

function isAcceptable(kind: unknown): kind is string {
  return typeof kind === 'string' && ACCEPT.test(kind);
}

function isOfKind(file: File, kind: string): boolean {
  const wanted = kind.toLowerCase();
  if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted);
  const type = file.type.toLowerCase();
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
