// Reads an answer in Express while it is written: prose at once, each component in the push that completes its statement, and on
// request what is growing as a draft. Where a model writes messages all the same, in a block of Express or in one of JSON, they are
// read by the reader of JSON.

import { type ComponentId, DEFAULT_LIMITS, defined, type Issue, isObject, type Limits } from '@vitrine/core/internal';
import { type BlockReader, BlockScanner } from '../block-scanner.ts';
import type { FormatReader, ReadOptions } from '../format.ts';
import { type AnswerPart, AnswerReader } from '../json/answer-reader.ts';
import { type RepairKind, repair } from '../json/repair.ts';
import { MessageJudge } from '../message-judge.ts';
import { activeCatalogs } from '../validate.ts';
import { DraftWriter } from './drafts.ts';
import { JsonBlock } from './json-block.ts';
import { Program } from './program.ts';
import { StreamedOutput } from './streamed-output.ts';

export class ExpressReader implements FormatReader {
  readonly #options: ReadOptions;
  readonly #limits: Limits;
  readonly #judge: MessageJudge;
  readonly #scanner: BlockScanner;
  readonly #open: Set<string>;
  readonly #output: StreamedOutput;
  readonly #drafts: DraftWriter | undefined;
  #program: Program | undefined;
  /** Of the prose since the last block. */
  #prose: AnswerReader | undefined;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#limits = options.limits ?? options.fold?.limits ?? DEFAULT_LIMITS;
    this.#judge = new MessageJudge(options.fold);
    this.#open = new Set(options.surfaces ?? options.fold?.surfaces.keys() ?? []);
    this.#output = new StreamedOutput(
      {
        message: (message) => this.#judge.message(message),
        fault: (found) => this.#fault(found),
        repair: (kind, line, at) => this.#repair(kind, line, at),
      },
      this.#open,
    );
    this.#drafts = options.drafts ? new DraftWriter() : undefined;
    const catalogs = activeCatalogs(options.catalogs ?? options.fold?.catalogs ?? []);
    this.#scanner = new BlockScanner('express', {
      text: (text) => this.#text(text),
      open: (first) => {
        this.#endProse();
        return /^[[{]/.test(first) ? this.#json() : this.#express(catalogs, first === '');
      },
    });
  }

  push(chunk: string): readonly AnswerPart[] {
    this.#scanner.push(chunk);
    if (this.#drafts !== undefined && this.#program !== undefined) this.#draft(chunk.length);
    return this.#judge.take();
  }

  end(): readonly AnswerPart[] {
    this.#scanner.end();
    this.#endProse();
    this.#output.end();
    return this.#judge.take();
  }

  #text(text: string): void {
    this.#prose ??= this.#jsonReader();
    this.#foreign(this.#prose.push(text));
  }

  #endProse(): void {
    const prose = this.#prose;
    this.#prose = undefined;
    if (prose !== undefined) this.#foreign(prose.end());
  }

  #jsonReader(): AnswerReader {
    return new AnswerReader({ limits: this.#limits, ...defined({ fold: this.#options.fold }) });
  }

  /** Prose, and what of it was meant to be messages. */
  #foreign(parts: readonly AnswerPart[]): void {
    for (const part of parts) {
      if (part.part === 'text') this.#judge.text(part.text);
      else {
        if (part.part === 'message') this.#judge.repair(repair('wrong-wrapper', ''));
        this.#jsonPart(part);
      }
    }
  }

  #jsonPart(part: AnswerPart): void {
    this.#judge.part(part);
    if (part.part !== 'message') return;
    const { createSurface, deleteSurface } = part.message;
    if (isObject(createSurface)) this.#open.add(String(createSurface.surfaceId));
    if (isObject(deleteSurface)) this.#open.delete(String(deleteSurface.surfaceId));
  }

  /** `isEmpty`: nothing stands in it. */
  #express(catalogs: ConstructorParameters<typeof Program>[1]['catalogs'], isEmpty: boolean): BlockReader {
    const { surfaceId, fold } = this.#options;
    const catalogOf = (id: string): string | undefined => fold?.surfaces.get(id)?.catalog;
    const program = new Program(this.#output, { catalogs, catalogOf, mend: true, surfaceId, limits: this.#limits });
    this.#program = program;
    return {
      push: (text, from) => program.push(text, from),
      isClosed: () => program.isClosed,
      end: (isFinal) => {
        this.#program = undefined;
        const isCut = isEmpty || isOpen(program);
        if (!isFinal) this.#repair(isCut ? 'truncated' : 'unclosed-block', program.tokenizer.line, '');
        program.end(!isFinal);
        if (program.count === 0 && isFinal) this.#empty();
      },
    };
  }

  #empty(): void {
    const message = 'The block holds no statement.';
    this.#judge.refuse({ code: 'VITRINE_MESSAGE_EMPTY', severity: 'error', fault: 'agent', message, at: '' });
  }

  #json(): BlockReader {
    this.#judge.repair(repair('wrong-wrapper', ''));
    return new JsonBlock(this.#jsonReader(), (part) => this.#jsonPart(part));
  }

  #fault(found: Issue): void {
    const { line, message } = found;
    this.#judge.refuse(line === undefined ? found : { ...found, message: `Line ${line} of the block: ${message}` });
  }

  #repair(kind: RepairKind, line: number, at: string): void {
    this.#judge.repair({ ...repair(kind, at), line });
  }

  #draft(length: number): void {
    const { head, parser } = this.#program as Program;
    // What stands on the surface already would have to be shown again as it was, if this is refused.
    if (parser.open?.isPath === false && this.#stands(head.surfaceId, parser.open.target)) return;
    const isOpen = this.#output.isOpen(head.surfaceId);
    const message = this.#drafts?.write(this.#program as Program, { isOpen, length });
    if (message === undefined) return;
    this.#output.openEarly(head);
    this.#judge.draft(message);
  }

  #stands(surfaceId: string, id: string | undefined): boolean {
    const surface = this.#options.fold?.surfaces.get(surfaceId);
    return id !== undefined && surface?.component(id as ComponentId) !== undefined;
  }
}

function isOpen({ parser, tokenizer }: Program): boolean {
  return parser.isOpen || tokenizer.isInToken;
}
