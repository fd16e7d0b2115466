// A file as answer: judged by name, type and size before a byte of it is read, then read and written as base64 in pieces
// that are each far shorter than a frame.

import type { Json } from '@vitrine/core';
import { make, text } from '../dom.ts';
import type { AskControl, Loose, Reading } from './ask-control.ts';

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
  const read = async (): Promise<Reading> => {
    const file = field.files?.[0];
    const problem = problemOf(file, accept, most);
    if (file === undefined || problem !== undefined) return { problem: problem ?? '' };
    field.disabled = true;
    const reading = await readFile(file, (part) => text(far, `Reading: ${Math.floor(part * 100)}%`));
    field.disabled = false;
    text(far, '');
    return reading;
  };
  const kinds = accept.length === 0 ? '' : ` Accepted: ${accept.slice(0, 8).join(', ')}.`;
  return { dom, field, focus: field, hint: `At most ${sizeOf(most)}.${kinds}`, read };
}

function problemOf(file: File | undefined, accept: readonly string[], most: number): string | undefined {
  if (file === undefined) return 'Choose a file first.';
  if (file.size > most) return `The file has ${sizeOf(file.size)}; at most ${sizeOf(most)} are possible.`;
  const fits = accept.length === 0 || accept.some((kind) => isOfKind(file, kind));
  return fits ? undefined : `Only these files are possible: ${accept.join(', ')}.`;
}

async function readFile(file: File, progress: (part: number) => void): Promise<Reading> {
  const pieces: string[] = [];
  try {
    for (let at = 0; at < file.size; at += PIECE) {
      pieces.push(await base64(file.slice(at, at + PIECE)));
      progress(Math.min(1, (at + PIECE) / file.size));
    }
  } catch {
    return { problem: 'The file could not be read.' };
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

function sizeOf(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KB` : `${bytes} bytes`;
}
