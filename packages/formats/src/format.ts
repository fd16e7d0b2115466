// One interface for every way in which a model may write an interface: what it wrote becomes messages, and messages become what it
// would have written.

import type { Catalog, CatalogDescriptions, Fold, Issue, JsonObject, Limits } from '@vitrine/core/internal';
import type { AnswerPart } from './json/answer-reader.ts';
import type { Repair } from './json/repair.ts';

export type FormatName = 'json' | 'express' | 'vertical';
/** What kind of fault ended a compilation: the text, what it names, or the catalogs that were given. */
export type FaultCategory = 'ParseError' | 'ValidationError' | 'CatalogError';

export interface CompileOptions {
  readonly catalogs: Iterable<Catalog>;
  /** True: what has one reading is mended and told. False, as in a conformance suite: what the format refuses is refused. */
  readonly mend?: boolean;
  /** Surfaces that are open: what is written to them changes them. */
  readonly surfaces?: Iterable<string>;
  /** Where nothing names one; `default_surface`. */
  readonly surfaceId?: string;
  readonly limits?: Limits;
}

export interface Compiled {
  readonly ok: boolean;
  readonly messages: readonly JsonObject[];
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
  /** Where it is not ok. */
  readonly category?: FaultCategory;
}

export interface DecompileOptions {
  readonly catalogs: Iterable<Catalog>;
  /** What the data of a surface may come to. */
  readonly limits?: Limits;
}

export interface Decompiled {
  readonly ok: boolean;
  readonly text: string;
  readonly issues: readonly Issue[];
}

/** A part of an answer, as it was written: prose, or what stands in a block. */
export type RawPart =
  | { readonly text: string }
  /** `isFinal: false`: the block was never closed. */
  | { readonly raw: string; readonly isFinal?: false };

export type ParsedPart =
  | { readonly text: string }
  | { readonly messages: readonly JsonObject[]; readonly isFinal?: false };

export interface ParsedAnswer {
  readonly ok: boolean;
  readonly parts: readonly ParsedPart[];
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
  readonly category?: FaultCategory;
}

export type MessageKind =
  | 'createSurface'
  | 'updateComponents'
  | 'updateDataModel'
  | 'deleteSurface'
  | 'callRendererFunction';

export interface SnippetOptions {
  readonly catalogs: Iterable<Catalog>;
  /** Turns as messages; each is shown as the format writes it. */
  readonly examples?: readonly (readonly JsonObject[])[];
  /** What components and functions are for, behind their signatures. */
  readonly descriptions?: CatalogDescriptions | undefined;
  /** What the model may send; absent: everything. */
  readonly messages?: readonly MessageKind[];
}

export interface ReadOptions {
  /** Those of the fold when absent. */
  readonly catalogs?: Iterable<Catalog>;
  /** Judges each message and takes it in. */
  readonly fold?: Fold;
  /** Surfaces that are open before the answer begins; those of the fold when absent. */
  readonly surfaces?: Iterable<string>;
  readonly surfaceId?: string;
  readonly limits?: Limits;
  /** Texts, lists and data are given while they grow, as drafts. */
  readonly drafts?: boolean;
}

/** Reads an answer while it is written. */
export interface FormatReader {
  push(chunk: string): readonly AnswerPart[];
  end(): readonly AnswerPart[];
}

export interface Format {
  readonly name: FormatName;
  /** The name of the tag around its blocks. */
  readonly tag: string;
  compile(block: string, options: CompileOptions): Compiled;
  decompile(messages: readonly JsonObject[], options: DecompileOptions): Decompiled;
  unwrap(answer: string): readonly RawPart[];
  wrap(parts: readonly RawPart[]): string;
  /** `wrapped: false`: the whole text is one block. */
  parse(answer: string, options: CompileOptions & { readonly wrapped?: boolean }): ParsedAnswer;
  /** Throws a CatalogError where there is no catalog, or two with one id. */
  prompt(options: SnippetOptions): string;
  createReader(options: ReadOptions): FormatReader;
}

export class CatalogError extends Error {
  override readonly name = 'CatalogError';
}
