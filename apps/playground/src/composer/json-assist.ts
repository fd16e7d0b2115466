// Completion and words on hover for messages in JSON, from the catalog of the surface: names of components, properties, options,
// ids, paths into the data, functions and their arguments. Where the cursor stands is read from the syntax tree, so unfinished text
// is fine.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import type { Catalog, Prop, Props } from '@vitrine/core/internal';
import { catalogWords, propWords } from './catalog-help.ts';
import type { Assistance, HoverWords } from './editor.ts';

/** What the document is about, as far as it could be read. */
export interface DocumentFacts {
  readonly catalogs: readonly Catalog[];
  /** Of the surface that is shown. */
  readonly catalog: Catalog | undefined;
  readonly ids: readonly string[];
  readonly paths: readonly string[];
}

const MESSAGES: { readonly [name: string]: readonly string[] } = {
  createSurface: ['surfaceId', 'catalogId', 'theme', 'sendDataModel', 'components', 'dataModel'],
  updateComponents: ['surfaceId', 'components'],
  updateDataModel: ['surfaceId', 'path', 'value'],
  deleteSurface: ['surfaceId'],
};
const COMMON = ['id', 'component', 'weight', 'accessibility'];

export function jsonAssistance(facts: () => DocumentFacts): Assistance {
  return {
    complete: (context) => complete(context, facts()),
    hover: (state, at) => hover(state, at, facts()),
  };
}

/** Where a place is in the document. */
interface Spot {
  /** The string or property name at the place. */
  readonly node: SyntaxNode;
  readonly isName: boolean;
  /** From the nearest component outwards: `tabs`, `title`. List indices are left out. */
  readonly keys: readonly string[];
  readonly type: string | undefined;
  readonly call: string | undefined;
}

function textOf(state: EditorState, { from, to }: SyntaxNode): string {
  return state.sliceDoc(from, to).replace(/^"|"$/g, '');
}

function member(state: EditorState, object: SyntaxNode, name: string): string | undefined {
  for (const property of object.getChildren('Property')) {
    const [key, value] = [property.getChild('PropertyName'), property.lastChild];
    if (key !== null && value !== null && value.name === 'String' && textOf(state, key) === name)
      return textOf(state, value);
  }
  return undefined;
}

function spotAt(state: EditorState, at: number): Spot | undefined {
  let node: SyntaxNode = syntaxTree(state).resolveInner(at, -1);
  if (!['String', 'PropertyName'].includes(node.name)) node = syntaxTree(state).resolveInner(at, 1);
  const isText = node.name === 'String' || node.name === 'PropertyName' || node.name === '⚠';
  if (!isText) return undefined;
  const isName = node.name === 'PropertyName' || (node.name !== 'String' && node.parent?.name === 'Object');
  const keys: string[] = [];
  let call: string | undefined;
  for (let up = node.parent; up !== null; up = up.parent) {
    const key = up.name === 'Property' ? up.getChild('PropertyName') : null;
    if (key !== null && key.from !== node.from) keys.unshift(textOf(state, key));
    if (up.name !== 'Object') continue;
    call ??= keys[0] === 'args' || keys.length === 0 ? member(state, up, 'call') : undefined;
    const type = member(state, up, 'component');
    if (type !== undefined) return { node, isName, keys, type, call };
  }
  return { node, isName, keys, type: undefined, call };
}

function inner(prop: Prop | undefined): Props | undefined {
  if (prop?.kind === 'object') return prop.props;
  if (prop?.kind === 'list' || prop?.kind === 'map') return inner(prop.item);
  return prop?.kind === 'any-of' ? prop.of.map(inner).find((props) => props !== undefined) : undefined;
}

/** The property that keys lead to, or the properties that may stand there. */
function follow(
  props: Props,
  keys: readonly string[],
): { readonly prop?: Prop | undefined; readonly props?: Props | undefined } {
  let [prop, at]: [Prop | undefined, Props | undefined] = [undefined, props];
  for (const key of keys) {
    prop = at?.[key];
    at = inner(prop);
  }
  return { prop, props: at };
}

function complete(context: CompletionContext, facts: DocumentFacts): CompletionResult | null {
  const spot = spotAt(context.state, context.pos);
  if (spot === undefined) return null;
  const options = spot.isName ? names(spot, facts) : values(spot, facts);
  if (options.length === 0) return null;
  const { from } = spot.node;
  const isQuoted = context.state.sliceDoc(from, from + 1) === '"';
  return {
    from: isQuoted ? from + 1 : from,
    validFor: /^[\w./:-]*$/,
    options: options.map((one) => ({ ...one, apply: apply(isQuoted, spot.isName) })),
  };
}

/** Puts the whole word in, quotes included, and a colon behind a name that has none. */
function apply(isQuoted: boolean, isName: boolean) {
  return (view: EditorView, { label }: Completion, start: number, to: number): void => {
    const { state } = view;
    const from = isQuoted ? start - 1 : start;
    const end = state.sliceDoc(to, to + 1) === '"' ? to + 1 : to;
    const hasColon = /^\s*:/.test(state.sliceDoc(end, end + 8));
    const insert = JSON.stringify(label) + (isName && !hasColon ? ': ' : '');
    view.dispatch({ changes: { from, to: end, insert }, selection: { anchor: from + insert.length } });
  };
}

function names({ keys, type, call }: Spot, { catalog }: DocumentFacts): Completion[] {
  if (catalog === undefined) return [];
  const words = catalogWords(catalog);
  if (call !== undefined && keys.at(-1) === 'args') {
    const args = catalog.functions.get(call)?.args ?? {};
    return fromProps(args, '', words.functions?.[call]?.props);
  }
  if (type !== undefined) {
    const declared = catalog.components.get(type)?.props ?? {};
    const { props } = follow(declared, keys);
    const own = fromProps(props ?? {}, keys.map((key) => `${key}.`).join(''), words.components?.[type]?.props);
    return keys.length === 0 ? [...own, ...COMMON.map((label) => ({ label, boost: -1 }))] : own;
  }
  const payload = MESSAGES[keys.at(-1) ?? ''];
  if (payload !== undefined) return payload.map((label) => ({ label }));
  if (keys.at(-1) === 'components') return COMMON.map((label) => ({ label }));
  return keys.length > 0 ? [] : ['version', ...Object.keys(MESSAGES)].map((label) => ({ label }));
}

function fromProps(props: Props, prefix: string, words: { readonly [path: string]: string } = {}): Completion[] {
  return Object.entries(props).map(([label, prop]) => ({
    label,
    detail: propWords(prop),
    info: words[prefix + label] ?? '',
    boost: prop.required ? 2 : 1,
  }));
}

function values({ keys, type }: Spot, { catalog, catalogs, ids, paths }: DocumentFacts): Completion[] {
  const key = keys.at(-1);
  if (key === 'component' && catalog !== undefined) {
    const words = catalogWords(catalog).components;
    return [...catalog.components.keys()].map((label) => ({ label, info: words?.[label]?.summary ?? '' }));
  }
  if (key === 'call' && catalog !== undefined) {
    const words = catalogWords(catalog).functions;
    return [...catalog.functions.keys()].map((label) => ({ label, info: words?.[label]?.summary ?? '' }));
  }
  if (key === 'path') return paths.map((label) => ({ label }));
  if (key === 'catalogId') return catalogs.map(({ id }) => ({ label: id }));
  if (key === 'version') return ['v0.9', 'v1.0'].map((label) => ({ label }));
  if (key === 'componentId') return ids.map((label) => ({ label }));
  const declared = type === undefined ? undefined : catalog?.components.get(type)?.props;
  const { prop } = declared === undefined ? {} : follow(declared, keys);
  return prop === undefined ? [] : optionsOf(prop, ids);
}

function optionsOf(prop: Prop, ids: readonly string[]): Completion[] {
  if (prop.kind === 'child' || prop.kind === 'children') return ids.map((label) => ({ label }));
  if (prop.kind === 'one-of')
    return prop.options.filter((one) => typeof one === 'string').map((label) => ({ label: String(label) }));
  return prop.kind === 'any-of' ? prop.of.flatMap((one) => optionsOf(one, ids)) : [];
}

function hover(state: EditorState, at: number, { catalog }: DocumentFacts): HoverWords | undefined {
  const spot = spotAt(state, at);
  if (spot === undefined || catalog === undefined || spot.node.to - spot.node.from < 2) return undefined;
  const { node, isName, keys, type, call } = spot;
  const words = catalogWords(catalog);
  const place = { start: node.from, end: node.to };
  const text = textOf(state, node);
  if (!isName && keys.at(-1) === 'component' && catalog.components.has(text))
    return { ...place, title: text, text: words.components?.[text]?.summary ?? '' };
  if (!isName && keys.at(-1) === 'call' && catalog.functions.has(text))
    return { ...place, title: `${text}(…)`, text: words.functions?.[text]?.summary ?? '' };
  if (!isName) return undefined;
  if (call !== undefined && keys.at(-1) === 'args') {
    const arg = catalog.functions.get(call)?.args[text];
    return arg && { ...place, title: `${text}: ${propWords(arg)}`, text: words.functions?.[call]?.props?.[text] ?? '' };
  }
  const declared = type === undefined ? undefined : catalog.components.get(type)?.props;
  const { prop } = declared === undefined ? {} : follow(declared, [...keys, text]);
  if (prop === undefined || type === undefined) return undefined;
  const path = [...keys, text].join('.');
  return { ...place, title: `${text}: ${propWords(prop)}`, text: words.components?.[type]?.props?.[path] ?? '' };
}

/** The id of the component that a place stands in. */
export function componentAt(state: EditorState, at: number): string | undefined {
  for (let up: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1); up !== null; up = up.parent)
    if (up.name === 'Object' && member(state, up, 'component') !== undefined) return member(state, up, 'id');
  return undefined;
}
