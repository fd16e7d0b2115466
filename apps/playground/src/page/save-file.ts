// Gives the person a file that the page has made.

import { el } from './element.ts';

export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  el('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
