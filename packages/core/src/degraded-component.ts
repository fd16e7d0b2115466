// A component that no basic catalog has: what it contains or says is still shown, its own look and behaviour are not.

import type { ComponentDeclaration } from './catalog.ts';
import type { Component, ComponentId } from './entry.ts';
import { isObject, type Json } from './json.ts';

const CAPTION_PROPS = ['text', 'label', 'title', 'value', 'description', 'name'];

export function degradedComponent(
  component: Component,
  declaration: ComponentDeclaration | undefined,
  references: readonly ComponentId[],
): Component {
  const { catalog: _catalog, type, props, ...rest } = component;
  const template = Object.values(props).find(
    (value) => isObject(value) && typeof value.componentId === 'string' && typeof value.path === 'string',
  );
  if (template !== undefined) return { ...rest, type: 'Column', props: { children: template } };
  if (references.length > 0) return { ...rest, type: 'Column', props: { children: [...references] } };
  const telling = CAPTION_PROPS.find((name) => declaration?.props[name]?.kind === 'text' && props[name] !== undefined);
  const text: Json = telling === undefined ? `[${type}]` : (props[telling] as Json);
  return { ...rest, type: 'Text', props: { text, ...(telling === undefined ? { variant: 'caption' } : {}) } };
}
