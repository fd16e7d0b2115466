// Vertical: constructor calls, one under the other, each a surface of its own. Made for small models, so nearly everything is mended.

import {
  bearsChild,
  type Catalog,
  defined,
  type Issue,
  isObject,
  issue,
  type JsonObject,
} from '@vitrine/core/internal';
import { BlockScanner } from '../block-scanner.ts';
import { TAGS, unwrapBlocks, wrapBlocks } from '../blocks.ts';
import { createFormat } from '../create-format.ts';
import { findBlockEnd } from '../express/express.ts';
import type {
  Compiled,
  CompileOptions,
  Decompiled,
  Format,
  FormatReader,
  ReadOptions,
  SnippetOptions,
} from '../format.ts';
import type { AnswerPart } from '../json/answer-reader.ts';
import { type Repair, repair } from '../json/repair.ts';
import { MessageJudge } from '../message-judge.ts';
import { componentSignature, functionSignature } from '../signatures.ts';
import { writeSignature } from '../type-words.ts';
import { activeCatalogs, categoryOf } from '../validate.ts';
import { ComponentReader, verticalOrder } from './component.ts';
import { listedStatements } from './parse-statement.ts';
import { Splitter } from './splitter.ts';
import { writeConstructor } from './write-constructor.ts';

const { tag } = TAGS.vertical;
const DEFAULT_SURFACE = 'default_surface';
const MAX_SURFACES = 1000;
/** Of a list of Markdown. */
const BULLET = /^(?:[-*•]|[0-9]{1,4}\.)\s+(?=[A-Za-z_<{])/;
/** The end of a tag of JSX, or of a sentence. */
const STRAY = /^(?:<\/[A-Za-z_]\w{0,63}>|\.{1,3})$/;
/** The line of Express that names a surface. */
const SURFACE = /^surface\(\s*(?:(?:surfaceId|id)\s*[=:]\s*)?["']([^"'\n]{1,200})["']\s*\)$/i;

export const vertical: Format = createFormat({
  name: 'vertical',
  compile: compileVertical,
  decompile: decompileVertical,
  unwrap: (answer) => unwrapBlocks(answer, { ...TAGS.vertical, findEnd: findBlockEnd }),
  wrap: (parts) => wrapBlocks(parts, tag),
  prompt: writeSnippet,
  createReader: (options) => new VerticalReader(options),
});

interface VerticalSink {
  message(message: JsonObject): void;
  refuse(found: Issue): void;
  repair(one: Repair): void;
}

/** Statements of any number of blocks: surfaces are counted through. */
class Statements {
  readonly #components: ComponentReader;
  readonly #sink: VerticalSink;
  #surfaceId: string;
  readonly #open: ReadonlySet<string>;
  #count = 0;
  #number = 0;

  constructor(
    catalogs: readonly Catalog[],
    sink: VerticalSink,
    { surfaceId = DEFAULT_SURFACE, surfaces = [] }: Pick<CompileOptions, 'surfaceId' | 'surfaces'>,
  ) {
    this.#components = new ComponentReader(catalogs, (kind, line) => sink.repair({ ...repair(kind, ''), line }));
    this.#sink = sink;
    this.#surfaceId = surfaceId;
    this.#open = new Set(surfaces);
  }

  createSplitter(): Splitter {
    return new Splitter({
      statement: (text, line) => this.#statement(text, line),
      oversize: (line) =>
        this.#sink.refuse({ ...issue('VITRINE_LINE_SIZE', 'error', 'A statement is too long.', ''), line }),
    });
  }

  #statement(written: string, line: number): void {
    const text = written.replace(BULLET, '');
    if (text !== written || STRAY.test(text)) this.#sink.repair({ ...repair('text-in-block', ''), line });
    if (STRAY.test(text)) return;
    const [, named] = SURFACE.exec(text) ?? [];
    if (named !== undefined) {
      this.#surfaceId = named;
      this.#number = 0;
      return;
    }
    const listed = listedStatements(text);
    if (listed === undefined) return this.#component(text, line);
    this.#sink.repair({ ...repair('wrong-wrapper', ''), line });
    for (const one of listed) this.#component(one, line);
  }

  #component(text: string, line: number): void {
    const read = this.#components.read(text, line);
    if ('code' in read) return this.#sink.refuse(read);
    if (this.#count >= MAX_SURFACES)
      return this.#sink.refuse({
        ...issue('VITRINE_LIMIT_SURFACES', 'error', 'There are too many surfaces.', ''),
        line,
      });
    this.#count++;
    const surfaceId = this.#nextId();
    const { component, catalog } = read;
    const version = `v${catalog.protocol ?? '0.9'}`;
    const opened = { surfaceId, catalogId: catalog.id };
    if (version === 'v1.0')
      return this.#sink.message({ version, createSurface: { ...opened, components: [component] } });
    this.#sink.message({ version, createSurface: opened });
    this.#sink.message({ version, updateComponents: { surfaceId, components: [component] } });
  }

  /** The next that is not open. */
  #nextId(): string {
    for (;;) {
      const id = this.#number === 0 ? this.#surfaceId : `${this.#surfaceId}_${this.#number}`;
      this.#number++;
      if (!this.#open.has(id)) return id;
    }
  }
}

function compileVertical(block: string, options: CompileOptions): Compiled {
  const messages: JsonObject[] = [];
  const issues: Issue[] = [];
  const repairs: Repair[] = [];
  const sink: VerticalSink = {
    message: (one) => messages.push(one),
    refuse: (one) => issues.push(one),
    repair: (one) => repairs.push(one),
  };
  const splitter = new Statements(activeCatalogs(options.catalogs), sink, options).createSplitter();
  splitter.push(block);
  splitter.end();
  if (messages.length + issues.length === 0)
    issues.push(issue('VITRINE_FORMAT_SYNTAX', 'error', 'The block is empty.', ''));
  const category = categoryOf(issues);
  return { ok: category === undefined, messages, issues, repairs, ...defined({ category }) };
}

class VerticalReader implements FormatReader {
  readonly #judge: MessageJudge;
  readonly #scanner: BlockScanner;

  constructor({ catalogs, fold, surfaceId, surfaces }: ReadOptions) {
    this.#judge = new MessageJudge(fold);
    const active = activeCatalogs(catalogs ?? fold?.catalogs ?? []);
    const statements = new Statements(active, this.#judge, defined({ surfaceId, surfaces }));
    this.#scanner = new BlockScanner('vertical', {
      text: (text) => this.#judge.text(text),
      open: (first) => this.#block(statements.createSplitter(), first === ''),
    });
  }

  /** `isEmpty`: nothing stands in it. */
  #block(splitter: Splitter, isEmpty: boolean) {
    return {
      push: (text: string, from: number) => from + splitter.push(text.slice(from)),
      isClosed: () => splitter.isClosed,
      end: (isFinal: boolean) => {
        const isCut = isEmpty || splitter.isOpen;
        if (!isFinal)
          this.#judge.repair({ ...repair(isCut ? 'truncated' : 'unclosed-block', ''), line: splitter.line });
        splitter.end();
      },
    };
  }

  push(chunk: string): readonly AnswerPart[] {
    this.#scanner.push(chunk);
    return this.#judge.take();
  }

  end(): readonly AnswerPart[] {
    this.#scanner.end();
    return this.#judge.take();
  }
}

function decompileVertical(
  messages: readonly JsonObject[],
  { catalogs }: { readonly catalogs: Iterable<Catalog> },
): Decompiled {
  const active = activeCatalogs(catalogs);
  const issues: Issue[] = [];
  const lines: string[] = [];
  for (const message of messages) {
    const payload = message.createSurface ?? message.updateComponents;
    const components =
      isObject(payload) && Array.isArray(payload.components) ? (payload.components as JsonObject[]) : [];
    if (!isObject(payload) || (isObject(payload) && payload.dataModel !== undefined))
      issues.push(issue('VITRINE_DIALECT_UNKNOWN', 'warning', 'Vertical has words for components alone.', ''));
    if (components.length > 1)
      issues.push(issue('VITRINE_FORMAT_SYNTAX', 'error', 'A surface of Vertical has one component.', ''));
    for (const one of components.slice(0, 1)) lines.push(writeConstructor(one, active));
  }
  return { ok: issues.every(({ severity }) => severity !== 'error'), text: lines.join('\n'), issues };
}

function writeSnippet({ catalogs, examples = [] }: SnippetOptions): string {
  const active = activeCatalogs(catalogs);
  const signatures = active.flatMap((catalog) =>
    [...catalog.components.keys()]
      .flatMap((name) => componentSignature(catalog, name) ?? [])
      .filter(({ params, required }) => !required.some((name) => bearsChild(params.get(name) as never)))
      .map((one) =>
        writeSignature(
          { ...one, order: verticalOrder(one) },
          new Set(['weight', ...(one.checks === undefined ? [] : [one.checks])]),
        ),
      ),
  );
  const functions = active.flatMap((catalog) =>
    [...catalog.functions.keys()].flatMap((name) => functionSignature(catalog, name) ?? []),
  );
  const rules = [
    `Write each component as one call on a line of its own, between <${tag}> and </${tag}>. Each is shown by itself; none stands in another.`,
    'Arguments go in the order of the signature, or by name: key="value". Texts stand in quotes. ? marks what may be left out, * where $/path of the data may stand.',
    'An action is Event("name", key="value").',
  ];
  return [
    `## Rules\n\n${rules.map((rule) => `- ${rule}`).join('\n')}`,
    `## Component Signatures\n\n${signatures.join('\n')}`,
    ...(functions.length === 0
      ? []
      : [`## Function Signatures\n\n${functions.map((one) => writeSignature(one, new Set())).join('\n')}`]),
    ...examples.map((one) => wrapBlocks([{ raw: decompileVertical(one, { catalogs: active }).text }], tag)),
  ].join('\n\n');
}
