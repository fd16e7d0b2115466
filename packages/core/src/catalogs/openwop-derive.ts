// A surface of OpenWOP's generation 1 in components of the basic catalog. Fields and buttons keep their ids, a field its
// path and a button what it sends.

import type { DerivedSurface, SurfaceReader } from '../catalog.ts';
import { ComponentBuilder } from '../component-builder.ts';
import type { ActionEvent, Component, ComponentId, ViewerEvent } from '../entry.ts';
import { defined, isArray, isObject, type Json, type JsonObject } from '../json.ts';

export function deriveOpenwop(surface: SurfaceReader): DerivedSurface | undefined {
  const root = surface.component(surface.root);
  if (root?.type !== 'surface') return undefined;
  const to = new ComponentBuilder();
  const losses: string[] = [];
  const title = typeof root.props.title === 'string' ? to.text(root.props.title, 'h2') : [];
  to.column([...title, ...itemsOf(surface).map((item) => deriveItem(item, to, losses))], 'root');
  return { components: to.components, data: { values: {} }, losses };
}

function itemsOf(surface: SurfaceReader): readonly Component[] {
  const listed = surface.component(surface.root)?.props.children;
  if (!isArray(listed)) return [];
  return listed.flatMap((id) => (typeof id === 'string' ? (surface.component(id) ?? []) : []));
}

function deriveItem({ id, type, props }: Component, to: ComponentBuilder, losses: string[]): ComponentId {
  const { label, value, text } = props as { label: string; value: Json; text: string };
  switch (type) {
    case 'heading':
      return to.add('Text', { text, variant: headingOf(props.level, losses) }, id);
    case 'text':
      return to.add('Text', { text }, id);
    case 'field.text':
      return to.add(
        'TextField',
        { label, value, ...defined({ placeholder: props.placeholder }), ...checksOf(props) },
        id,
      );
    case 'field.date':
      return to.add('DateTimeInput', { label, value, enableDate: true, ...checksOf(props) }, id);
    case 'field.select': {
      const options = props.options as Json;
      return to.add('ChoicePicker', { label, value, options, variant: 'mutuallyExclusive', ...checksOf(props) }, id);
    }
    case 'field.checkbox':
      return to.add('CheckBox', { label, value }, id);
    default:
      return to.button(id, label, props.action as JsonObject);
  }
}

const LEAST_HEADING = 5;

function headingOf(level: Json | undefined, losses: string[]): string {
  const wanted = typeof level === 'number' ? level : 2;
  if (wanted > LEAST_HEADING) losses.push('a heading of level 6 is sent as one of level 5');
  return `h${Math.min(wanted, LEAST_HEADING)}`;
}

function checksOf({ required, value }: JsonObject): JsonObject {
  if (required !== true) return {};
  return {
    checks: [{ condition: { call: 'required', args: { value: value as Json } }, message: 'This must be filled.' }],
  };
}

/** A choice is a list in the basic catalog. What was entered comes with the values that the button sends. */
export function restoreOpenwop(event: ActionEvent, surface: SurfaceReader): readonly ViewerEvent[] | undefined {
  if (!isObject(event.context.values)) return undefined;
  const items = itemsOf(surface);
  const selects = new Set(items.flatMap(({ type, props }) => (type === 'field.select' ? [props.name] : [])));
  const values = Object.fromEntries(
    Object.entries(event.context.values).map(([name, value]) => [
      name,
      selects.has(name) && isArray(value) ? (value[0] ?? '') : value,
    ]),
  );
  return [
    { event: 'sync', surfaces: { [event.surface]: { values } } },
    { ...event, context: { ...event.context, values } },
  ];
}
