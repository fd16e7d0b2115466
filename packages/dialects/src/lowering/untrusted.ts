// An untrusted surface makes its viewers request nothing: other viewers have no word for trust, so media and whatever
// opens something are taken out before anything is said.

import {
  type CallBinding,
  type Component,
  type ComponentDeclaration,
  INERT_EVENT,
  isActing,
  isArray,
  isCallBinding,
  isObject,
  type Json,
  type JsonObject,
  type Prop,
  type Props,
  type Surface,
} from '@vitrine/core/internal';

type Lose = (what: string) => void;
/** Undefined: nothing may be sent here. */
type Harmless = Json | undefined;

const UNDECLARED = 'properties that no catalog declares are not sent from an untrusted surface';
const MEDIA = 'media of an untrusted surface are not sent';
const ACTING = 'a call that acts is not sent from an untrusted surface';

/** `acts`: whether a function does something besides giving a value. */
export function withoutRequests(
  { wire: _wire, ...component }: Component,
  declaration: ComponentDeclaration | undefined,
  acts: (call: CallBinding) => boolean,
  lose: Lose,
): Component {
  if (declaration === undefined) {
    if (Object.keys(component.props).length > 0) lose(UNDECLARED);
    return { ...component, props: {} };
  }
  const loud = (call: CallBinding): boolean => {
    const isLoud = acts(call);
    if (isLoud) lose(ACTING);
    return isLoud;
  };
  const props = harmlessProps(declaration.props, component.props, loud, lose);
  if (component.a11y === undefined) return { ...component, props };
  return { ...component, props, a11y: withoutActing(component.a11y, loud) as JsonObject };
}

/** Functions that open something, or that say of themselves that they act. */
export function actsIn(surface: Surface): (call: CallBinding) => boolean {
  return ({ call, catalog }) => {
    const found = surface.catalogFor(catalog);
    const declared = 'code' in found ? undefined : found.functions.get(call);
    return isActing(call, declared);
  };
}

/** The theme's icon is fetched like any other. */
export function themeWithoutRequests(theme: JsonObject, declared: Prop | undefined, lose: Lose): JsonObject {
  const props = declared?.kind === 'object' ? declared.props : {};
  const isFetched = (name: string): boolean => name === 'iconUrl' || props[name]?.media === true;
  const kept = Object.entries(theme).filter(([name]) => !isFetched(name));
  if (kept.length === Object.keys(theme).length) return theme;
  lose(MEDIA);
  return Object.fromEntries(kept);
}

type Acts = (call: CallBinding) => boolean;

function harmlessProps(props: Props, values: JsonObject, acts: Acts, lose: Lose): JsonObject {
  const kept: { [name: string]: Json } = {};
  for (const name of Object.keys(values)) {
    const prop = Object.hasOwn(props, name) ? props[name] : undefined;
    const value = values[name] as Json;
    const harmless = prop === undefined ? undefined : harmlessValue(prop, value, acts, lose);
    if (harmless !== undefined) kept[name] = harmless;
    else if (prop === undefined) lose(UNDECLARED);
  }
  return kept;
}

function harmlessValue(prop: Prop, value: Json, acts: Acts, lose: Lose): Harmless {
  if (isMedia(prop)) {
    lose(MEDIA);
    return prop.required ? '' : undefined;
  }
  switch (prop.kind) {
    case 'action':
      return withoutActing(value, acts) === value ? value : { event: { name: INERT_EVENT } };
    case 'object':
      return isObject(value) ? harmlessProps(prop.props, value, acts, lose) : withoutActing(value, acts);
    case 'list':
      return isArray(value)
        ? value.map((item) => harmlessValue(prop.item, item, acts, lose) ?? null)
        : withoutActing(value, acts);
    default:
      return withoutActing(value, acts);
  }
}

function isMedia(prop: Prop): boolean {
  if (prop.media === true || (prop.kind === 'text' && prop.format === 'url')) return true;
  if (prop.kind === 'any-of') return prop.of.some(isMedia);
  return prop.kind === 'map' && isMedia(prop.item);
}

/** The same value where nothing in it acts. Undefined where it is a call that acts, or has one as an argument. */
function withoutActing(value: Json, acts: Acts): Harmless {
  if (isArray(value)) {
    const kept = value.map((item) => withoutActing(item, acts));
    return kept.every((item, i) => item === value[i]) ? value : kept.map((item) => item ?? null);
  }
  if (!isObject(value) || 'literal' in value) return value;
  if (isCallBinding(value)) return isQuiet(value, acts) ? value : undefined;
  const kept: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) {
    const harmless = withoutActing(value[key] as Json, acts);
    if (harmless !== undefined) kept[key] = harmless;
  }
  return Object.keys(value).every((key) => kept[key] === value[key]) ? value : kept;
}

/** Also what a template text calls, which must be written out to be judged. */
function isQuiet(call: CallBinding, acts: Acts): boolean {
  if (acts(call)) return false;
  const { args = {} } = call;
  if (call.call === 'formatString') {
    if (typeof args.value !== 'string') return !acts({ call: 'openUrl' });
    for (const [, name] of args.value.matchAll(/([\p{L}\p{N}_@.-]+)\s*\(/gu))
      if (acts({ call: name as string })) return false;
  }
  return Object.values(args).every((argument) => withoutActing(argument as Json, acts) === argument);
}
