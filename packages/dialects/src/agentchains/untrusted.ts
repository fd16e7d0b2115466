// What a viewer of AgentChains gets of a surface that is not trusted: its components with a word on where they come from,
// with the words of pictures in their place, and without links.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core';
import { readImage, readMarkdown } from '@vitrine/core/catalogs/agentchains';
import { ELSEWHERE } from '../lowering/origin.ts';
import { plainMarkdown } from '../lowering/plain-markdown.ts';
import type { Shown } from './shown.ts';

const MARK = `[${ELSEWHERE}]`;

/** Its viewers have no chrome of ours to say it in. */
export function underMark(words: string): string {
  return words === '' ? MARK : `${MARK} ${words}`;
}

/** URLs that are followed are out already. */
export function markedComponent({ id, type, data }: Shown): Shown {
  if (type === 'markdown') {
    const { title, markdown } = readMarkdown(data);
    return { id, type, data: markdownOf(title, markdown) };
  }
  if (type === 'image') {
    const { title, alt, caption } = readImage(data);
    return { id, type: 'markdown', data: markdownOf(title, alt, caption) };
  }
  const plain = plainData(data) as JsonObject;
  const { content } = plain;
  const framed = isObject(content) && content.title !== undefined ? { content: titled(content) } : {};
  return { id, type, data: { ...titled(plain), ...framed } };
}

function markdownOf(...parts: readonly (string | undefined)[]): JsonObject {
  const words = new Set(parts.filter((part) => part !== undefined && part !== ''));
  return { content: [MARK, ...[...words].map((part) => plainMarkdown(part as string))].join('\n\n') };
}

function titled({ title, ...data }: JsonObject): JsonObject {
  return { title: underMark(typeof title === 'string' ? title : ''), ...data };
}

/** Names and values of fields come back with the form: they stay as they are. */
function plainData(value: Json): Json {
  if (typeof value === 'string') return plainMarkdown(value);
  if (isArray(value)) return value.map(plainData);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, KEPT.has(name) ? (item as Json) : plainData(item as Json)]),
  );
}

const KEPT: ReadonlySet<string> = new Set(['fields', 'values', 'action', 'code', 'language', 'key', 'id']);
