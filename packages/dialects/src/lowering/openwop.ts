// A surface of OpenWOP's generation 1 in the words of the basic catalog. Fields and buttons keep their ids, and a field
// its path; a choice is a list there. What is sent from it is taken back in bridged-actions.ts.

import {
  type Component,
  getAt,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Limits,
  parsePointer,
  type Surface,
} from '@vitrine/core';
import { OPENWOP_VALUES, openwop1 } from '@vitrine/core/catalogs/openwop';
import { PlainBuilder, plainSurface } from './plain-surface.ts';

type Lose = (what: string) => void;

export function isOpenwopSurface(surface: Surface): boolean {
  return surface.catalog === openwop1.id && surface.component(surface.root)?.type === 'surface';
}

export function openwopInBasicWords(surface: Surface, limits: Limits, lose: Lose): Surface {
  const root = surface.component(surface.root);
  const to = new PlainBuilder();
  const listed = isArray(root?.props.children) ? root.props.children : [];
  const items = listed.flatMap((id) => (typeof id === 'string' ? (surface.component(id) ?? []) : []));
  const title = typeof root?.props.title === 'string' ? to.text(root.props.title, 'h2') : [];
  to.column([...title, ...items.flatMap((item) => lowerItem(item, to, lose))], 'root');
  return plainSurface(surface.id, to, { values: valuesOf(items, surface) }, limits, surface.trust);
}

function lowerItem({ id, type, props }: Component, to: PlainBuilder, lose: Lose): readonly string[] {
  const { label, value, text } = props as { label: string; value: Json; text: string };
  switch (type) {
    case 'heading':
      return [to.add('Text', { text, variant: headingOf(props.level, lose) }, id)];
    case 'text':
      return [to.add('Text', { text }, id)];
    case 'field.text':
      if (props.placeholder !== undefined) lose('the placeholder of a field is not sent');
      return [to.add('TextField', { label, value, ...checksOf(props) }, id)];
    case 'field.date':
      return [to.add('DateTimeInput', { label, value, enableDate: true, ...checksOf(props) }, id)];
    case 'field.select':
      return [
        to.add(
          'ChoicePicker',
          { label, value, options: props.options as Json, variant: 'mutuallyExclusive', ...checksOf(props) },
          id,
        ),
      ];
    case 'field.checkbox':
      return [to.add('CheckBox', { label, value }, id)];
    default:
      return [to.button(id, label, props.action as JsonObject)];
  }
}

const LEAST_HEADING = 5;

function headingOf(level: Json | undefined, lose: Lose): string {
  const wanted = typeof level === 'number' ? level : 2;
  if (wanted > LEAST_HEADING) lose('a heading of level 6 is sent as one of level 5');
  return `h${Math.min(wanted, LEAST_HEADING)}`;
}

function checksOf({ required, value }: JsonObject): JsonObject {
  if (required !== true) return {};
  return {
    checks: [{ condition: { call: 'required', args: { value: value as Json } }, message: 'This must be filled.' }],
  };
}

/** As the inputs of the basic catalog hold them. */
function valuesOf(items: readonly Component[], surface: Surface): JsonObject {
  const held = getAt(surface.data.snapshot(), parsePointer(OPENWOP_VALUES));
  const values: { [name: string]: Json } = {};
  for (const { type, props } of items) {
    const name = props.name as string;
    const value = isObject(held) && Object.hasOwn(held, name) ? held[name] : undefined;
    if (type === 'field.select') values[name] = typeof value === 'string' && value !== '' ? [value] : [];
    else if (type.startsWith('field.') && value !== undefined) values[name] = value;
  }
  return values;
}

/** The values that another viewer sends, as the fields of the surface hold them. */
export function enteredInOpenwop(values: JsonObject, surface: Surface): JsonObject {
  const selects = new Set(
    surface.components().flatMap(({ type, props }) => (type === 'field.select' ? [props.name] : [])),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      selects.has(name) && isArray(value) ? (value[0] ?? '') : value,
    ]),
  );
}
