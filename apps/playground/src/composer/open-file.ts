// Reads a file that a person chose or dropped, or says in a sentence why not. It is read in pieces, so that nothing is loaded
// that is refused afterwards.

import { readText } from './document-link.ts';

/** More than this is no pleasure in an editor, and no interface. */
const MAX_BYTES = 8 * 1024 * 1024;

export type OpenedFile = { readonly text: string } | { readonly refusal: string };

export async function openFile(file: File): Promise<OpenedFile> {
  const name = `“${file.name}”`;
  if (file.size > MAX_BYTES) {
    const size = (file.size / 1024 / 1024).toFixed(0);
    return { refusal: `${name} has ${size} MB; the composer takes 8. "vitrine validate FILE" reads larger ones.` };
  }
  const text = await readText(file.stream().getReader(), MAX_BYTES).catch(() => undefined);
  if (text === undefined || text.includes('\0'))
    return { refusal: `${name} is not text: the composer takes messages as JSON or JSONL, in UTF-8.` };
  return { text };
}
