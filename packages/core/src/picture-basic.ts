// How the components of the basic catalogs look in a picture made of characters: one row of the table per component
// type. A row applies when the catalog declares the property that it draws, so a namesake elsewhere is not mistaken for it.

import { rangeEnd } from './field-rule.ts';
import { englishSentence } from './field-sentences.ts';
import { judgeShown } from './input-value.ts';
import { isObject } from './json.ts';
import { BAR, box, flow, hang, RULE, type TextBlock } from './picture-layout.ts';
import { columns, cut, wrap } from './picture-text.ts';
import { type NodeValue, Place, type TreeNode } from './tree-node.ts';
import { firstFailure } from './validation.ts';
import { toBool, toNumber, toText, toTextList, type Value } from './value.ts';

/** What a drawing may use of the picture it stands in. */
export interface Pen {
  draw(place: Place, width: number): TextBlock;
  /** A value as text that is safe to show. */
  text(value: NodeValue): string;
  /** Somebody tried to send: what is wrong is said. */
  readonly tried: boolean;
}

export interface PictureDrawing {
  /** The property that is drawn, under the names it has in the catalogs. */
  readonly needs: readonly string[];
  readonly draw: (node: TreeNode, prop: string, width: number, pen: Pen) => TextBlock;
}

/** A frame inside less than this leaves no room for its content. */
const NARROWEST_BOX = 16;
const FIELD = '_'.repeat(10);
const MEDIA_WIDTH = 40;
export const BAR_CELLS = 10;

export const BASIC_DRAWINGS: ReadonlyMap<string, PictureDrawing> = new Map<string, PictureDrawing>([
  ['Text', { needs: ['text'], draw: drawTextBlock }],
  ['Image', { needs: ['url'], draw: drawMedia('image') }],
  ['Video', { needs: ['url'], draw: drawMedia('video') }],
  ['AudioPlayer', { needs: ['url'], draw: drawMedia('audio') }],
  ['Icon', { needs: ['name'], draw: drawIcon }],
  ['Row', { needs: ['children'], draw: drawRow }],
  ['Column', { needs: ['children'], draw: drawColumn }],
  ['List', { needs: ['children'], draw: drawList }],
  ['Card', { needs: ['child'], draw: drawCard }],
  ['Tabs', { needs: ['tabs', 'tabItems'], draw: drawTabs }],
  ['Modal', { needs: ['content', 'contentChild'], draw: drawModal }],
  ['Divider', { needs: ['axis'], draw: (node) => (node.get('axis') === 'vertical' ? BAR : [RULE]) }],
  ['Button', { needs: ['child'], draw: drawButton }],
  ['CheckBox', { needs: ['value'], draw: checked(drawCheckBox) }],
  ['TextField', { needs: ['value', 'text'], draw: checked(drawTextField) }],
  ['DateTimeInput', { needs: ['value'], draw: checked(drawDateTime) }],
  ['ChoicePicker', { needs: ['value'], draw: checked(drawChoices) }],
  ['MultipleChoice', { needs: ['selections'], draw: checked(drawChoices) }],
  ['Slider', { needs: ['value'], draw: checked(drawSlider) }],
]);

/** What is entered there may not be shown. */
export function isSecret(node: TreeNode): boolean {
  const { secretWhen } = node.declaration ?? {};
  return secretWhen !== undefined && node.get(secretWhen.prop) === secretWhen.is;
}

export function placesOf(value: NodeValue): readonly Place[] {
  if (value instanceof Place) return [value];
  return Array.isArray(value) ? value.filter((item): item is Place => item instanceof Place) : [];
}

/** The objects of a list. Where an agent sent something else, tolerance keeps it and nothing is drawn for it. */
function membersOf(value: NodeValue): readonly { readonly [name: string]: NodeValue }[] {
  return Array.isArray(value) ? value.filter((item) => isObject(item)) : [];
}

function drawTextBlock(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const hint = node.get('variant') ?? node.get('usageHint');
  const level = typeof hint === 'string' ? /^h([1-5])$/.exec(hint) : null;
  const text = pen.text(node.get(prop));
  if (text === '') return [];
  if (level !== null) return drawHeading(text.replace(/^#{1,6} +/, ''), Number(level[1]), width);
  return node.catalog?.plainText === true ? wrap(text, width) : drawMarkdown(text, width);
}

/** Headings are drawn as such, the rest as it is written. */
export function drawMarkdown(text: string, width: number): TextBlock {
  return text.split('\n').flatMap((line) => {
    const mark = /^(#{1,6})(?: +(.*))?$/.exec(line);
    if (mark === null) return wrap(line, width);
    const [, level = '', words = ''] = mark;
    return words === '' ? [] : drawHeading(words, level.length, width);
  });
}

/** The two upper levels are underlined, the others marked, as Markdown has it. */
function drawHeading(text: string, level: number, width: number): TextBlock {
  if (level > 2) return wrap(`${'#'.repeat(level)} ${text}`, width);
  const lines = wrap(text, width);
  const widest = lines.reduce((most, line) => Math.max(most, columns(line)), 1);
  return [...lines, (level === 1 ? '═' : '─').repeat(widest)];
}

function drawMedia(kind: string): PictureDrawing['draw'] {
  return (node, prop, width, pen) => {
    const label = node.get('description') ?? node.get('altText') ?? node.accessibility('label');
    const name = pen.text(label) || fileName(pen.text(node.get(prop)));
    return wrap(name === '' ? `[${kind}]` : `[${kind}: ${cut(name, label === undefined ? MEDIA_WIDTH : 200)}]`, width);
  };
}

/** What a reader may recognise of a URL: its last step. */
function fileName(url: string): string {
  if (url.startsWith('data:')) return '';
  const path = url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  return path.slice(path.lastIndexOf('/') + 1);
}

function drawIcon(node: TreeNode, prop: string, _width: number, pen: Pen): TextBlock {
  const name = node.get(prop);
  const label = pen.text(node.accessibility('label')) || (typeof name === 'string' ? pen.text(name) : '');
  return [`‹${cut(label || 'icon', MEDIA_WIDTH)}›`];
}

function drawRow(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const places = placesOf(node.get(prop));
  return flow(places.length, width, (i, room) => pen.draw(places[i] as Place, room));
}

function drawColumn(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  return placesOf(node.get(prop)).flatMap((place) => pen.draw(place, width));
}

function drawList(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  if (node.get('direction') === 'horizontal') return drawRow(node, prop, width, pen);
  return placesOf(node.get(prop)).flatMap((place) => {
    const block = pen.draw(place, width - 2);
    // A frame sets an item apart by itself.
    return block[0]?.startsWith('┌') === true ? block : hang('• ', block, width);
  });
}

function framed(places: readonly Place[], width: number, pen: Pen, title?: string): TextBlock {
  if (width < NARROWEST_BOX) return places.flatMap((place) => pen.draw(place, width));
  return box(
    places.flatMap((place) => pen.draw(place, width - 4)),
    title,
  );
}

function drawCard(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  return framed(placesOf(node.get(prop)), width, pen);
}

/** Which tab is open is the viewer's own, so all of them are shown. */
function drawTabs(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const tabs = membersOf(node.get(prop));
  return tabs.flatMap((tab, i) => {
    const content = placesOf(tab.child).flatMap((place) => pen.draw(place, width - 2));
    const title = cut(pen.text(tab.title), width);
    return [`Tab ${i + 1} of ${tabs.length}: ${title}`, ...hang('  ', content, width)];
  });
}

function drawModal(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const trigger = placesOf(node.get(prop === 'content' ? 'trigger' : 'entryPointChild'));
  return [
    ...trigger.flatMap((place) => pen.draw(place, width)),
    ...framed(placesOf(node.get(prop)), width, pen, 'opens'),
  ];
}

function drawButton(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const label = placesOf(node.get(prop)).flatMap((place) => pen.draw(place, width - 4));
  const lines = label.length === 0 ? wrap(pen.text(node.accessibility('label')) || node.id, width - 4) : label;
  const block = hang('[ ', lines, width);
  const closed = [...block.slice(0, -1), `${block[block.length - 1]} ]`];
  return firstFailure(node.checks())?.severity === 'error'
    ? [...closed.slice(0, -1), `${closed.at(-1)} (disabled)`]
    : closed;
}

/** An input with the first thing that is wrong with it, at the moment at which a page says it. */
export function checked(draw: PictureDrawing['draw']): PictureDrawing['draw'] {
  return (node, prop, width, pen) => {
    const block = draw(node, prop, width, pen);
    const problem = pen.tried ? problemOf(node, prop) : undefined;
    return problem === undefined ? block : [...block, ...hang('! ', wrap(pen.text(problem), width - 2), width)];
  };
}

/** What the value itself lacks is said before what the checks say of it; one that is still asked for says nothing. */
function problemOf(node: TreeNode, prop: string): string | undefined {
  const flaw = judgeShown(node, prop);
  if (flaw !== undefined) return englishSentence(flaw);
  const failure = firstFailure(node.checks().filter(({ code }) => code !== 'PENDING'));
  return failure && (failure.message ?? 'not valid');
}

export function labelOf(node: TreeNode, pen: Pen): string {
  const label = pen.text(node.get('label')) || pen.text(node.accessibility('label'));
  return label === '' ? '' : `${label.replace(/\s*:\s*$/, '')}: `;
}

function drawCheckBox(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const mark = toBool(node.get(prop) as Value) ? '[x] ' : '[ ] ';
  return hang(mark, wrap(pen.text(node.get('label')), width - 4), width);
}

function drawTextField(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const label = labelOf(node, pen);
  // Neither the text nor its length is told.
  const value = isSecret(node) ? (node.get(prop) ? '•••' : '') : pen.text(node.get(prop));
  if (value.includes('\n')) {
    return [...wrap(label.trimEnd(), width), ...wrap(value, width - 4).map((line) => `  | ${line}`)];
  }
  return wrap(`${label}[${value || pen.text(node.get('placeholder')) || FIELD}]`, width);
}

function drawDateTime(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const date = node.get('enableDate') === true;
  const time = node.get('enableTime') === true;
  const empty = date && time ? 'date and time' : time ? 'time' : 'date';
  return wrap(`${labelOf(node, pen)}[${pen.text(node.get(prop)) || empty}]`, width);
}

function drawChoices(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const chosen = new Set(toTextList(node.get(prop) as Value));
  const single = node.get('variant') === 'mutuallyExclusive' || node.get('maxAllowedSelections') === 1;
  const marks = single ? (['(•) ', '( ) '] as const) : (['[x] ', '[ ] '] as const);
  const blocks = membersOf(node.get('options')).map((option) =>
    hang(
      chosen.has(toText(option.value as Value)) ? marks[0] : marks[1],
      wrap(pen.text(option.label), width - 6),
      width,
    ),
  );
  const label = labelOf(node, pen).trimEnd();
  const choices = flow(blocks.length, width - 2, (i) => blocks[i] as TextBlock);
  return label === '' ? choices : [...wrap(label, width), ...hang('  ', choices, width)];
}

function drawSlider(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const value = toNumber(node.get(prop) as Value);
  const min = toNumber((node.get('min') ?? node.get('minValue')) as Value);
  const upper = node.get('max') ?? node.get('maxValue');
  const max = upper === undefined ? rangeEnd(min) : toNumber(upper as Value);
  if (!(max > min)) return wrap(`${labelOf(node, pen)}${value}`, width);
  return wrap(`${labelOf(node, pen)}${value} (${min}–${max}) ${bar((value - min) / (max - min))}`, width);
}

/** `part`: from 0 to 1. */
export function bar(part: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * BAR_CELLS);
  return '▮'.repeat(full) + '▯'.repeat(BAR_CELLS - full);
}
