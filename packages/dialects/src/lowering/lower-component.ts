// One component of another protocol in the target's words: bindings settled, common words, the target's words, spelled.

import {
  type Component,
  type ComponentDeclaration,
  type ComponentId,
  degradedComponent,
  type FallbackContext,
  type Json,
  parsePointer,
  quote,
} from '@vitrine/core/internal';
import { vocabulary08 } from './basic-0.8.ts';
import { vocabulary09 } from './basic-0.9.ts';
import { vocabulary10 } from './basic-1.0.ts';
import { partId, type Vocabulary } from './canonical.ts';
import { altText, besideMark, contentId, markOver, plainText } from './origin.ts';
import type { Notes, Pass } from './pass.ts';
import { evaluateNow, knowsAll } from './present.ts';
import { type Surroundings, settle } from './settle.ts';
import { standIn } from './stand-in.ts';
import { actsIn, withoutRequests } from './untrusted.ts';
import { writeComponent } from './write-component.ts';
import type { Means } from './writing.ts';

/**
 * Later versions look for a component named "root"; others let the surface name its top component. The two names
 * change places, so that every id stays one id. Whoever reads an event of such a viewer asks for the name back: it is
 * the same exchange.
 */
export function exchangeRoot(id: ComponentId, root: ComponentId, wanted: ComponentId | undefined): ComponentId {
  if (wanted === undefined || root === wanted) return id;
  if (id === root) return wanted;
  return id === wanted ? root : id;
}

const VOCABULARIES: ReadonlyMap<string | undefined, Vocabulary> = new Map([
  ['0.8', vocabulary08],
  ['0.9', vocabulary09],
  ['1.0', vocabulary10],
]);

const COMMON_TYPES = new Set([
  ...['Text', 'Image', 'Icon', 'Video', 'AudioPlayer', 'Row', 'Column', 'List', 'Card', 'Tabs', 'Modal', 'Divider'],
  ...['Button', 'TextField', 'CheckBox', 'ChoicePicker', 'Slider', 'DateTimeInput'],
]);

const MEDIA_TYPES = new Set(['Image', 'Video', 'AudioPlayer']);

export interface LoweredPart {
  readonly id: ComponentId;
  readonly written: Json;
  /** What it refers to, by the reader's names. */
  readonly references: readonly ComponentId[];
}

/** The parts that a component becomes. */
export function lowerComponent(component: Component, pass: Pass, notes: Notes): readonly LoweredPart[] {
  const { surface, losses, target } = pass;
  const lose = (what: string): void => losses.tell(what, surface.id, component.id);
  const common = commonForms(component, pass, notes, lose);
  const write = (part: Component, nameOf: (id: ComponentId) => ComponentId): LoweredPart => {
    const references: ComponentId[] = [];
    const means = meansFor(component.id, part.id, pass, notes, lose);
    const rename = (id: ComponentId): ComponentId => {
      const name = nameOf(means.rename(id));
      if (id !== part.id) references.push(name);
      return name;
    };
    const written = writeComponent(part, target.basic.components.get(part.type), { ...means, rename });
    return { id: nameOf(means.rename(part.id)), written, references };
  };
  const own = common.flatMap((one) => target.vocabulary.to(one, lose));
  if (surface.trust === 'trusted') return own.map((part) => write(part, (id) => id));
  const beside = (id: ComponentId): ComponentId => besideMark(id, surface);
  if (component.id !== surface.root) return own.map((part) => write(part, beside));
  const top = exchangeRoot(surface.root, surface.root, target.root);
  const mark = markOver(surface.root).flatMap((one) => target.vocabulary.to(one, lose));
  return [
    ...mark.map((part) => write(part, (id) => id)),
    ...own.map((part) => write(part, (id) => (id === top ? contentId(surface.root) : beside(id)))),
  ];
}

/** Stands where something is referred to that has not been sent yet. */
export function placeholder(id: ComponentId, pass: Pass): LoweredPart {
  const means = meansFor(id, id, pass, { standing: false, reading: false, derivations: [] }, () => undefined);
  const text: Component = { id, type: 'Text', props: { text: '' } };
  const written = writeComponent(text, pass.target.basic.components.get('Text'), { ...means, rename: (same) => same });
  return { id, written, references: [] };
}

/** The component in the common words, or the components that stand for it. */
function commonForms(
  component: Component,
  pass: Pass,
  notes: Notes,
  lose: (what: string) => void,
): readonly Component[] {
  const { surface } = pass;
  const slot = surface.peek(component.id);
  const safe =
    surface.trust === 'trusted' ? component : withoutRequests(component, slot?.declaration, actsIn(surface), lose);
  const { catalog: _catalog, ...settled } = settle(safe, surroundings(component.id, pass, notes, lose));
  const fallback = slot?.declaration?.fallback?.(settled, fallbackContext(component.id, pass, notes, lose));
  if (fallback !== undefined) {
    for (const what of fallback.losses) lose(what);
    return fallback.components.map((part) => plainIn(component.id, part, pass, notes, lose));
  }
  const vocabulary = VOCABULARIES.get(slot?.catalog?.protocol ?? surface.protocol) ?? vocabulary09;
  const known = declared(settled, slot?.declaration, lose);
  const common = plainIn(component.id, vocabulary.from(known), pass, notes, lose);
  if (slot?.declaration !== undefined && COMMON_TYPES.has(common.type)) return [common];
  lose(`the component ${quote(component.type)} has no counterpart`);
  return [degradedComponent(settled, slot?.declaration, slot?.references ?? [])];
}

/** Without what tolerance let in: another version may have a word of that name, and mean it. */
function declared(
  component: Component,
  declaration: ComponentDeclaration | undefined,
  lose: (what: string) => void,
): Component {
  const { props } = component;
  if (declaration === undefined || declaration.open === true) return component;
  const unknown = Object.keys(props).filter((name) => !Object.hasOwn(declaration.props, name));
  if (unknown.length === 0) return component;
  for (const name of unknown) lose(`${name} is dropped`);
  return { ...component, props: Object.fromEntries(Object.entries(props).filter(([name]) => !unknown.includes(name))) };
}

function fallbackContext(id: ComponentId, pass: Pass, notes: Notes, lose: (what: string) => void): FallbackContext {
  const { surface } = pass;
  const catalog = surface.catalogFor(undefined);
  return {
    isLive: surface.trust === 'trusted',
    hasFormat: !('code' in catalog) && catalog.functions.has('formatString'),
    partId: (name) => partId(id, name),
    read: (value) => {
      if (typeof value !== 'object' || value === null) return value;
      notes.reading = true;
      notes.standing = true;
      if (pass.placement.isRepeated(id)) lose('what is shown of the items of a template may be missing');
      return evaluateNow(value, surface, pass.env);
    },
  };
}

/** `owner`: the component that it is, or is a part of. */
function plainIn(
  owner: ComponentId,
  common: Component,
  pass: Pass,
  notes: Notes,
  lose: (what: string) => void,
): Component {
  if (pass.surface.trust === 'trusted') return common;
  const words = MEDIA_TYPES.has(common.type) ? altText(common) : common;
  return words.type === 'Text' ? plainText(words, owner, pass, notes, lose) : words;
}

function surroundings(id: ComponentId, pass: Pass, notes: Notes, lose: (what: string) => void): Surroundings {
  const { target } = pass;
  return {
    placement: () => pass.placement,
    mapLists: () => pass.mapLists,
    document: () => pass.document,
    itemFirst: () => {
      pass.itemFirst = true;
      notes.standing = true;
      notes.reading ||= pass.placement.isRepeated(id) || pass.placement.mapLists.length > 0;
    },
    fromRoot: (pointer) => {
      if (!target.itemFirst) return;
      notes.standing = true;
      notes.reading ||= pass.placement.isRepeated(id);
      if (!pass.placement.itemsHold(id, parsePointer(pointer))) return;
      lose(`the path ${quote(pointer)} inside a template is read from the item`);
    },
    isIdle: (pointer) => {
      if (!target.itemFirst) return false;
      notes.standing = true;
      notes.reading = true;
      return pass.placement.repeatsOverMaps(pointer, id);
    },
  };
}

function meansFor(
  component: ComponentId,
  part: ComponentId,
  pass: Pass,
  notes: Notes,
  lose: (what: string) => void,
): Means {
  const { surface, env, target } = pass;
  const { syntax, basic, root } = target;
  return {
    syntax,
    lenient: false,
    catalogFor: () => basic,
    rename: (id) => exchangeRoot(id, surface.root, root),
    knowsAll: (call) => knowsAll(call, surface, env, basic, syntax.words.index),
    givesBoolean: (call) => {
      const catalog = surface.catalogFor(call.catalog);
      return !('code' in catalog) && catalog.functions.get(call.call)?.returns === 'boolean';
    },
    wordsOf: (call) => {
      const catalog = surface.catalogFor(call.catalog);
      return 'code' in catalog ? undefined : catalog.functions.get(call.call)?.says;
    },
    standIn: (binding, name, bindable) => standIn(binding, name, bindable, { component, part, notes, lose }, pass),
    lose,
  };
}
