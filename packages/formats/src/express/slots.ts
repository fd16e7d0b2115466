// What the slot of an argument may hold, and what a text in it means that a model wrote otherwise.

import { any, type Json, type Prop } from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import { isSame } from './catalog-names.ts';

export const ANY: Prop = any();
/** The id of a component. */
export const ID: Prop = { kind: 'child', required: false } as Prop;

/** Whether a name without a meaning may stand there as its own text. */
export function isTextual(prop: Prop): boolean {
  if (prop.kind === 'any-of') return prop.of.some(isTextual);
  return isFree(prop) || prop.kind === 'text' || prop.kind === 'one-of';
}

export function isFree({ kind }: Prop): boolean {
  return kind === 'any' || kind === 'value';
}

/** Whether null is a value there, and does not leave the argument out. */
export function admitsNull(prop: Prop): boolean {
  if (prop.kind === 'any-of') return prop.of.some(admitsNull);
  return isFree(prop) || (prop.kind === 'one-of' && prop.options.includes(null));
}

export function bearsOne(prop: Prop): boolean {
  return prop.kind === 'child' || prop.kind === 'children' || (prop.kind === 'any-of' && prop.of.some(bearsOne));
}

export function itemOf(prop: Prop): Prop {
  if (prop.kind === 'children') return ID;
  if (prop.kind === 'list') return prop.item;
  if (prop.kind === 'any-of') return prop.of.map(itemOf).find((item) => item !== ANY) ?? ANY;
  return ANY;
}

export function memberOf(prop: Prop, key: string): Prop {
  if (prop.kind === 'object') return Object.hasOwn(prop.props, key) ? (prop.props[key] as Prop) : ANY;
  if (prop.kind === 'map') return prop.item;
  if (prop.kind === 'any-of') return prop.of.map((one) => memberOf(one, key)).find((one) => one !== ANY) ?? ANY;
  return ANY;
}

export function declares(prop: Prop, key: string): boolean {
  if (prop.kind === 'any-of') return prop.of.some((one) => declares(one, key));
  return prop.kind === 'object' && Object.hasOwn(prop.props, key);
}

/** A text where `{label, value}` is declared is both. */
export function labelled(value: Json, item: Prop): Json {
  if (typeof value !== 'string' || item.kind !== 'object') return value;
  return 'label' in item.props && 'value' in item.props ? { label: value, value } : value;
}

interface MeantValue {
  readonly value: Json;
  readonly repair: RepairKind;
}

/** What a text stands for where none may stand. */
export function meantBy(text: string, prop: Prop): MeantValue | undefined {
  switch (prop.kind) {
    case 'number':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? { value: Number(text), repair: 'number-form' } : undefined;
    case 'bool':
      return /^(?:true|false)$/i.test(text) ? { value: /^t/i.test(text), repair: 'python-literal' } : undefined;
    case 'one-of': {
      if (prop.options.includes(text)) return undefined;
      const same = prop.options.filter((one) => typeof one === 'string' && isSame(one, text));
      return same.length === 1 ? { value: same[0] as Json, repair: 'misspelt-name' } : undefined;
    }
    case 'action':
      return { value: { event: { name: text } }, repair: 'wrong-wrapper' };
    default:
      return undefined;
  }
}
