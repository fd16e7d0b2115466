// Examples in a prompt. They are held to what is asked of the model: each is read strictly, with the catalog that the
// model is shown.

import { type Catalog, Catalogs, Fold, type Issue, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { DIALECTS, dialectById, Intake } from '@vitrine/dialects';
import { FORMATS, type FormatName } from '@vitrine/formats';
import { PromptError } from '../errors.ts';
import { messages } from '../ui/op-writer.ts';
import type { UiSurface } from '../ui/surface.ts';
import { namesCatalogFirst, type PromptDialect } from './instructions.ts';

/** What somebody asks, and a good answer. */
export interface PromptExample {
  readonly request: string;
  /** What is said beside the interface. */
  readonly caption?: string;
  /** A surface as the builders make it, or messages of the dialect. */
  readonly shows: UiSurface | readonly Json[];
}

/** The text of an example; undefined where it uses what was pruned. An example that never held is thrown back. */
export function writeExample(
  example: PromptExample,
  options: {
    readonly dialect: PromptDialect;
    readonly catalog: Catalog;
    readonly pruned: Catalog;
    readonly tag: string;
    readonly format: FormatName;
  },
): string | undefined {
  const { dialect, catalog, pruned, tag, format } = options;
  const { request, caption: says, shows } = example;
  const wire = 'op' in shows ? messagesOf(shows, dialect, catalog) : shows;
  const faults = faultsOf(wire, dialect, catalog);
  if (faults[0] !== undefined)
    throw new PromptError(`The example ${JSON.stringify(request)} does not hold: ${faults[0].message}`, faults);
  if (faultsOf(wire, dialect, pruned).length > 0) return undefined;
  const { text } = FORMATS[format].decompile(wire as readonly JsonObject[], { catalogs: [catalog] });
  const block = `<${tag}>\n${text}\n</${tag}>`;
  return [`Person: ${request}`, 'You:', ...(says === undefined ? [] : [says]), block].join('\n');
}

function messagesOf(shows: UiSurface, dialect: PromptDialect, catalog: Catalog): readonly Json[] {
  const wire = messages(shows, dialect);
  if (!namesCatalogFirst(dialect, catalog.id)) return wire;
  const begins = (message: Json): boolean => isObject(message) && message.beginRendering !== undefined;
  return [...wire.filter(begins), ...wire.filter((message) => !begins(message))];
}

function faultsOf(wire: readonly Json[], dialect: PromptDialect, catalog: Catalog): readonly Issue[] {
  const fold = new Fold({ catalogs: new Catalogs([catalog]), strict: true });
  const known = dialectById(dialect);
  const intake = new Intake(fold, { dialects: known === undefined ? DIALECTS : [known] });
  return [...wire.flatMap((message) => intake.message(message).issues), ...fold.topology()];
}
