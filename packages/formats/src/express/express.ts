// Express: assignments of components to names. Strict where it compiles, tolerant where it reads what a model writes.

import { type Issue, issue } from '@vitrine/core/internal';
import { TAGS, unwrapBlocks, wrapBlocks } from '../blocks.ts';
import { createFormat } from '../create-format.ts';
import type { Compiled, CompileOptions, Format } from '../format.ts';
import { directJson } from '../json/direct-json.ts';
import { repair } from '../json/repair.ts';
import { activeCatalogs, categoryOf, judgeMessages } from '../validate.ts';
import { decompileExpress } from './decompile.ts';
import { ExpressReader } from './express-reader.ts';
import { GatheredOutput } from './gathered-output.ts';
import { Program } from './program.ts';
import { writeExpressSnippet } from './snippet.ts';
import { Tokenizer } from './tokenizer.ts';

export const express: Format = createFormat({
  name: 'express',
  compile: compileExpress,
  decompile: decompileExpress,
  unwrap: (answer) => unwrapBlocks(answer, { ...TAGS.express, findEnd: findBlockEnd }),
  wrap: (parts) => wrapBlocks(parts, TAGS.express.tag),
  prompt: writeExpressSnippet,
  createReader: (options) => new ExpressReader(options),
});

function compileExpress(block: string, options: CompileOptions): Compiled {
  const catalogs = activeCatalogs(options.catalogs);
  const { mend = false, surfaces = [], surfaceId, limits } = options;
  if (mend && JSON_BLOCK.test(block)) return compiledJson(block, options);
  const output = new GatheredOutput(surfaces);
  const program = new Program(output, { catalogs, mend, surfaceId, limits });
  program.push(block);
  program.end();
  const { messages, issues, repairs } = output;
  if (messages.length === 0 && issues.length === 0)
    issues.push(issue('VITRINE_FORMAT_SYNTAX', 'error', 'The block says nothing.', ''));
  const found: readonly Issue[] = issues.length > 0 ? issues : judgeMessages(messages, catalogs, limits);
  const category = categoryOf(found);
  if (category === undefined) return { ok: true, messages, issues: found, repairs };
  return { ok: false, messages: mend ? messages : [], issues: found, repairs, category };
}

const JSON_BLOCK = /^\s*(?:```[^\n]*\n\s*)?[[{]/;

function compiledJson(block: string, options: CompileOptions): Compiled {
  const { repairs, ...compiled } = directJson.compile(block, options);
  return { ...compiled, repairs: [repair('wrong-wrapper', ''), ...repairs] };
}

const MAX_TEXT = 1024 * 1024;

/** Where the tag that closes a block stands: outside strings and comments. */
export function findBlockEnd(answer: string, from: number): readonly [number, number] | undefined {
  let isClosed = false;
  const sink = {
    token: () => {},
    repair: () => {},
    isNested: () => false,
    close: () => {
      isClosed = true;
    },
  };
  const end = new Tokenizer(sink, { textLength: MAX_TEXT, mend: true }).push(answer, from);
  return isClosed ? [answer.lastIndexOf('<', end - 1), end] : undefined;
}
