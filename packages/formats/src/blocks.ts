// Where the blocks of an answer begin and end: prose and payloads in order, and back. Only the format knows what is a string of its
// own, so it says where a block ends.

import type { FormatName, RawPart } from './format.ts';

export interface BlockTags {
  /** The name of the tag that is written. */
  readonly tag: string;
  /** The names that are read; alternatives of a regular expression. */
  readonly names: string;
  /** Where the tag that closes the block begins and ends; undefined: nowhere. */
  readonly findEnd: (answer: string, from: number) => readonly [number, number] | undefined;
}

/** So that it fits into what is held back while it may become a tag. */
const MAX_ATTRIBUTES = 240;

export function openTag(names: string): RegExp {
  return new RegExp(`<(?:${names})(?:\\s[^<>]{0,${MAX_ATTRIBUTES}})?>`, 'gi');
}

export function unwrapBlocks(answer: string, { names, findEnd }: BlockTags): readonly RawPart[] {
  const parts: RawPart[] = [];
  const opening = openTag(names);
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(answer);
    addText(parts, answer.slice(at, found?.index));
    if (found === null) return parts;
    const end = findEnd(answer, opening.lastIndex) ?? plainEnd(answer, opening.lastIndex, names);
    const raw = withoutFence(answer.slice(opening.lastIndex, end?.[0]));
    parts.push(end === undefined ? { raw, isFinal: false } : { raw });
    if (end === undefined) return parts;
    at = end[1];
  }
}

/** Where strings lead nowhere, the first closing tag ends the block. */
function plainEnd(answer: string, from: number, names: string): readonly [number, number] | undefined {
  const closing = new RegExp(`</(?:${names})\\s*>`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(answer);
  return found === null ? undefined : [found.index, closing.lastIndex];
}

function addText(parts: RawPart[], text: string): void {
  const trimmed = text.trim();
  if (trimmed !== '') parts.push({ text: trimmed });
}

const FENCE = '```';

function withoutFence(raw: string): string {
  const trimmed = raw.trim();
  const lineEnd = trimmed.startsWith(FENCE) ? trimmed.indexOf('\n') : -1;
  if (lineEnd < 0) return trimmed;
  return trimmed.slice(lineEnd, trimmed.endsWith(FENCE) ? -FENCE.length : undefined).trim();
}

export function wrapBlocks(parts: readonly RawPart[], tag: string): string {
  return parts
    .map((part) => {
      if ('text' in part) return part.text;
      return part.isFinal === false ? `<${tag}>\n${part.raw}` : `<${tag}>\n${part.raw}\n</${tag}>`;
    })
    .join('\n');
}

export const TAGS: { readonly [format in FormatName]: { readonly tag: string; readonly names: string } } = {
  json: { tag: 'a2ui-json', names: 'a2ui-json' },
  express: { tag: 'a2ui', names: 'a2ui|a2ui-express' },
  vertical: { tag: 'a2ui', names: 'a2ui|a2ui-vertical' },
};
