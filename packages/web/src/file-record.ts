// A file that a person has chosen, as the data have it and as people read its size.

import type { JsonObject } from '@vitrine/core/page';
import type { FieldWords } from './english/fields.ts';

export function recordOf({ name, type, size }: File): JsonObject {
  return { name, type, size };
}

export function sizeOf(bytes: number, { size }: FieldWords): string {
  if (bytes >= 1024 * 1024) return size(Math.round((bytes / 1024 / 1024) * 10) / 10, 'MB');
  return bytes >= 1024 ? size(Math.round(bytes / 1024), 'KB') : size(bytes, 'bytes');
}
