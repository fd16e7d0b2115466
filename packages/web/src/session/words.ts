// What an agent's words become before the chrome shows them: plain, harmless, of bounded length. The chrome's own
// sentences about them are left to those who show them.

import { shown } from '../shown-text.ts';

/** Several lines at most, never longer than `most` characters. */
export function passage(value: unknown, most: number): string {
  const words = typeof value === 'string' ? value : '';
  return shown(words.length > most ? `${words.slice(0, most)}…` : words).trim();
}

/** One line. */
export function line(value: unknown, most = 80): string {
  // Cut before white space is folded: folding a megabyte for eighty characters is wasted.
  const words = typeof value === 'string' ? value.slice(0, most * 4) : '';
  return passage(words.replace(/\s+/g, ' '), most);
}
