// What a person must be able to read of a surface, derived from the resolved tree of the engine and from nothing of the
// renderer: the words of every component in the order of the page, without marks of Markdown.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import {
  checkMedia,
  DEFAULT_URL_POLICY,
  type Fold,
  isArray,
  isObject,
  Place,
  Tree,
  type TreeNode,
  toText,
} from '@vitrine/core/internal';

/** Letters and digits are compared; marks, spaces and line ends are how they are laid out. */
export function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

export function expectedText(fold: Fold): string {
  return [...fold.surfaces.values()].map((surface) => ofNode(new Tree(surface, fold).root)).join('\n');
}

function ofNode(node: TreeNode | undefined): string {
  if (node === undefined || node.state !== 'resolved') return '';
  const label = words(node.accessibility('label'));
  const own = WORDS[node.type ?? '']?.(node) ?? ofPlaces(node.get('children') ?? node.get('child'));
  // A label of its own is the name; only what can be entered or walked into is there beside it.
  if (label === '') return own;
  return NAMED_BY_CONTENT.has(node.type ?? '') ? label : `${label}\n${own}`;
}

const NAMED_BY_CONTENT = new Set(['Button', 'Icon', 'Image']);

const WORDS: { readonly [type: string]: (node: TreeNode) => string } = {
  Text: (node) => plain(words(node.get('text'))),
  Icon: (node) => {
    const name = words(node.get('name'));
    // A name that has no picture is read out, and so is what a button shows alone.
    if (!iconNames.has(name)) return name;
    return node.place.parent?.type === 'Button' ? name.toLowerCase() : '';
  },
  Divider: () => '',
  Image: (node) => media(node, 'image', 'Image'),
  Video: (node) => media(node, 'video', 'Video'),
  AudioPlayer: (node) => media(node, 'audio', 'Audio'),
  TextField: (node) => `${words(node.get('label'))}\n${words(node.get('value'))}`,
  CheckBox: (node) => words(node.get('label')) || 'Yes',
  Slider: (node) => `${words(node.get('label')) || 'Value'}\n${words(node.get('value'))}`,
  DateTimeInput: (node) => `${words(node.get('label'))}\n${moment(node)}`,
  ChoicePicker: (node) =>
    [words(node.get('label')) || 'Choices', ...items(node.get('options')).map((one) => words(one.label))].join('\n'),
  Tabs: (node) => {
    const tabs = items(node.get('tabs'));
    return [...tabs.map((tab) => words(tab.title)), ofPlaces(tabs[0]?.child)].join('\n');
  },
  // The content stands on the page once somebody opens it.
  Modal: (node) => ofPlaces(node.get('trigger')),
};

const iconName = basic09.components.get('Icon')?.props.name;
const iconNames = new Set(
  (iconName?.kind === 'any-of' ? iconName.of : []).flatMap((way) =>
    way.kind === 'one-of' ? way.options.map(String) : [],
  ),
);

/** As a control of the browser holds it, in the zone of the fold. */
function moment(node: TreeNode): string {
  const value = words(node.get('value'));
  if (node.get('enableTime') !== true) return value.slice(0, 10);
  return node.get('enableDate') === true ? value.slice(0, 16) : value.replace(/^.*T/, '').slice(0, 5);
}

function ofPlaces(value: unknown): string {
  if (value instanceof Place) return ofNode(value.node);
  return isArray(value) ? value.map(ofPlaces).join('\n') : '';
}

function items(value: unknown): { readonly [name: string]: unknown }[] {
  return isArray(value) ? value.filter(isObject) : [];
}

function words(value: unknown): string {
  return toText(value as string | undefined);
}

/** Nothing may be fetched on the page of the tests: the words that stand instead say why. */
function media(node: TreeNode, kind: 'image' | 'video' | 'audio', name: string): string {
  const described = words(node.get('description')) || name;
  const url = words(node.get('url'));
  const checked = url === '' ? undefined : checkMedia(url, kind, DEFAULT_URL_POLICY);
  const why = checked?.ok === false ? `Blocked. ${checked.issues[0]?.message}` : '';
  return `${described}\n${why}`;
}

/** Numbers of lists are marks too. */
function plain(markdown: string): string {
  return markdown.replace(/^\s*\d+[.)]\s/gm, '');
}
