// A system prompt from a catalog: instructions, a reference, its schema and examples. Where a budget is set, what helps
// least goes first: the schema, then the examples from the last, then what properties mean, then what components are for.

import { type Catalog, type CatalogDescriptions, defined, describeCatalog } from '@vitrine/core/internal';
import { catalogSchema } from '@vitrine/core/schema';
import { DEFAULT_TAG, FORMATS, type FormatName, type MessageKind } from '@vitrine/formats';
import { PromptError } from '../errors.ts';
import { type PromptExample, writeExample } from './example.ts';
import { type PromptDialect, writeInstructions } from './instructions.ts';
import { type PromptChoice, prune } from './prune.ts';
import { type Detail, writeReference } from './reference.ts';

/** What a prompt is made of. Those of the basic catalogs are at `@vitrine/agent/prompts/…`. */
export interface PromptSource {
  readonly catalog: Catalog;
  /** Absent: what stands beside the declarations. */
  readonly descriptions?: CatalogDescriptions;
  readonly examples?: readonly PromptExample[];
}

export interface PromptOptions extends PromptChoice {
  /** What the agent is and is for: the first lines. */
  readonly role?: string;
  /** What else the model should know about interfaces here: the last lines. */
  readonly notes?: string;
  /** For a catalog that names no protocol; `a2ui-0.9` when absent. */
  readonly dialect?: PromptDialect;
  /** How the model is to write; Direct JSON when absent. */
  readonly format?: FormatName;
  /** What the model may send, in a format other than Direct JSON; absent: everything. */
  readonly messages?: readonly MessageKind[];
  /** False: without the JSON Schema. */
  readonly schema?: boolean;
  /** At most so many. A token is taken to be 3.5 characters. */
  readonly budget?: { readonly characters: number } | { readonly tokens: number };
  /** The name of the tag around a block, as the parser knows it. */
  readonly tag?: string;
}

export interface Prompt {
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  /** What was left out for want of room, or because it was pruned. */
  readonly dropped: readonly string[];
}

const CHARACTERS_PER_TOKEN = 3.5;
const DIALECTS: { readonly [protocol: string]: PromptDialect } = {
  '0.8': 'a2ui-0.8',
  '0.9': 'a2ui-0.9',
  '1.0': 'a2ui-1.0',
};

/** Throws a PromptError when the budget is too small for what cannot be left out. */
export function createPrompt(source: PromptSource, options: PromptOptions = {}): Prompt {
  const { budget, format = 'json' } = options;
  const schema = format === 'json' && options.schema !== false;
  const room = budget === undefined ? Number.POSITIVE_INFINITY : roomOf(budget);
  const parts = partsOf(source, options);
  const dropped = [...parts.unfit];
  let state: KeptComponents = { schema, examples: parts.examples.length, detail: 'all' };
  let text = write(parts, state);
  while (text.length > room) {
    const less = leaner(state);
    if (less === undefined)
      throw new PromptError(
        `The prompt needs ${text.length} characters; the budget is ${room}. Choose fewer components.`,
      );
    dropped.push(less.drops);
    state = less.state;
    text = write(parts, state);
  }
  return { text, tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN), dropped };
}

function roomOf(budget: { readonly characters: number } | { readonly tokens: number }): number {
  return 'characters' in budget ? budget.characters : Math.floor(budget.tokens * CHARACTERS_PER_TOKEN);
}

interface PromptParts {
  readonly role: string | undefined;
  readonly notes: string | undefined;
  /** Other formats have them in their reference. */
  readonly instructions: string | undefined;
  readonly examples: readonly string[];
  readonly schema: () => string;
  readonly reference: (detail: Detail) => string;
  /** Examples that use what was pruned. */
  readonly unfit: readonly string[];
}

function partsOf(source: PromptSource, options: PromptOptions): PromptParts {
  const { catalog, descriptions = describeCatalog(catalog), examples = [] } = source;
  const { role, notes, format = 'json', tag = format === 'json' ? DEFAULT_TAG : FORMATS[format].tag } = options;
  const dialect = dialectOf(catalog, options.dialect);
  if (format !== 'json' && dialect === 'a2ui-0.8') throw new PromptError(`There is no ${format} for A2UI 0.8.`);
  const pruned = prune(catalog, options);
  const written = examples.map((example) => writeExample(example, { dialect, catalog, pruned, tag, format }));
  return {
    role,
    notes,
    instructions: format === 'json' ? writeInstructions(dialect, pruned, tag) : undefined,
    examples: written.filter((text) => text !== undefined),
    schema: () => `## Schema of a component\n\n${JSON.stringify(catalogSchema(pruned, { descriptions: {} }))}`,
    reference: (detail) =>
      format === 'json'
        ? writeReference(pruned, { descriptions, detail })
        : FORMATS[format].prompt({
            catalogs: [pruned],
            ...defined({ messages: options.messages, descriptions: detail === 'none' ? undefined : descriptions }),
          }),
    unfit: examples.flatMap(({ request }, i) =>
      written[i] === undefined ? [`example ${JSON.stringify(request)}`] : [],
    ),
  };
}

function dialectOf({ id, protocol }: Catalog, wanted: PromptDialect | undefined): PromptDialect {
  const own = protocol === undefined ? (wanted ?? 'a2ui-0.9') : DIALECTS[protocol];
  if (own === undefined || (wanted !== undefined && wanted !== own))
    throw new PromptError(
      `The catalog ${id} is made for A2UI ${protocol}; no prompt of it speaks ${wanted ?? 'that'}.`,
    );
  return own;
}

interface KeptComponents {
  readonly schema: boolean;
  readonly examples: number;
  readonly detail: Detail;
}

/** The next smaller prompt, and what it lacks; undefined: nothing more can go. */
function leaner(state: KeptComponents): { readonly state: KeptComponents; readonly drops: string } | undefined {
  if (state.schema) return { state: { ...state, schema: false }, drops: 'schema' };
  if (state.examples > 0)
    return { state: { ...state, examples: state.examples - 1 }, drops: `example ${state.examples}` };
  if (state.detail === 'all') return { state: { ...state, detail: 'summaries' }, drops: 'meaning of properties' };
  if (state.detail === 'summaries') return { state: { ...state, detail: 'none' }, drops: 'meaning of components' };
  return undefined;
}

function write(parts: PromptParts, { schema, examples, detail }: KeptComponents): string {
  const shown = parts.examples.slice(0, examples);
  return [
    ...(parts.role === undefined ? [] : [parts.role]),
    ...(parts.instructions === undefined ? [] : [parts.instructions]),
    parts.reference(detail),
    ...(schema ? [parts.schema()] : []),
    ...(shown.length === 0 ? [] : ['## Examples', ...shown]),
    ...(parts.notes === undefined ? [] : [parts.notes]),
  ].join('\n\n');
}
