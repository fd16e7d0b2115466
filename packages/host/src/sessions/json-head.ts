// The first message of a long body without what makes it long: enough to tell its dialect, for a fraction of what parsing
// costs. Texts that are long are empty, and lists end early; all names stand where they stood.

import { JSON_BOUNDS, JSON_CHARS, type Json, jsonStringEnd, parseJson } from '@vitrine/core';

/** Characters of a text, and items of a list inside the message, that are kept. */
const MAX_TEXT = 256;
const MAX_ITEMS = 4;

const { QUOTE, COMMA, LIST, LIST_END, OBJECT, OBJECT_END } = JSON_CHARS;

/** Undefined: it cannot be read. Of a list, it is the first item alone. */
export function jsonHead(text: string): Json | undefined {
  const parsed = parseJson(shortened(text));
  return parsed.ok ? parsed.value : undefined;
}

function shortened(text: string): string {
  const kept: string[] = [];
  /** Items that each open list has had; objects have -1. */
  const items: number[] = [];
  let from = 0;
  /** The depth of the list whose rest is left out. */
  let skips = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const end = jsonStringEnd(text, i);
      if (skips === 0 && end - i > MAX_TEXT) {
        kept.push(text.slice(from, i), '""');
        from = end + 1;
      }
      i = end;
    } else if (code === LIST || code === OBJECT) {
      if (items.push(code === LIST ? 0 : -1) > JSON_BOUNDS.maxDepth) return '';
    } else if (code === LIST_END || code === OBJECT_END) {
      if (skips === items.length && skips > 0) {
        skips = 0;
        from = i;
      }
      items.pop();
      if (items.length === 0) return kept.join('') + text.slice(from, i + 1);
    } else if (code === COMMA && skips === 0) {
      const depth = items.length;
      const count = items[depth - 1] ?? -1;
      if (count < 0) continue;
      items[depth - 1] = count + 1;
      if (depth === 1) return `${kept.join('')}${text.slice(from, i)}]`;
      if (count + 1 < MAX_ITEMS) continue;
      kept.push(text.slice(from, i));
      skips = depth;
    }
  }
  return kept.join('') + text.slice(from);
}
