// The characters of JSON by their codes, and where a string ends, for whoever walks a text instead of parsing it.

export const JSON_CHARS = {
  ...{ QUOTE: 0x22, BACKSLASH: 0x5c, COMMA: 0x2c, COLON: 0x3a, BLANK: 0x20 },
  ...{ LIST: 0x5b, LIST_END: 0x5d, OBJECT: 0x7b, OBJECT_END: 0x7d },
} as const;

const { QUOTE, BACKSLASH } = JSON_CHARS;

/** Where the string ends that begins there; the end of the text where it does not. */
export function jsonStringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i++;
  }
  return text.length;
}
