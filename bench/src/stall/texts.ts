// Texts that are dear to read, and messages that are dear to take, each about as long as it is told to be.

export const KIB = 1024;
export const MIB = 1024 * KIB;

export const BASIC_09 = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
export const BASIC_10 = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';

export function fill(text: string, length: number): string {
  return text.repeat(Math.max(1, Math.floor(length / text.length)));
}

export function listOf(item: string, length: number): string {
  return `[${fill(`${item},`, length)}${item}]`;
}

export function keys(length: number, key: (index: number) => string, value = '1'): string {
  const parts: string[] = [];
  for (let size = 0, i = 0; size < length; i++) {
    const part = `"${key(i)}":${value}`;
    parts.push(part);
    size += part.length + 1;
  }
  return `{${parts.join(',')}}`;
}

export function deep(levels: number, inner = '0'): string {
  return `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
}

export const CREATE_09 = `{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"${BASIC_09}"}}`;

export function dataOf(value: string, path = '/d'): string {
  return `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"${path}","value":${value}}}`;
}

export function componentsOf(components: string): string {
  return `{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[${components}]}}`;
}

/** A column and texts in it, so many. */
export function column(
  count: number,
  text: (index: number) => string = (i) => `"Row ${i} of many, with some words"`,
): string {
  const ids = Array.from({ length: count }, (_, i) => `"t${i}"`).join(',');
  const texts = Array.from({ length: count }, (_, i) => `{"id":"t${i}","component":"Text","text":${text(i)}}`);
  return [`{"id":"root","component":"Column","children":[${ids}]}`, ...texts].join(',');
}

export function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join('\n');
}
