// The only module that walks paths: JSON pointers (RFC 6901) with A2UI's readings. "" and "/" are the root, a
// trailing slash is ignored, a pointer without a leading slash is relative, "" and "." relative are the scope.
// Reserved names are refused, so no path reaches a prototype.

import { type Issue, issue, quote } from './issue.ts';
import type { IssueCode } from './issue-codes.ts';
import { isArray, type Json, type JsonObject } from './json.ts';

export type Segments = readonly string[];

const ROOT: Segments = [];
const BAD_ESCAPE = /~(?![01])/;

export function isReserved(name: string): boolean {
  // Asked of every key of every message: hardly any has the length of one.
  const { length } = name;
  return (length === 9 || length === 11) && (name === '__proto__' || name === 'constructor' || name === 'prototype');
}

function unescapeSegment(segment: string): string {
  return segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment;
}

export function escapeSegment(segment: string): string {
  return segment.includes('~') || segment.includes('/') ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

/** The pointer that is read as these segments: behind an empty last one stands one more slash, which is ignored. */
export function formatPointer(segments: Segments): string {
  let text = '';
  for (const segment of segments) text += `/${escapeSegment(segment)}`;
  return segments.length === 0 || segments[segments.length - 1] === '' ? `${text}/` : text;
}

function judgePointer(pointer: string, segments: Segments, at: string | undefined): Issue | undefined {
  if (pointer.includes('~') && BAD_ESCAPE.test(pointer))
    return wrong('VITRINE_POINTER_SYNTAX', `The pointer ${quote(pointer)} has a ~ that is not followed by 0 or 1.`, at);
  if (!pointer.isWellFormed())
    return wrong('VITRINE_JSON_TEXT', 'The pointer holds half of a surrogate pair, which stands for no character.', at);
  for (const segment of segments)
    if (isReserved(segment))
      return wrong(
        'VITRINE_POINTER_RESERVED',
        `The pointer ${quote(pointer)} uses the reserved key ${quote(segment)}.`,
        at,
      );
  return undefined;
}

function wrong(code: IssueCode, message: string, at: string | undefined): Issue {
  return issue(code, 'error', message, at);
}

// The same pointers come again and again in fresh strings. Looking a whole one up once is cheaper than cutting it,
// judging it and looking its new pieces up in every object on the way. Only those without a problem are kept.
const CACHED_LENGTH = 128;
const CACHED_COUNT = 32_768;
const cache = new Map<string, Segments>();

/** Segments of a pointer, absolute or relative alike. Does not judge: see readPointer. */
export function parsePointer(pointer: string): Segments {
  const read = readPointer(pointer);
  return isSegments(read) ? read : cut(pointer);
}

/** Segments of a pointer, or why it cannot be used. */
export function readPointer(pointer: string, at?: string): Segments | Issue {
  const known = cache.get(pointer);
  if (known !== undefined) return known;
  const segments = cut(pointer);
  const problem = judgePointer(pointer, segments, at);
  if (problem !== undefined) return problem;
  if (pointer.length <= CACHED_LENGTH) {
    if (cache.size >= CACHED_COUNT) cache.clear();
    cache.set(pointer, segments);
  }
  return segments;
}

export function isSegments(read: Segments | Issue): read is Segments {
  return Array.isArray(read);
}

function cut(pointer: string): Segments {
  if (pointer === '' || pointer === '/' || pointer === '.' || pointer === './') return ROOT;
  const start = pointer.charCodeAt(0) === 47 ? 1 : pointer.startsWith('./') ? 2 : 0;
  const end = pointer.charCodeAt(pointer.length - 1) === 47 ? pointer.length - 1 : pointer.length;
  const segments = pointer.slice(start, end).split('/');
  return pointer.includes('~') ? segments.map(unescapeSegment) : segments;
}

export function isAbsolute(pointer: string): boolean {
  return pointer.charCodeAt(0) === 47;
}

/** Segments of `pointer` seen from `scope`. */
export function resolvePointer(pointer: string, scope: Segments): Segments {
  const own = parsePointer(pointer);
  if (scope.length === 0 || isAbsolute(pointer)) return own;
  return own.length === 0 ? scope : [...scope, ...own];
}

/** The position that a segment names in a list, or -1. */
export function listIndex(segment: string): number {
  const length = segment.length;
  if (length === 0 || length > 10) return -1;
  let index = 0;
  for (let i = 0; i < length; i++) {
    const digit = segment.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9 || (digit === 0 && i === 0 && length > 1)) return -1;
    index = index * 10 + digit;
  }
  return index;
}

const PROTOTYPE: unknown = Object.prototype;

/** One step down; undefined where nothing is. Inherited members are functions or the prototype itself: JSON is neither. */
export function step(container: Json | undefined, segment: string): Json | undefined {
  if (typeof container !== 'object' || container === null) return undefined;
  if (isArray(container)) {
    const index = listIndex(segment);
    return index < 0 ? undefined : container[index];
  }
  const value = (container as JsonObject)[segment];
  return typeof value === 'function' || value === PROTOTYPE ? undefined : value;
}

export function getAt(document: Json | undefined, segments: Segments): Json | undefined {
  let value = document;
  for (let i = 0; i < segments.length && value !== undefined; i++) value = step(value, segments[i] as string);
  return value;
}

/** Whether a path lies inside what `outer` leads to, and is not that itself. */
export function isWithin(path: Segments, outer: Segments): boolean {
  if (path.length <= outer.length) return false;
  for (let i = 0; i < outer.length; i++) if (path[i] !== outer[i]) return false;
  return true;
}

/** Whether a path is `list` and one step more. */
export function isStepFrom(list: Segments, step: string, path: Segments): boolean {
  return path.length === list.length + 1 && path[list.length] === step && isWithin(path, list);
}
