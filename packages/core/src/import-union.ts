// Alternatives of a schema, joined to one declaration: a literal that may also be a path or a call is one dynamic
// property, a list of constants is one set, anything else stays a choice.

import { anyOf, oneOf, type Prop, value } from './catalog.ts';

/** What one alternative is: a binding, or something declared. */
export type Alternative = Prop | 'path' | 'call';

export function joinAlternatives(alternatives: readonly Alternative[]): Prop {
  const declared = alternatives.filter((alternative): alternative is Prop => typeof alternative !== 'string');
  const literals = joinOptions(declared);
  if (declared.length === alternatives.length) return choice(literals);
  const calls = alternatives.includes('call');
  return literals.length === 0 ? bindingAlone(calls) : choice(bind(literals, calls));
}

function choice(props: readonly Prop[]): Prop {
  const [only] = props;
  return props.length === 1 && only !== undefined ? only : anyOf(props);
}

/** Neighbouring sets of constants are one set. */
function joinOptions(props: readonly Prop[]): readonly Prop[] {
  if (props.length < 2 || !props.every((prop) => prop.kind === 'one-of' && !prop.dynamic)) return props;
  return [oneOf(props.flatMap((prop) => (prop.kind === 'one-of' ? prop.options : [])))];
}

function bindingAlone(calls: boolean): Prop {
  return value(calls ? { bound: true } : { bound: true, calls: false });
}

/** The first literal that can be bound takes the binding; where none can, it stands beside them. */
function bind(props: readonly Prop[], calls: boolean): readonly Prop[] {
  if (props.some((prop) => 'dynamic' in prop && prop.dynamic)) return props;
  const at = props.findIndex((prop) => 'dynamic' in prop || prop.kind === 'list');
  if (at < 0) return [...props, bindingAlone(calls)];
  const bound = { ...props[at], dynamic: true, ...(calls ? {} : { calls: false }) } as Prop;
  return props.with(at, bound);
}
