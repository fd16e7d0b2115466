// A file that a person chose for a form, as a value: judged by its size before a byte of it is read.

import type { JsonObject } from '@vitrine/core';
import type { FieldWords } from '../../english/fields.ts';
import { sizeOf } from '../../file-size.ts';

/** All files of a form together: they travel in one message, as base64. */
export const FILE_BYTES = 2 * 1024 * 1024;
/** What the accept attribute takes; anything else in it would be passed to the file dialog. */
const ACCEPT = /^(?:\.[\w.+-]+|[\w.+-]+\/(?:\*|[\w.+-]+))$/;

export function acceptOf(kinds: readonly string[]): string {
  return kinds
    .filter((kind) => ACCEPT.test(kind))
    .slice(0, 50)
    .join(',');
}

export function fileHint(accept: string, words: FieldWords): string {
  const most = words.mostSize(sizeOf(FILE_BYTES, words));
  return accept === '' ? most : `${most} ${words.accepted(accept.replaceAll(',', ', '))}`;
}

/** The file with its content in base64; a sentence for the person where it cannot be had. */
export async function readFileValue(file: File, taken: number, words: FieldWords): Promise<JsonObject | string> {
  if (file.size + taken > FILE_BYTES)
    return words.tooLarge(sizeOf(file.size, words), sizeOf(FILE_BYTES - taken, words));
  try {
    return { name: file.name, type: file.type, size: file.size, data: await base64(file) };
  } catch {
    return words.unreadable;
  }
}

function base64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
