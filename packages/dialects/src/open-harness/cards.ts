// The surface of a run: a line of state and cards below it, in the words of one basic catalog. Cards stand in a fixed
// number of places, so that a run of any length is a surface of bounded size; the oldest gives its place away.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import type { Component, Json, Op, Surface, SurfaceId } from '@vitrine/core/internal';

/** The protocol that a surface is opened in, and how its catalog calls the role of a text. */
export interface CardVocabulary {
  readonly protocol: string;
  readonly catalog: string;
  readonly role: 'usageHint' | 'variant';
  /** The role of a title; 1.0 has headings as Markdown only, and an empty one would show its marks. */
  readonly title: 'h5' | 'body';
}

export const WORDS = {
  'a2ui-0.8': { protocol: '0.8', catalog: basic08.id, role: 'usageHint', title: 'h5' },
  'a2ui-0.9': { protocol: '0.9', catalog: basic09.id, role: 'variant', title: 'h5' },
  'a2ui-1.0': { protocol: '1.0', catalog: basic10.id, role: 'variant', title: 'body' },
} as const satisfies { readonly [dialect: string]: CardVocabulary };

export const ROOT = 'root';
export const STATUS = 'status';
const EARLIER = 'earlier';
/** Title, note, text, and a second text: what one card shows. */
export const FIELDS = ['title', 'note', 'body', 'more'] as const;
export type CardField = (typeof FIELDS)[number];

export function openRun(surface: SurfaceId, words: CardVocabulary): Op {
  const components = [
    { id: ROOT, type: 'Column', props: { children: [STATUS, EARLIER] } },
    text(STATUS, { path: '/status' }, 'caption', words),
    text(EARLIER, { path: '/earlier' }, 'caption', words),
  ];
  const data = { status: '', earlier: '', cards: {}, next: 0 };
  return { op: 'open', surface, catalog: words.catalog, protocol: words.protocol, components, data };
}

/** The components of a card. `value` gives what a field shows: a path of its place, or a text. */
export function cardComponents(id: string, value: (field: CardField) => Json, words: CardVocabulary): Component[] {
  const part = (field: CardField): string => `${id}-${field}`;
  return [
    { id, type: 'Card', props: { child: `${id}-parts` } },
    { id: `${id}-parts`, type: 'Column', props: { children: FIELDS.map(part) } },
    text(part('title'), value('title'), words.title, words),
    text(part('note'), value('note'), 'caption', words),
    text(part('body'), value('body'), 'body', words),
    text(part('more'), value('more'), 'body', words),
  ];
}

export function text(id: string, value: Json, role: string, words: CardVocabulary): Component {
  return { id, type: 'Text', props: { text: value, [words.role]: role } };
}

/** Shows the cards of the last `count` numbers up to `next`, in their order. */
export function rootWith(next: number, most: number): Component {
  const shown = Math.min(next, most);
  const cards = Array.from({ length: shown }, (_, i) => cardId((next - shown + i) % most));
  return { id: ROOT, type: 'Column', props: { children: [STATUS, EARLIER, ...cards] } };
}

export function cardId(place: number): string {
  return `card-${place}`;
}

/** Not a number: 0.8 would read an object of such keys as a list. */
export function cardPath(place: number): string {
  return `/cards/c${place}`;
}

export function pathOf(place: number, field: CardField): string {
  return `${cardPath(place)}/${field}`;
}

export function wordsOf({ catalog }: Surface): CardVocabulary {
  return Object.values(WORDS).find((words) => words.catalog === catalog) ?? WORDS['a2ui-0.9'];
}

export function earlierText(next: number, most: number): string {
  const gone = next - most;
  return gone > 0 ? `${gone} earlier ${gone === 1 ? 'step is' : 'steps are'} not shown` : '';
}
