// What a surface shows in the words of generation 1: its words, fields and buttons, one below the other.

import {
  type ComponentId,
  getAt,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  toText,
  type Value,
} from '@vitrine/core/internal';
import type { NativePicture } from '../openwop/picture.ts';
import type { Lose } from '../openwop/words.ts';

export function flatten(picture: NativePicture, lose: Lose): readonly JsonObject[] {
  const items: JsonObject[] = [];
  const seen = new Set<ComponentId>();
  const visit = (id: Json | undefined): void => {
    const component = typeof id === 'string' ? picture.components.get(id) : undefined;
    if (component === undefined || seen.has(id as string)) return;
    seen.add(id as string);
    const item = itemOf(component, picture, lose);
    if (item !== undefined) items.push(item);
    if (component.component === 'Button') return;
    visit(component.child);
    if (isArray(component.children)) for (const child of component.children) visit(child);
  };
  visit('root');
  lose('the layout of the surface has no counterpart in generation 1');
  return items;
}

function itemOf(component: JsonObject, picture: NativePicture, lose: Lose): JsonObject | undefined {
  const at = (value: Json | undefined): Json | undefined => resolved(value, picture.data);
  const field = (kind: string): JsonObject => {
    const value = at(component.value);
    if (kind !== 'checkbox' && value !== undefined && toText(value as Value) !== '' && !isEmpty(value))
      lose('what a field begins with is not sent');
    return { component: `field.${kind}`, id: component.id as string, label: toText(at(component.label) as Value) };
  };
  const needed = isArray(component.checks) && component.checks.length > 0 ? { required: true } : {};
  switch (component.component) {
    case 'Text':
      return wordsOf(toText(at(component.text) as Value), component.variant);
    case 'TextField':
      return { ...field('text'), ...needed };
    case 'DateTimeInput':
      if (component.enableTime === true) lose('the time of a date is not asked for');
      return { ...field('date'), ...needed };
    case 'CheckBox':
      return { ...field('checkbox'), ...(at(component.value) === true ? { default: true } : {}) };
    case 'ChoicePicker':
      if (component.variant === 'multipleSelection') lose('one of several options can be chosen');
      return { ...field('select'), options: optionsOf(component.options, at), ...needed };
    case 'Button':
      return buttonOf(component, picture);
    default:
      return undefined;
  }
}

function isEmpty(value: Json): boolean {
  return isArray(value) && value.length === 0;
}

function resolved(value: Json | undefined, data: Json): Json | undefined {
  return isObject(value) && typeof value.path === 'string' ? getAt(data, parsePointer(value.path)) : value;
}

function wordsOf(text: string, variant: Json | undefined): JsonObject | undefined {
  if (text === '') return undefined;
  const level = typeof variant === 'string' ? /^h([1-5])$/.exec(variant)?.[1] : undefined;
  return level === undefined ? { component: 'text', text } : { component: 'heading', text, level: Number(level) };
}

function optionsOf(options: Json | undefined, at: (value: Json | undefined) => Json | undefined): Json {
  return (isArray(options) ? options.filter(isObject) : []).map(({ label, value }) => ({
    value: value as Json,
    label: toText(at(label) as Value),
  }));
}

/** Its words are those of all that stands on it. */
function buttonOf({ id, child, action }: JsonObject, picture: NativePicture): JsonObject {
  const words: string[] = [];
  const visit = (part: Json | undefined, depth: number): void => {
    const component = typeof part === 'string' && depth < 8 ? picture.components.get(part) : undefined;
    if (component === undefined) return;
    if (component.component === 'Text') words.push(toText(resolved(component.text, picture.data) as Value));
    visit(component.child, depth + 1);
    if (isArray(component.children)) for (const one of component.children) visit(one, depth + 1);
  };
  visit(child, 0);
  const { name } = (action as { event: { name: string } }).event;
  return { component: 'action.button', id: id as string, label: words.join(' '), action: { target: name } };
}
