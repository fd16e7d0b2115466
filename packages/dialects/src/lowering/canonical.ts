// The words that every lowering goes through: the basic components under their names of A2UI 0.9 and 1.0, with the
// properties of all versions: Text.variant h1 to h5, TextField.placeholder, .validationRegexp and .variant "date",
// Slider.steps, Video.posterUrl, ChoicePicker.maxAllowedSelections. One file per version says how its words become these
// and these become its words.

import type { Component, Json, JsonObject } from '@vitrine/core';

export interface Vocabulary {
  /** A component of this version in the common words. */
  from(component: Component): Component;
  /** A component in this version's words; the first one bears its id, others are parts of it. */
  to(component: Component, lose: (what: string) => void): readonly Component[];
  /** The theme in this version's words, from the keys of all versions. */
  theme(theme: JsonObject, lose: (what: string) => void): JsonObject | undefined;
}

export type PropNames = { readonly [name: string]: string };

export function renameProps(props: JsonObject, names: PropNames): { [name: string]: Json } {
  const renamed: { [name: string]: Json } = {};
  for (const name of Object.keys(props))
    renamed[Object.hasOwn(names, name) ? (names[name] as string) : name] = props[name] as Json;
  return renamed;
}

export function invert(names: PropNames): PropNames {
  return Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]));
}

/** A part that a component is made of in a poorer vocabulary. */
export function partId(id: string, part: string): string {
  return `${PART}${id}:${part}`;
}

const PART = 'vitrine:';

/** The child that a component must have and nobody sent: a blank text is sent under this id. */
export const NO_CHILD = `${PART}none`;

/** The components that an id may be a part of. */
export function ownersOf(part: string): readonly string[] {
  const owners: string[] = [];
  if (part.startsWith(PART))
    for (let at = part.indexOf(':', PART.length); at >= 0; at = part.indexOf(':', at + 1))
      owners.push(part.slice(PART.length, at));
  return owners;
}

const COLOUR = /^#[0-9a-fA-F]{6}$/;

/** A colour is dropped rather than sent in a form that the schema refuses. */
export function checkedColour(theme: JsonObject, lose: (what: string) => void): JsonObject {
  const { primaryColor, ...rest } = theme;
  if (primaryColor === undefined) return theme;
  if (typeof primaryColor === 'string' && COLOUR.test(primaryColor)) return theme;
  lose('theme.primaryColor is dropped');
  return rest;
}
