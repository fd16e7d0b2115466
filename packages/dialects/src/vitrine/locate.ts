// Where in a neutral message an issue of the fold stands: in the part that it is about, under the names of the wire.

import { isArray, isObject, type Json, own, parsePointer, type Segments } from '@vitrine/core/internal';
import { reach, writePointer } from '../reach.ts';

/** Fields that the fold calls by their name on the A2UI wires. */
const OWN_NAMES: { readonly [name: string]: string } = {
  surfaceId: 'surface',
  catalogId: 'catalog',
  dataModel: 'data',
  metadata: 'ext',
};
const COMPONENT_NAMES: { readonly [name: string]: string } = {
  component: 'type',
  accessibility: 'a11y',
  metadata: 'ext',
};

export function locate(wire: Json, at: string, part = 0): string {
  if (!isObject(wire) || !isArray(wire.body)) return at;
  const value = wire.body[part];
  const [first, ...rest] = at === '' ? [] : parsePointer(at);
  const head = first === undefined ? [] : [own(OWN_NAMES, first) ?? first];
  const steps = first === 'components' ? [...head, ...inComponents(value, rest)] : [...head, ...rest];
  return writePointer(['body', String(part), ...reach(value, steps)]);
}

function inComponents(part: Json | undefined, steps: Segments): Segments {
  const [index, name, ...rest] = steps;
  if (index === undefined || name === undefined) return steps;
  const component = isObject(part) && isArray(part.components) ? part.components[Number(index)] : undefined;
  const props = isObject(component) ? component.props : undefined;
  if (isObject(props) && Object.hasOwn(props, name)) return [index, 'props', name, ...rest];
  return [index, own(COMPONENT_NAMES, name) ?? name, ...rest];
}
