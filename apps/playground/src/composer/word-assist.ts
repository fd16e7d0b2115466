// Completion and words on hover for Express and TypeScript: names of components and functions of the catalog, by the word alone.

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { catalogWords, propWords } from './catalog-help.ts';
import type { Assistance, HoverWords } from './editor.ts';
import type { DocumentFacts } from './json-assist.ts';

export function wordAssistance(facts: () => DocumentFacts): Assistance {
  return {
    complete: (context) => complete(context, facts()),
    hover: (state, at) => hover(state, at, facts()),
  };
}

function complete(context: CompletionContext, { catalog, paths }: DocumentFacts): CompletionResult | null {
  if (catalog === undefined) return null;
  const path = context.matchBefore(/(?:\$|bind\(')[\w/]*/);
  if (path !== null) {
    const from = path.from + path.text.search(/\/|$/);
    return { from, options: paths.map((label) => ({ label })) };
  }
  const word = context.matchBefore(/[A-Za-z]\w*/);
  if (word === null && !context.explicit) return null;
  const before = context.state.sliceDoc(Math.max(0, (word?.from ?? 0) - 3), word?.from ?? 0);
  const words = catalogWords(catalog);
  const components = [...catalog.components.keys()].map((label) => ({
    label,
    info: words.components?.[label]?.summary ?? '',
  }));
  const functions = [...catalog.functions.keys()].map((label) => ({
    label,
    info: words.functions?.[label]?.summary ?? '',
  }));
  const options = before === 'fn.' ? functions : before.endsWith('ui.') ? components : [...components, ...functions];
  return { from: word?.from ?? context.pos, options };
}

function hover(state: EditorState, at: number, { catalog }: DocumentFacts): HoverWords | undefined {
  const word = state.wordAt(at);
  if (word === null || catalog === undefined) return undefined;
  const name = state.sliceDoc(word.from, word.to);
  const words = catalogWords(catalog);
  const component = catalog.components.get(name);
  const declaration = component?.props ?? catalog.functions.get(name)?.args;
  if (declaration === undefined) return undefined;
  const summary = (component === undefined ? words.functions : words.components)?.[name]?.summary ?? '';
  const takes = Object.entries(declaration).map(([prop, one]) => `${prop}: ${propWords(one)}`);
  return { start: word.from, end: word.to, title: name, text: [summary, ...takes].join('\n') };
}
