// From one signal to ops: pure, and with no memory but the surface itself. What a run has shown so far stands in the data
// of its surface beside what is shown, so a decoder, a stream and a replay all go on from the same state.

import {
  type AskOp,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Op,
  type Surface,
  type View,
  type Want,
} from '@vitrine/core/internal';
import {
  type CardField,
  type CardVocabulary,
  cardComponents,
  cardId,
  cardPath,
  earlierText,
  openRun,
  pathOf,
  rootWith,
  STATUS,
  text,
  WORDS,
  wordsOf,
} from './cards.ts';
import { type Mapping, type MappingOptions, mappingOf, RUNNING } from './mapping.ts';
import type { SignalLike } from './signal.ts';
import { textOf } from './text-of.ts';

const PART_LENGTH = 4096;

/** What to part at, and from which length on. */
const BREAKS: readonly (readonly [length: number, at: string])[] = [
  [PART_LENGTH, '\n\n'],
  [1.5 * PART_LENGTH, '\n'],
  [1.75 * PART_LENGTH, ' '],
  [2 * PART_LENGTH, ''],
];

/**
 * A text that grows long goes on in another card, because in most dialects every piece costs the whole text again. In
 * the middle of a line it cannot be parted without being seen, so that is done only where nothing better comes. Where
 * in `more` the text behind `length` characters ends, and where it goes on; undefined: it does not end in it.
 */
function breakIn(more: string, length: number): { readonly end: number; readonly next: number } | undefined {
  for (const [longest, at] of BREAKS) {
    const end = length < longest ? -1 : more.indexOf(at);
    if (end >= 0) return { end, next: end + at.length };
  }
  return undefined;
}

export interface PlanOptions extends MappingOptions {
  readonly surface?: string;
  /** The basic catalog to write in; that of 0.9 when absent. */
  readonly words?: CardVocabulary;
  /** How many cards are shown at most. */
  readonly cards?: number;
}

export const RUN_SURFACE = 'main';
const MAX_CARDS = 50;

/** No ops: the signal is not shown. */
export function planSignal(signal: SignalLike, view: View, options: PlanOptions = {}): readonly Op[] {
  const mapping = mappingOf(signal, options);
  return mapping === undefined ? [] : new Plan(view, options).of(mapping, signal);
}

interface PlanCard {
  readonly place: number;
  /** Cards are numbered in the order of their making. */
  readonly number: number;
  /** How much of its text stands in cards before it. */
  readonly from: number;
  readonly closed: boolean;
  readonly body: string;
}

class Plan {
  readonly #view: View;
  readonly #surface: string;
  readonly #words: CardVocabulary;
  readonly #most: number;
  readonly #ops: Op[] = [];
  /** The number of the next card. */
  #next: number;

  constructor(view: View, { surface = RUN_SURFACE, words = WORDS['a2ui-0.9'], cards = MAX_CARDS }: PlanOptions) {
    this.#view = view;
    this.#surface = surface;
    const shown = view.surfaces.get(surface);
    this.#words = shown === undefined ? words : wordsOf(shown);
    this.#most = Math.max(1, Math.floor(cards));
    const next = shown?.data.get('/next');
    this.#next = typeof next === 'number' ? next : 0;
  }

  of(mapping: Mapping, { payload }: SignalLike): readonly Op[] {
    const { asks, settles } = mapping;
    if (asks === true) return askOf(payload);
    if (settles === true) return withdrawalOf(payload, this.#view);
    if (this.#shown === undefined || mapping.begins === true) this.#open();
    if (mapping.status !== undefined) this.#set('/status', mapping.status);
    if (mapping.card !== undefined && mapping.card !== '') this.#card(mapping.card, mapping);
    if (mapping.ends === true) this.#endAll();
    return this.#ops;
  }

  get #shown(): Surface | undefined {
    return this.#view.surfaces.get(this.#surface);
  }

  /** A run that begins while another is shown takes its place. */
  #open(): void {
    if (this.#shown !== undefined) {
      if (this.#next === 0) return;
      this.#ops.push({ op: 'close', surface: this.#surface });
      this.#next = 0;
    }
    this.#ops.push(openRun(this.#surface, this.#words));
  }

  #card(name: string, mapping: Mapping): void {
    const { body, append, alias = '', note, more } = mapping;
    const isFresh = mapping.fresh === true;
    const known = isFresh ? undefined : (this.#writable(name, mapping) ?? this.#writable(alias, mapping));
    const texts = [body, append, note, more].filter((text) => text !== undefined);
    // A card is not made for nothing.
    if (known === undefined && !isFresh && texts.length > 0 && texts.every((text) => text === '')) return;
    const card = known ?? this.#newCard(name, alias, 0);
    for (const field of ['title', 'note', 'more'] as const) {
      const value = mapping[field];
      const isSaid = value === this.#read(pathOf(card.place, field)) || (field === 'more' && value === card.body);
      if (value !== undefined && value !== '' && !isSaid) this.#set(pathOf(card.place, field), value);
    }
    if (append !== undefined && append !== '') this.#append(name, alias, card, append);
    if (body !== undefined) this.#whole(card, body);
    if (mapping.closes === true && !card.closed) this.#set(`${cardPath(card.place)}/closed`, true);
  }

  /** The card of that name, if it may still be written so: a finished one takes no more text, and may be told it again. */
  #writable(name: string, { append, body }: Mapping): PlanCard | undefined {
    const found = name === '' ? undefined : this.#cardOf(name);
    if (found?.closed !== true) return found;
    return append === undefined && (body === undefined || body.endsWith(found.body)) ? found : undefined;
  }

  #append(name: string, alias: string, card: PlanCard, more: string): void {
    const path = pathOf(card.place, 'body');
    const parting = breakIn(more, card.body.length);
    if (parting === undefined) return this.#add(path, more);
    if (parting.end > 0) this.#add(path, more.slice(0, parting.end));
    const next = this.#newCard(name, alias, card.from + card.body.length + parting.next);
    if (parting.next < more.length) this.#add(pathOf(next.place, 'body'), more.slice(parting.next));
  }

  /** The whole text is known: what stands in earlier cards is not said again, nor what is there already. */
  #whole(card: PlanCard, body: string): void {
    const text = body.slice(card.from);
    if (!card.closed && text !== '' && text !== card.body) this.#set(pathOf(card.place, 'body'), text);
  }

  #newCard(name: string, alias: string, from: number): PlanCard {
    const number = this.#next++;
    const place = number % this.#most;
    const shows = (field: CardField): Json => ({ path: pathOf(place, field) });
    const made = number < this.#most ? cardComponents(cardId(place), shows, this.#words) : [];
    const components = [...made, rootWith(number + 1, this.#most)];
    this.#ops.push({ op: 'put', surface: this.#surface, components });
    const texts = { title: '', note: '', body: '', more: '' };
    this.#set(cardPath(place), { ...texts, name, alias, number, from, closed: false });
    this.#set('/next', number + 1);
    const earlier = earlierText(number + 1, this.#most);
    if (earlier !== '') this.#set('/earlier', earlier);
    return { place, number, from, closed: false, body: '' };
  }

  #endAll(): void {
    for (const card of this.#cards)
      if (card.note === RUNNING) this.#set(pathOf(this.#asCard(card).place, 'note'), 'not finished');
  }

  get #cards(): readonly JsonObject[] {
    const cards = this.#read('/cards');
    return Object.values(isObject(cards ?? null) ? (cards as JsonObject) : {}).filter(isObject);
  }

  /** The newest card that bears a name, or has it as its second. */
  #cardOf(name: string): PlanCard | undefined {
    const named = this.#cards.flatMap((card) =>
      card.name === name || card.alias === name ? [this.#asCard(card)] : [],
    );
    return named.reduce<PlanCard | undefined>(
      (newest, card) => (card.number > (newest?.number ?? -1) ? card : newest),
      undefined,
    );
  }

  #asCard({ number, from, closed, body }: JsonObject): PlanCard {
    const count = typeof number === 'number' ? number : 0;
    return {
      place: count % this.#most,
      number: count,
      from: typeof from === 'number' ? from : 0,
      closed: closed === true,
      body: typeof body === 'string' ? body : '',
    };
  }

  /** What stands there before this plan; a run that this plan opens is empty. */
  #read(path: string): Json | undefined {
    return this.#ops.some(({ op }) => op === 'open') ? undefined : this.#shown?.data.get(path);
  }

  #set(path: string, value: Json): void {
    this.#ops.push({ op: 'set', surface: this.#surface, path, value });
  }

  #add(path: string, value: string): void {
    this.#ops.push({ op: 'append', surface: this.#surface, path, value });
  }
}

function askOf(payload: unknown): readonly AskOp[] {
  if (!isObject(payload as JsonObject)) return [];
  const { id, prompt, type, options } = payload as { [key: string]: unknown };
  if (typeof id !== 'string' || id === '') return [];
  return [{ op: 'ask', ask: id, want: wantOf(type, options), prompt: textOf(prompt, 4000) || 'Please answer.' }];
}

function wantOf(type: unknown, options: unknown): Want {
  if (type === 'approval') return { kind: 'confirm' };
  if (!isArray(options as Json) || (options as Json[]).length === 0) return { kind: 'text' };
  return {
    kind: 'select',
    required: true,
    options: (options as Json[]).map((option) => {
      if (isObject(option)) return { ...option, value: textOf(option.value ?? option.id ?? option.label, 1000) };
      return { value: textOf(option, 1000), label: textOf(option, 1000) };
    }),
  };
}

function withdrawalOf(payload: unknown, { asks }: View): readonly Op[] {
  const id = isObject(payload as JsonObject) ? (payload as { id?: unknown }).id : undefined;
  return typeof id === 'string' && asks.has(id) ? [{ op: 'withdraw', ask: id }] : [];
}

/**
 * One signal as one piece of a surface, for a caller who keeps no state: a card or a line with its texts in it. Its
 * ids say what it is of, so that the caller's own layout can name it; what adds to a text cannot be said so. Opens the
 * surface, or puts components into it. Undefined: not shown, or not without what came before.
 */
export function loosePiece(
  signal: SignalLike,
  surface: string,
  words: CardVocabulary,
  options: MappingOptions,
): Op | undefined {
  const mapping = mappingOf(signal, options);
  if (mapping === undefined) return undefined;
  if (mapping.begins === true) return openRun(surface, words);
  const { card, status } = mapping;
  if (card !== undefined && card !== '' && mapping.append === undefined) {
    const components = cardComponents(looseId(card), (field) => mapping[field] ?? '', words);
    return { op: 'put', surface, components };
  }
  if (status === undefined) return undefined;
  return { op: 'put', surface, components: [text(STATUS, status, 'caption', words)] };
}

function looseId(card: string): string {
  return card.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 100);
}
