// A surface of OpenWOP's generation 1 in components of the basic catalog. Fields and buttons keep their ids, a field its
// path and a button what it sends.

import type { DerivedSurface, SurfaceReader } from '../catalog.ts';
import { ComponentBuilder } from '../component-builder.ts';
import type { ActionEvent, Component, ComponentId, ViewerEvent } from '../entry.ts';
import { defined, isArray, isObject } from '../json.ts';
import { openwopRule } from './openwop-judge.ts';

export function deriveOpenwop(surface: SurfaceReader): DerivedSurface | undefined {
  const root = surface.component(surface.root);
  if (root?.type !== 'surface') return undefined;
  const items = itemsOf(surface);
  const to = new ComponentBuilder(items.map(({ id }) => id));
  const title = typeof root.props.title === 'string' ? to.text(root.props.title, 'h2') : [];
  to.column([...title, ...items.map((item) => deriveItem(item, to))], 'root');
  return { components: to.components, data: { values: {} }, losses: [] };
}

function itemsOf(surface: SurfaceReader): readonly Component[] {
  const listed = surface.component(surface.root)?.props.children;
  if (!isArray(listed)) return [];
  return listed.flatMap((id) => (typeof id === 'string' ? (surface.component(id) ?? []) : []));
}

function deriveItem(item: Component, to: ComponentBuilder): ComponentId {
  const { id, type, props } = item;
  const { text, level, label, value, placeholder, options, default: start } = props;
  const field = defined({ label, value, placeholder, rule: openwopRule(item) });
  switch (type) {
    case 'heading':
      return to.add('Text', { ...defined({ text }), variant: `h${typeof level === 'number' ? level : 2}` }, id);
    case 'text':
      return to.add('Text', defined({ text }), id);
    case 'field.text':
      return to.add('TextField', field, id);
    case 'field.date':
      return to.add('DateTimeInput', { ...field, enableDate: true }, id);
    case 'field.select':
      return to.add('ChoicePicker', { ...field, ...defined({ options }), variant: 'mutuallyExclusive' }, id);
    case 'field.checkbox':
      return to.add('CheckBox', { ...field, ...defined({ default: start }) }, id);
    default:
      return deriveButton(item, to);
  }
}

function deriveButton({ id, props }: Component, to: ComponentBuilder): ComponentId {
  const action = isObject(props.action) ? props.action : {};
  const isResume = isObject(action.event) && action.event.name === 'resume';
  // A button needs a name, whatever was sent.
  if (typeof props.label === 'string' && props.label !== '') return to.button(id, props.label, action, isResume);
  return to.button(id, isResume ? 'Continue' : 'Send', action, isResume, isResume ? 'resumeRun' : 'sendToRun');
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
