// The size of a file as people read it.

import type { FieldWords } from './english/fields.ts';

export function sizeOf(bytes: number, { size }: FieldWords): string {
  if (bytes >= 1024 * 1024) return size(Math.round((bytes / 1024 / 1024) * 10) / 10, 'MB');
  return bytes >= 1024 ? size(Math.round(bytes / 1024), 'KB') : size(bytes, 'bytes');
}
