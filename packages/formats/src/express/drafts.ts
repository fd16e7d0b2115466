// What of a statement that is still being written can be shown: a component that has what its catalog demands, with a text or a list
// of children as far as it came; data as far as it came. Half of anything else would be something else.

import { escapeSegment, type JsonObject, type Prop } from '@vitrine/core/internal';
import type { CallExpression, Expression } from './parser.ts';
import type { Program, ScopeHead } from './program.ts';

/** A draft costs what has been read of its statement; only so much is spent in proportion to the answer. */
const DRAFT_SHARE = 8;
const DRAFT_ALLOWANCE = 64 * 1024;

type Open = NonNullable<Program['parser']['open']>;

export class DraftWriter {
  #length = 0;
  #spent = 0;
  #last = '';

  /** A message with what is new; undefined where there is nothing. */
  write(program: Program, head: ScopeHead | undefined, length: number): JsonObject | undefined {
    this.#length += length;
    const { open } = program.parser;
    if (open?.target === undefined || head === undefined || head.scope !== program.scope) return undefined;
    const cost = this.#last.length + length + program.tokenizer.openText.length;
    if (this.#spent + cost > DRAFT_SHARE * this.#length + DRAFT_ALLOWANCE) return undefined;
    this.#spent += cost;
    const message = open.isPath ? data(open, head) : component(open, head, program);
    const text = message === undefined ? this.#last : JSON.stringify(message);
    if (text === this.#last) return undefined;
    this.#last = text;
    return message;
  }
}

function component(open: Open, { scope, surfaceId, version }: ScopeHead, program: Program): JsonObject | undefined {
  const { value, path, target } = open;
  if (value.type !== 'call' || !scope.names.isComponent(value, true)) return undefined;
  const call = withOpen(value, path, scope.names, program);
  const components = scope.draft((compiler) => compiler.compile(call), target as string);
  return components === undefined ? undefined : { version, updateComponents: { surfaceId, components } };
}

/** The call with the text or the list of children that is being written. */
function withOpen(
  call: CallExpression,
  path: Open['path'],
  names: ScopeHead['scope']['names'],
  program: Program,
): CallExpression {
  const found = names.find('component', call.name, undefined, true);
  const frame = path[0];
  if (!('signature' in found) || frame === undefined || frame.isFull) return call;
  const positions = call.args.filter(({ name }) => name === undefined).length;
  const name = frame.key ?? found.signature.order[positions];
  const prop = name === undefined ? undefined : found.signature.params.get(name);
  const value = openValue(path, prop, program);
  if (value === undefined || name === undefined) return call;
  return { ...call, args: [...call.args, { name, value }] };
}

function openValue(path: Open['path'], prop: Prop | undefined, { tokenizer }: Program): Expression | undefined {
  const inner = path[1]?.node;
  if (path.length === 2 && inner?.type === 'list' && prop?.kind === 'children' && inner.items.length > 0)
    return { ...inner, items: [...inner.items] };
  const text = path.length === 1 ? tokenizer.openText : '';
  if (prop?.kind !== 'text' || prop.format !== undefined || prop.media || text === '') return undefined;
  // Half an address leads to another place.
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? undefined : { type: 'literal', value: text, line: 0 };
}

/** Data as far as it came, without what has only begun. */
function data({ target, path }: Open, { scope, surfaceId, version }: ScopeHead): JsonObject | undefined {
  let value: Expression | undefined;
  for (const { node, key } of [...path].reverse()) {
    if (node.type === 'list')
      value = grown({ ...node, items: value === undefined ? node.items : [...node.items, value] });
    else if (node.type === 'map' && key !== undefined && value !== undefined)
      value = { ...node, entries: [...node.entries, [key, value]] };
    else if (node.type === 'map') value = node.entries.length > 0 ? node : undefined;
    else return undefined;
  }
  const segments = (target ?? '')
    .slice(1)
    .split('/')
    .filter((one) => one !== '');
  if (value === undefined || segments.length === 0) return undefined;
  const found = value;
  const made = scope.draft((compiler) => compiler.data(found), target as string);
  if (made === undefined) return undefined;
  return {
    version,
    updateDataModel: { surfaceId, path: `/${segments.map(escapeSegment).join('/')}`, value: made.value },
  };
}

function grown(list: Extract<Expression, { type: 'list' }>): Expression | undefined {
  return list.items.length > 0 ? list : undefined;
}
