// What of a statement that is still being written can be shown: a component that has what its catalog demands, with a text or a list
// of children as far as it came; data as far as it came. Half of anything else would be something else.

import { escapeSegment, type JsonObject, type Prop } from '@vitrine/core/internal';
import { isCuttable } from '../json/draft-parts.ts';
import type { Signature } from '../signatures.ts';
import type { Argument, CallExpression, Expression } from './parser.ts';
import type { Program } from './program.ts';
import { bearsOne, ID } from './slots.ts';

/** A draft costs what has been read of its statement; only so much is spent in proportion to the answer. */
const DRAFT_SHARE = 8;
const DRAFT_ALLOWANCE = 64 * 1024;

/** A statement stands for a component. */
const ROOT = ID;
const MAX_DEPTH = 8;

type Open = NonNullable<Program['parser']['open']>;
type OpenFrame = Open['path'][number];

export class DraftWriter {
  #length = 0;
  #spent = 0;
  #last = '';

  /** A message with what is new; undefined where there is nothing. Data only of a surface that is open. */
  write(
    program: Program,
    { isOpen, length }: { readonly isOpen: boolean; readonly length: number },
  ): JsonObject | undefined {
    this.#length += length;
    const { open } = program.parser;
    if (open?.target === undefined || (open.isPath && !isOpen)) return undefined;
    const cost = this.#last.length + length + program.tokenizer.openText.length;
    if (this.#spent + cost > DRAFT_SHARE * this.#length + DRAFT_ALLOWANCE) return undefined;
    this.#spent += cost;
    const message = open.isPath ? data(open, program) : component(open, program);
    const written = message === undefined ? this.#last : JSON.stringify(message);
    if (written === this.#last) return undefined;
    this.#last = written;
    return message;
  }
}

/** As deep as what is open can be shown: what is not, waits until it is whole. */
function component({ path, target }: Open, program: Program): JsonObject | undefined {
  const { scope, surfaceId, version } = program.head;
  for (let depth = Math.min(path.length, MAX_DEPTH); depth > 0; depth--) {
    const call = openValue({ path, depth, program }, 0, ROOT);
    if (call?.type !== 'call') continue;
    const components = scope.draft((compiler) => compiler.compile(call), target as string);
    if (components !== undefined) return { version, updateComponents: { surfaceId, components } };
  }
  return undefined;
}

interface OpenPlace {
  readonly path: Open['path'];
  /** How many of the brackets that are open are looked into. */
  readonly depth: number;
  readonly program: Program;
}

/** A component, a list of children or a text, as far as it came. */
function openValue(place: OpenPlace, at: number, prop: Prop): Expression | undefined {
  const { path, depth, program } = place;
  const frame = path[at];
  if (at > depth) return undefined;
  if (frame === undefined) return openText(prop, wholeText(program));
  const { node, isFull } = frame;
  if (node.type === 'list' && prop.kind === 'children') {
    const inner = isFull ? undefined : openValue(place, at + 1, ID);
    const items = inner === undefined ? [...node.items] : [...node.items, inner];
    return items.length === 0 ? undefined : { ...node, items };
  }
  const { names } = program.head.scope;
  if (node.type !== 'call' || !bearsOne(prop) || !names.isComponent(node, true) || names.isShared(node.name))
    return undefined;
  const found = names.find('component', node.name, undefined, true);
  const inner = isFull || !('signature' in found) ? undefined : openArgument(place, at, found.signature);
  return { ...node, args: inner === undefined ? [...node.args] : [...node.args, inner] };
}

function openArgument(place: OpenPlace, at: number, { order, params }: Signature): Argument | undefined {
  const { node, key } = place.path[at] as OpenFrame;
  const position = (node as CallExpression).args.filter(({ name }) => name === undefined).length;
  const name = key ?? order[position];
  const prop = name === undefined ? undefined : params.get(name);
  const value = prop === undefined ? undefined : openValue(place, at + 1, prop);
  return value === undefined || name === undefined ? undefined : { name, value };
}

/** The text that is being written, without half a character. */
function wholeText({ tokenizer }: Program): string {
  return tokenizer.openText.replace(/[\ud800-\udbff]$/, '');
}

/** Half an address leads to another place. */
function openText(prop: Prop, value: string): Expression | undefined {
  if (prop.kind !== 'text' || prop.format !== undefined || prop.media || value === '') return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(value) ? undefined : literal(value);
}

function literal(value: string): Expression {
  return { type: 'literal', value, line: 0 };
}

/** Data as far as it came, without what has only begun; a text grows where its name says that it is one to read. */
function data({ target = '', path }: Open, program: Program): JsonObject | undefined {
  const { scope, surfaceId, version } = program.head;
  const open = wholeText(program);
  const last = path.at(-1);
  const name = last === undefined ? target.slice(target.lastIndexOf('/') + 1) : (last.key ?? '');
  let value: Expression | undefined = open !== '' && isCuttable(name, open) ? literal(open) : undefined;
  for (const { node, key } of [...path].reverse()) {
    if (node.type === 'list')
      value = grown({ ...node, items: value === undefined ? node.items : [...node.items, value] });
    else if (node.type === 'map' && key !== undefined && value !== undefined)
      value = { ...node, entries: [...node.entries, { name: key, value }] };
    else if (node.type === 'map') value = node.entries.length > 0 ? node : undefined;
    else return undefined;
  }
  const segments = target
    .slice(1)
    .split('/')
    .filter((one) => one !== '');
  if (value === undefined || segments.length === 0) return undefined;
  const found = value;
  const made = scope.draft((compiler) => compiler.data(found), target);
  if (made === undefined) return undefined;
  return {
    version,
    updateDataModel: { surfaceId, path: `/${segments.map(escapeSegment).join('/')}`, value: made.value },
  };
}

function grown(list: Extract<Expression, { type: 'list' }>): Expression | undefined {
  return list.items.length > 0 ? list : undefined;
}
