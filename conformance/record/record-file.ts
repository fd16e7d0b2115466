// The record as it is kept: one line a case with a digest of each of its parts, and whole texts of what is small and ours. A
// case is `NAME` or `NAME > PART`. Blocks of headers that many answers share stand once, at the head of a file of texts.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Cases } from './cases.ts';

const RECORD = new URL('record.json', import.meta.url);
const TEXTS = new URL('text/', import.meta.url);
const DIGEST_LENGTH = 24;
/** Of the faces what went over the wire is kept whole. */
const KEPT = /^(vitrine|openwop|agentchains|a2a|mcp|folder)\//;

export interface KeptRecord {
  /** Length and digest, by the name of a case. */
  readonly digests: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
}

export function digestOf(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
  return `${Buffer.byteLength(text)}:${digest}`;
}

export function readRecord(): KeptRecord {
  const lines = JSON.parse(readFileSync(RECORD, 'utf8')) as { readonly [name: string]: string };
  const digests = new Map<string, string>();
  for (const [name, told] of Object.entries(lines))
    for (const part of told.split(' ')) {
      const [digest = '', label] = part.split('=').reverse();
      digests.set(label === undefined ? name : `${name} > ${label}`, digest);
    }
  const texts = new Map<string, string>();
  for (const file of existsSync(TEXTS) ? readdirSync(TEXTS).sort() : [])
    for (const [name, text] of unpacked(readFileSync(new URL(file, TEXTS), 'utf8'))) texts.set(name, text);
  return { digests, texts };
}

export function writeRecord(cases: Cases): void {
  const lines = new Map<string, string[]>();
  for (const [name, text] of sorted(cases)) {
    const [head = '', part] = name.split(' > ');
    const told = lines.get(head) ?? [];
    told.push(part === undefined ? digestOf(text) : `${part}=${digestOf(text)}`);
    lines.set(head, told);
  }
  const rows = [...lines].map(([name, told]) => `  ${JSON.stringify(name)}: ${JSON.stringify(told.join(' '))}`);
  writeFileSync(RECORD, `{\n${rows.join(',\n')}\n}\n`);
  rmSync(TEXTS, { recursive: true, force: true });
  mkdirSync(TEXTS);
  for (const [file, group] of groupsOf(cases)) writeFileSync(new URL(file, TEXTS), packed(group));
}

function sorted(cases: Cases): readonly (readonly [string, string])[] {
  return [...cases].sort(([a], [b]) => (a < b ? -1 : 1));
}

function groupsOf(cases: Cases): ReadonlyMap<string, readonly (readonly [string, string])[]> {
  const groups = new Map<string, (readonly [string, string])[]>();
  for (const [name, text] of sorted(cases)) {
    const face = KEPT.exec(name)?.[1];
    if (face === undefined) continue;
    const file = `${face}.txt`;
    groups.set(file, [...(groups.get(file) ?? []), [name, text]]);
  }
  return groups;
}

const HEADERS = /(?:^< [a-z][a-z-]*: .*\n){3,}/gm;
const CASE = '==== ';

function packed(group: readonly (readonly [string, string])[]): string {
  const blocks = new Map<string, string>();
  const texts = group.map(([name, text]) => {
    const short = text.replace(HEADERS, (block) => {
      const label = blocks.get(block) ?? `[headers ${blocks.size + 1}]`;
      blocks.set(block, label);
      return `< ${label}\n`;
    });
    return `${CASE}${name}\n${short}`;
  });
  const heads = [...blocks].map(([block, label]) => `${CASE}${label}\n${block}`);
  return [...heads, ...texts].join('');
}

function unpacked(file: string): readonly (readonly [string, string])[] {
  const parts = file
    .split(/^==== /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)] as const);
  const blocks = new Map(parts.filter(([name]) => name.startsWith('[headers ')));
  return parts
    .filter(([name]) => !blocks.has(name))
    .map(([name, text]) => [
      name,
      text.replace(/^< (\[headers \d+\])\n/gm, (_, label: string) => blocks.get(label) ?? ''),
    ]);
}

export interface Difference {
  readonly name: string;
  readonly what: string;
}

/** What is not as it was. Cases that were not made are no difference. */
export function differences(kept: KeptRecord, cases: Cases): readonly Difference[] {
  return [...cases].flatMap(([name, text]) => {
    const before = kept.digests.get(name);
    if (before === undefined) return [{ name, what: 'new' }];
    return before === digestOf(text) ? [] : [{ name, what: firstDifference(kept.texts.get(name), text, before) }];
  });
}

function firstDifference(before: string | undefined, now: string, digest: string): string {
  if (before === undefined) return `was ${digest}, is ${digestOf(now)}`;
  const [old, given] = [before.split('\n'), now.split('\n')];
  const at = old.findIndex((line, i) => line !== given[i]);
  const line = at < 0 ? old.length : at;
  return `line ${line + 1}\n    was ${excerpt(old[line], given[line])}\n    is  ${excerpt(given[line], old[line])}`;
}

const SHOWN = 160;

/** Around the first byte that differs. */
function excerpt(line: string | undefined, other: string | undefined): string {
  if (line === undefined) return '(nothing)';
  let at = 0;
  while (at < line.length && line[at] === other?.[at]) at++;
  const from = Math.max(0, at - SHOWN / 2);
  return `${from > 0 ? '…' : ''}${line.slice(from, from + SHOWN)}${line.length > from + SHOWN ? '…' : ''}`;
}
