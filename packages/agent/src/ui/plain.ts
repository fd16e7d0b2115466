// An author's value as JSON, with what stands in it for a component replaced by the component's id. Where a component may
// stand is what the catalog declares.

import { type IssueCode, isReserved, type Json, type Prop, quote } from '@vitrine/core/internal';
import { type UiError, uiError } from '../errors.ts';
import { Each, UiNode } from './node.ts';

/** Deeper than any surface may be; a list that holds itself ends here. */
const MAX_DEPTH = 100;
const CHILD: Prop = { kind: 'child', required: true };

/** Where a value stands. */
export interface ValuePlace {
  /** What it is a part of, in a word: `Button`, `data`. */
  readonly owner: string;
  /** Its way down from there. */
  readonly path: readonly string[];
  /** What may stand here; several where the catalog has alternatives, none where it is free JSON. */
  readonly props: readonly Prop[];
  /** Gives a component that stands here its id. */
  place(node: UiNode, path: readonly string[]): string;
}

export function toPlain(value: unknown, spot: ValuePlace): Json {
  if (spot.path.length > MAX_DEPTH) throw wrong(spot, 'VITRINE_LIMIT_DEPTH', 'is nested too deeply.');
  if (value instanceof UiNode) return toId(value, spot);
  if (value instanceof Each) return toTemplate(value, spot);
  if (Array.isArray(value)) return value.map((item: unknown, i) => toPlain(item, itemSpot(spot, i)));
  return typeof value === 'object' && value !== null ? toObject(value, spot) : toScalar(value, spot);
}

function toId(node: UiNode, spot: ValuePlace): string {
  if (takes(spot, 'child')) return spot.place(node, shortened(spot.path));
  throw wrong(spot, 'VITRINE_PROP_TYPE', `takes no component, but was given a ${node.type}.`);
}

function toTemplate({ item, path }: Each, spot: ValuePlace): Json {
  if (!alternatives(spot.props).some((prop) => prop.kind === 'children' && prop.templates !== false))
    throw wrong(spot, 'VITRINE_PROP_TYPE', 'takes no each(): it belongs where a list of children is declared.');
  const componentId = typeof item === 'string' ? item : spot.place(item, shortened([...spot.path, 'each']));
  return { componentId, path };
}

function toObject(value: object, spot: ValuePlace): Json {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw wrong(spot, 'VITRINE_PROP_TYPE', `is a ${value.constructor.name}, which JSON cannot say.`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, toPlain(member, memberSpot(spot, key))]));
}

function toScalar(value: unknown, spot: ValuePlace): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw wrong(spot, 'VITRINE_PROP_TYPE', `is ${String(value)} (${typeof value}), which JSON cannot say.`);
}

function itemSpot(spot: ValuePlace, index: number): ValuePlace {
  const props = alternatives(spot.props).flatMap((prop) => {
    if (prop.kind === 'children') return [CHILD];
    return prop.kind === 'list' ? [prop.item] : [];
  });
  return { ...spot, path: [...spot.path, String(index)], props };
}

function memberSpot(spot: ValuePlace, key: string): ValuePlace {
  if (isReserved(key)) throw wrong(spot, 'VITRINE_NAME_RESERVED', `has the reserved key ${quote(key)}.`);
  const props = alternatives(spot.props).flatMap((prop) => {
    if (prop.kind === 'map') return [prop.item];
    const member = prop.kind === 'object' && Object.hasOwn(prop.props, key) ? prop.props[key] : undefined;
    return member === undefined ? [] : [member];
  });
  return { ...spot, path: [...spot.path, key], props };
}

function takes({ props }: ValuePlace, wanted: Prop['kind']): boolean {
  return alternatives(props).some(({ kind }) => kind === wanted);
}

function alternatives(props: readonly Prop[]): readonly Prop[] {
  return props.flatMap((prop) => (prop.kind === 'any-of' ? alternatives(prop.of) : [prop]));
}

/** `children` goes without saying in an id. */
function shortened(path: readonly string[]): readonly string[] {
  return path.length === 2 && path[0] === 'children' ? path.slice(1) : path;
}

function wrong({ owner, path }: ValuePlace, code: IssueCode, words: string): UiError {
  return uiError(code, `${[owner, ...path].join('.').slice(0, 200)} ${words}`);
}
