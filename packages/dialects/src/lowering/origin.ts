// What viewers without chrome of ours are told of content that is not trusted: a line over it, in their own words.

import {
  type Component,
  type ComponentId,
  defined,
  isArray,
  isCallBinding,
  isObject,
  isPathBinding,
  type Json,
  type Surface,
  type Trust,
  toText,
} from '@vitrine/core/internal';
import { partId } from './canonical.ts';
import { derivedKey } from './derived.ts';
import type { Notes, Pass } from './pass.ts';
import { hasMarkdownLinks, plainMarkdown } from './plain-markdown.ts';
import { evaluateNow } from './present.ts';

export const ELSEWHERE = 'From elsewhere, not trusted';
export const MARK = `[${ELSEWHERE}]`;

export function underMark(words: string): string {
  return words === '' ? MARK : `${MARK} ${words}`;
}

/** Words that stand in no surface: those that are not trusted below the mark, and without anything that leads elsewhere. */
export function wordsFrom(trust: Trust | undefined, words: string): string {
  return trust === 'untrusted' ? underMark(plainMarkdown(words)) : words;
}

const [ORIGIN, CONTENT] = ['origin', 'content'];

/** Whether an id begins as one of those that the mark of a surface has. */
function isLikeMark(id: ComponentId, root: ComponentId): boolean {
  return id.startsWith(partId(root, ORIGIN)) || id.startsWith(partId(root, CONTENT));
}

/** An id of the agent's that is, or could be, one of the mark's makes room: no component takes the place of the mark. */
export function besideMark(id: ComponentId, { root, trust }: Pick<Surface, 'root' | 'trust'>): ComponentId {
  return trust === 'untrusted' && isLikeMark(id, root) ? `${id}:` : id;
}

/** The component of a surface that its reader means by an id. */
export function behindMark(id: ComponentId, surface: Pick<Surface, 'root' | 'trust' | 'component'>): ComponentId {
  const { root, trust } = surface;
  if (!isLikeMark(id, root) || (trust === 'trusted' && surface.component(id) !== undefined)) return id;
  if (id === contentId(root)) return root;
  return id.endsWith(':') ? id.slice(0, -1) : id;
}

/** The name that the top component bears below the mark. */
export function contentId(root: ComponentId): ComponentId {
  return partId(root, CONTENT);
}

/** A line that says where a surface comes from, and a column of it and the top component, whose name the column takes. */
export function markOver(root: ComponentId): readonly Component[] {
  const origin = partId(root, ORIGIN);
  return [
    { id: root, type: 'Column', props: { children: [origin, contentId(root)] } },
    { id: origin, type: 'Text', props: { text: ELSEWHERE, variant: 'caption' } },
  ];
}

/** The words of a picture, a film or a sound in its place. In the common words. */
export function altText({ id, props, a11y, weight }: Component): Component {
  const text = props.description ?? props.altText ?? a11y?.label ?? '';
  return { id, type: 'Text', props: { text }, ...defined({ weight }) };
}

/** A text without links and pictures; what it is bound to is sent as it is now where there are any. In the common words. */
export function plainText(
  component: Component,
  owner: ComponentId,
  pass: Pass,
  notes: Notes,
  lose: (what: string) => void,
): Component {
  const { text } = component.props;
  const written = text === undefined ? undefined : plainValue(text, component.id, owner, pass, notes, lose);
  return written === undefined ? component : { ...component, props: { ...component.props, text: written } };
}

const TAKEN_OUT = 'links and pictures in the words of an untrusted surface are sent as words';

/** Undefined: it stays as it is. */
function plainValue(
  text: Json,
  id: ComponentId,
  owner: ComponentId,
  pass: Pass,
  notes: Notes,
  lose: (what: string) => void,
): Json | undefined {
  const literal = isObject(text) && 'literal' in text ? (text.literal as Json) : text;
  if (typeof literal === 'string') return changed(literal, lose);
  if (!isPathBinding(text) && !isCallBinding(text)) return undefined;
  notes.reading = true;
  notes.standing = true;
  if (!pass.placement.isRepeated(owner)) {
    const now = evaluateNow(text, pass.surface, pass.env);
    return now === undefined ? undefined : changed(toText(now), lose);
  }
  // A call may put together what is in no text of the data.
  if (isPathBinding(text) && !pass.hasLinks(() => anyText(pass.document, hasMarkdownLinks))) return undefined;
  lose(TAKEN_OUT);
  const key = derivedKey(id, 'text');
  notes.derivations.push({ component: owner, key, binding: text, itemOnly: false, isPlain: true });
  return { path: key };
}

function changed(text: string, lose: (what: string) => void): string | undefined {
  const plain = plainMarkdown(text);
  if (plain === text) return undefined;
  lose(TAKEN_OUT);
  return plain;
}

function anyText(value: Json, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (isArray(value)) return value.some((item) => anyText(item, test));
  return isObject(value) && Object.values(value).some((item) => anyText(item as Json, test));
}
