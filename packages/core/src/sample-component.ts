// One component of a catalog as its author would show it: by the example of its declaration, or with a value of the right
// type for each property that it needs. Galleries show it, and the check of a catalog tries it.

import type { Catalog, ComponentDeclaration, Prop } from './catalog.ts';
import type { Component, OpenOp } from './entry.ts';
import { defined, type Json, type JsonObject } from './json.ts';

export const SAMPLE_ID = 'sample';
const CHILD_ID = 'sample-child';

/** The op that opens a surface with the component alone, in a column where it has words of its own to stand below. */
export function sampleSurface(catalog: Catalog, type: string, declaration: ComponentDeclaration): OpenOp {
  const props = { ...madeUp(declaration), ...declaration.example };
  const component: Component = { id: SAMPLE_ID, type, props };
  const child: Component = { id: CHILD_ID, type: 'Text', props: { text: 'Text' } };
  const needsChild = JSON.stringify(props).includes(JSON.stringify(CHILD_ID));
  return {
    ...{ op: 'open', surface: 'sample', catalog: catalog.id, root: SAMPLE_ID },
    ...defined({ protocol: catalog.protocol }),
    components: needsChild ? [component, child] : [component],
    data: {},
  };
}

/** A value for each property that is required, or that a person writes. */
function madeUp({ props, example = {} }: ComponentDeclaration): JsonObject {
  const needed = Object.entries(props).filter(
    ([name, prop]) => (prop.required || prop.writable === true) && !Object.hasOwn(example, name),
  );
  return Object.fromEntries(needed.map(([name, prop]) => [name, valueFor(name, prop)]));
}

function valueFor(name: string, prop: Prop): Json {
  if (prop.writable === true && isBindable(prop)) return { path: `/${name}` };
  if (prop.default !== undefined) return prop.default;
  switch (prop.kind) {
    case 'text':
      return prop.format === 'url' || prop.media === true ? 'https://example.com/' : wordsOf(name);
    case 'number':
      return prop.min ?? Math.min(prop.max ?? 1, 1);
    case 'bool':
      return true;
    case 'one-of':
      return prop.options[0] ?? null;
    case 'value':
      return prop.bound === true ? { path: `/${name}` } : wordsOf(name);
    case 'child':
      return CHILD_ID;
    case 'action':
      return { event: { name } };
    case 'list':
      return Array.from({ length: prop.min ?? 0 }, () => valueFor(name, prop.item));
    case 'object':
      return madeUp({ props: prop.props });
    case 'map':
      return {};
    case 'any-of':
      return prop.of[0] === undefined ? null : valueFor(name, prop.of[0]);
    case 'any':
      return wordsOf(name);
    case 'children':
    case 'checks':
    case 'text-list':
      return [];
  }
}

function isBindable(prop: Prop): boolean {
  return prop.kind === 'value' || prop.kind === 'any' || ('dynamic' in prop && prop.dynamic === true);
}

/** `helpText` is "Help text". */
function wordsOf(name: string): string {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
