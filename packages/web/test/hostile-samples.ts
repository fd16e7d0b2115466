// Components made from their declarations, for suites that feed every property with something else.

import type { Catalog, Component, Json, JsonObject, Prop } from '@vitrine/core/internal';

/** A value that fits. */
export function sampleOf(prop: Prop): Json {
  switch (prop.kind) {
    case 'text':
      if (prop.media === true || prop.format === 'url') return 'https://media.test/x';
      return prop.format === 'date' ? '2026-01-02' : prop.format === 'svg-path' ? 'M0 0L9 9' : 'Words';
    case 'number':
      return prop.min ?? 1;
    case 'bool':
      return true;
    case 'text-list':
      return ['Words'];
    case 'one-of':
      return prop.options[0] ?? null;
    case 'child':
      return 'leaf';
    case 'children':
      return ['leaf'];
    case 'action':
      return { event: { name: 'go', context: { v: { path: '/v' } } } };
    case 'checks':
      return [{ condition: { call: 'required', args: { value: { path: '/v' } } }, message: 'Needed' }];
    case 'list':
      return [sampleOf(prop.item)];
    case 'object':
      return Object.fromEntries(Object.entries(prop.props).map(([name, one]) => [name, sampleOf(one)]));
    case 'map':
      return { a: sampleOf(prop.item) };
    case 'any-of':
      return sampleOf(prop.of[0] as Prop);
    default:
      return 'Words';
  }
}

/** Every component of a catalog with every property. */
export function samples(catalog: Catalog): readonly Component[] {
  return [...catalog.components].map(([type, { props }]) => ({
    id: type,
    type,
    props: Object.fromEntries(Object.entries(props).map(([name, prop]) => [name, sampleOf(prop)])),
  }));
}

/** For every property of every component one component in which `value` stands for it, in a column. */
export function spoiled(catalog: Catalog, value: Json): readonly Component[] {
  const all: Component[] = [];
  for (const { type, props } of samples(catalog))
    for (const name of Object.keys(props))
      all.push({ id: `${type}-${name}`, type, props: { ...props, [name]: value } });
  return inColumn(all);
}

/** In a column, with the leaf that samples refer to. 0.8 lists children in another way, but is given the same here. */
export function inColumn(components: readonly Component[]): readonly Component[] {
  const children = components.map(({ id }) => id);
  const leaf: JsonObject = { text: 'Leaf' };
  return [
    { id: 'root', type: 'Column', props: { children } },
    { id: 'leaf', type: 'Text', props: leaf },
    ...components,
  ];
}
