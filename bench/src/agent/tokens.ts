// Promise: what a model writes in Express costs at most 60 % of the tokens of minified JSON, and 35 % of indented JSON. Counted on the
// examples of the basic catalogs that npm @a2ui/web_core carries, by the vocabulary o200k_base.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Catalog, JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { express } from '@vitrine/formats';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { type Row, row } from '../measure.ts';

const SOURCE = dirname(dirname(createRequire(import.meta.url).resolve('@a2ui/web_core/v0_9')));
const MAX_OF_MINIFIED = 60;
const MAX_OF_INDENTED = 35;

interface Tokens {
  readonly express: number;
  readonly minified: number;
  readonly indented: number;
}

export function tokenRows(): Row[] {
  const counter = new Tiktoken(o200k);
  const count = (text: string): number => counter.encode(text).length;
  return [
    ...rowsOf('A2UI 0.9', tokensOf('v0_9', basic09, count)),
    ...rowsOf('A2UI 1.0', tokensOf('v1_0', basic10, count)),
  ];
}

function rowsOf(name: string, { express: written, minified, indented }: Tokens): Row[] {
  const title = `tokens of the examples of ${name} in Express (${written}), of`;
  return [
    row(`${title} minified JSON (${minified})`, (100 * written) / minified, '%', MAX_OF_MINIFIED),
    row(`${title} indented JSON (${indented})`, (100 * written) / indented, '%', MAX_OF_INDENTED),
  ];
}

function tokensOf(version: string, catalog: Catalog, count: (text: string) => number): Tokens {
  const folder = join(SOURCE, version, 'schemas/catalogs/basic/examples');
  let sum: Tokens = { express: 0, minified: 0, indented: 0 };
  for (const file of readdirSync(folder)) {
    const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonObject | readonly JsonObject[];
    const messages = messagesOf(document);
    const { text, issues } = express.decompile(messages, { catalogs: [catalog] });
    if (text === '') throw new Error(`${file}: ${issues[0]?.message}`);
    sum = {
      express: sum.express + count(text),
      minified: sum.minified + count(JSON.stringify(messages)),
      indented: sum.indented + count(JSON.stringify(messages, null, 2)),
    };
  }
  return sum;
}

function messagesOf(document: JsonObject | readonly JsonObject[]): readonly JsonObject[] {
  if (Array.isArray(document)) return document as readonly JsonObject[];
  return (document as { messages: readonly JsonObject[] }).messages;
}
