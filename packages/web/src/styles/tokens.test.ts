// docs/theming.md against the sources: what a page may rely on is written down, and what is written down is there.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const docs = readFileSync(new URL('../../../../docs/theming.md', import.meta.url), 'utf8');
const root = new URL('../', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name.replaceAll('\\', '/'), root), 'utf8'));
const all = sources.join('\n');

const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] as string))].sort();

/** The first word of the names that elements are made with, as far as it is written out there. */
const MADE = /\bmake\((?:[^(),'`]|'[^']*'|\([^)]*\))*,\s*['`]([a-z][a-z-]*)/g;

describe('docs/theming.md', () => {
  it('names every property that the styles read, and no other', () => {
    expect(found(docs, /^\| `(--vitrine-[a-z-]+)` \|/gm)).toEqual(found(all, /var\((--vitrine-[a-z-]+)/g));
  });

  const parts = found(docs.slice(docs.indexOf('## Parts')), /^\| `([a-z][a-z-]*)` \|/gm);

  it('names every part', () => {
    expect(found(all, MADE).filter((part) => !parts.includes(part))).toEqual([]);
  });

  it('names no part that is gone', () => {
    expect(parts.filter((part) => !new RegExp(`['\`]${part}(?:['\` ]|$)`, 'm').test(all))).toEqual([]);
  });
});

it('the preset for shadcn/ui sets properties that are listed, those of every colour among them', () => {
  const preset = readFileSync(new URL('../../presets/shadcn.css', import.meta.url), 'utf8');
  const set = found(preset, /^ {2}(--vitrine-[a-z-]+):/gm);
  const listed = found(docs, /^\| `(--vitrine-[a-z-]+)` \|/gm);
  // shadcn/ui has no tokens for these two.
  expect(listed.filter((name) => !set.includes(name))).toEqual(['--vitrine-success', '--vitrine-warning']);
  expect(set.filter((name) => !listed.includes(name))).toEqual([]);
});
