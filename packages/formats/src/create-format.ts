// What the formats have in common: an answer is its blocks, each compiled, and a catalog that is missing is told like any fault.

import { defined, isObject, issue, type JsonObject } from '@vitrine/core/internal';
import { TAGS } from './blocks.ts';
import {
  CatalogError,
  type Compiled,
  type CompileOptions,
  type Format,
  type ParsedAnswer,
  type ParsedPart,
  type RawPart,
} from './format.ts';

export function createFormat(parts: Omit<Format, 'tag' | 'parse'>): Format {
  const compile = (block: string, options: CompileOptions): Compiled => guarded(() => parts.compile(block, options));
  return {
    ...parts,
    tag: TAGS[parts.name].tag,
    compile,
    parse(answer, { wrapped = true, ...options }) {
      const open = new Set(options.surfaces);
      return parseParts(wrapped ? parts.unwrap(answer) : [{ raw: answer }], (raw) => {
        const compiled = compile(raw, { ...options, surfaces: open });
        for (const message of compiled.messages) follow(message, open);
        return compiled;
      });
    },
  };
}

function guarded(compile: () => Compiled): Compiled {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const found = issue('VITRINE_CATALOG_MISSING', 'error', error.message, '');
    return { ok: false, messages: [], issues: [found], repairs: [], category: 'CatalogError' };
  }
}

/** What a block opened is open for the next one. */
function follow({ createSurface, deleteSurface }: JsonObject, open: Set<string>): void {
  if (isObject(createSurface)) open.add(String(createSurface.surfaceId));
  if (isObject(deleteSurface)) open.delete(String(deleteSurface.surfaceId));
}

function parseParts(raw: readonly RawPart[], compile: (raw: string) => Compiled): ParsedAnswer {
  const compiled = raw.map((part) => ('text' in part ? part : { ...compile(part.raw), isFinal: part.isFinal }));
  const blocks = compiled.flatMap((part) => ('text' in part ? [] : [part]));
  const refused = blocks.find(({ ok }) => !ok);
  const parts = compiled.map((part): ParsedPart => {
    if ('text' in part) return part;
    return part.isFinal === false ? { messages: part.messages, isFinal: false } : { messages: part.messages };
  });
  const issues = blocks.flatMap((block) => block.issues);
  const repairs = blocks.flatMap((block) => block.repairs);
  return { ok: refused === undefined, parts, issues, repairs, ...category(refused) };
}

function category(refused: Compiled | undefined): Pick<ParsedAnswer, 'category'> {
  return defined({ category: refused?.category });
}
