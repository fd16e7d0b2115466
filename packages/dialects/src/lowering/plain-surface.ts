// Surfaces that no agent sent, in the words of A2UI 0.9: what a catalog derives from a surface of its own, and what stands
// for a question or a task. They are lowered to every target like any other surface.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import {
  Catalogs,
  type Component,
  getAt,
  isObject,
  isPathBinding,
  type Json,
  type JsonObject,
  type Limits,
  parsePointer,
  Surface,
  type Trust,
} from '@vitrine/core/internal';

const CATALOGS = new Catalogs([basic09]);

export function plainSurface(
  id: string,
  components: readonly Component[],
  data: Json,
  limits: Limits,
  trust: Trust = 'trusted',
): Surface {
  const op = { op: 'open', surface: id, catalog: basic09.id, protocol: '0.9' } as const;
  const surface = new Surface(op, trust, CATALOGS, limits);
  surface.data.set('/', data);
  for (const component of components) surface.put(component);
  return surface;
}

/** What the catalog of a surface derives from it, for a viewer that has data of its own. */
export function derivedSurface(surface: Surface, limits: Limits, lose: (what: string) => void): Surface | undefined {
  const catalog = surface.catalogFor(undefined);
  const derived = 'code' in catalog ? undefined : catalog.derive?.(surface);
  if (derived === undefined) return undefined;
  for (const what of derived.losses) lose(what);
  const components = derived.components.map((component) => inBasic(component, lose));
  const plain = plainSurface(surface.id, components, derived.data ?? {}, limits, surface.trust);
  const document = surface.data.snapshot();
  for (const component of components) enter(component, document, plain);
  return plain;
}

/** Of what a derived surface may say, the basic catalog of 0.9 has no hints in empty fields and no sixth level of headings. */
function inBasic(component: Component, lose: (what: string) => void): Component {
  const { placeholder, rule, default: _start, word: _word, ...props } = component.props;
  if (placeholder !== undefined) lose('the placeholder of a field is not sent');
  if (props.variant === 'h6') lose('a heading of level 6 is sent as one of level 5');
  return {
    ...component,
    props: {
      ...props,
      ...(props.variant === 'h6' ? { variant: 'h5' } : {}),
      ...(isObject(rule) && rule.required === true ? { checks: [filled(props.value as Json)] } : {}),
    },
  };
}

function filled(value: Json): JsonObject {
  return { condition: { call: 'required', args: { value } }, message: 'This must be filled.' };
}

/** What stands where an input writes, as the inputs of the basic catalog hold it: choices are lists, numbers are typed as texts. */
function enter({ type, props }: Component, document: Json, { data }: Surface): void {
  const { value: bound, variant } = props;
  if (!isObject(bound) || !isPathBinding(bound) || variant === 'obscured') return;
  const value = getAt(document, parsePointer(bound.path)) ?? undefined;
  if (type === 'ChoicePicker') data.set(bound.path, value === undefined || value === '' ? [] : [String(value)]);
  else if (value !== undefined) data.set(bound.path, variant === 'number' ? String(value) : value);
}
