// Reads a file that a person chose or dropped, or says in a sentence why not. It is read in pieces, so that nothing is loaded
// that is refused afterwards.

import { readText } from './document-link.ts';

/** More than this is no pleasure in an editor, and no interface. */
const MAX_BYTES = 8 * 1024 * 1024;

export type OpenedFile = { readonly text: string } | { readonly refusal: string };

export async function openFile(file: Pick<File, 'name' | 'size' | 'stream'>): Promise<OpenedFile> {
  const name = `“${file.name}”`;
  const larger = 'the composer takes 8. "vitrine validate FILE" reads larger ones.';
  if (file.size > MAX_BYTES) return { refusal: `${name} has ${(file.size / 1024 / 1024).toFixed(0)} MB; ${larger}` };
  try {
    const text = await readText(file.stream().getReader(), MAX_BYTES);
    // What grows while it is read, or has no end, says nothing of its size.
    if (text === undefined) return { refusal: `${name} goes on after 8 MB; ${larger}` };
    if (!text.includes('\0')) return { text };
  } catch {
    // It is no UTF-8.
  }
  return { refusal: `${name} is not text: the composer takes messages as JSON or JSONL, in UTF-8.` };
}
