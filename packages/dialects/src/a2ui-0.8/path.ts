// Paths of A2UI 0.8. The protocol means JSON pointers; its first renderer also read `a.b[0]`, and samples use it.

import { type Findings, quote } from '@vitrine/core/internal';

const INDEX = /\[(\d+)\]/g;

/** A pointer, relative where the path was; dots and brackets are separators where no slash is, or where a bracket is. */
export function readPath(path: string, findings: Findings): string {
  if (path === '' || path === '.' || path === '/') return path;
  const bracketed = path.includes('[') && path.search(INDEX) >= 0;
  if (!bracketed && (path.includes('/') || !path.includes('.'))) return path;
  const absolute = path.startsWith('/') ? '/' : '';
  const parts = path.replace(INDEX, '.$1').split(/[./]/);
  const pointer = absolute + parts.filter((part) => part !== '').join('/');
  findings.mend('VITRINE_POINTER_SYNTAX', `Write the path ${quote(path)} as a pointer: ${quote(pointer)}.`);
  return pointer;
}
