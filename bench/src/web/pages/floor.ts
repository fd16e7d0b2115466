/// <reference lib="dom" />
// The floor: the very DOM that <vitrine-surface> ends with, built by hand in the plain way (createElement, attributes,
// append) from the same lines, by code that knows nothing but this payload.

import { defineElements, type VitrineSurface } from '@vitrine/web';
import { offer } from '../page.ts';

interface Item {
  readonly name: string;
  readonly body: string;
  readonly done: boolean;
}

interface Line {
  readonly name: string;
  readonly quantity: number;
}

interface Component {
  readonly id: string;
  readonly [property: string]: unknown;
}

interface Written {
  readonly updateComponents?: { readonly components: readonly Component[] };
  readonly updateDataModel?: { readonly path: string; readonly value: unknown };
}

const FLAT = 128;
const GROUP = 64;

const texts = new Map<string, Text>();
const bodies: Text[] = [];
const fields: HTMLInputElement[] = [];
const boxes: HTMLInputElement[] = [];
const entered = new Map<HTMLInputElement, string | boolean>();
let shadow: ShadowRoot;
let root: HTMLElement;
let group: HTMLElement;
let placed = 0;
let isList = false;
let ids = 0;

function make<K extends keyof HTMLElementTagNameMap>(tag: K, name: string, part: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = name;
  element.setAttribute('part', part);
  return element;
}

/** Into the root: behind the first 128 children the rest stands in groups of 64. */
function place(child: HTMLElement): void {
  if (placed >= FLAT && (placed - FLAT) % GROUP === 0) {
    group = make('div', 'group', 'group');
    root.append(group);
  }
  placed++;
  group.append(child);
}

function text<K extends keyof HTMLElementTagNameMap>(tag: K, value: string, name = 'text'): HTMLElementTagNameMap[K] {
  const element = make(tag, name, 'text');
  element.textContent = value;
  return element;
}

function bound(): [HTMLElement, Text] {
  const element = make('p', 'text', 'text');
  const shown = document.createTextNode('');
  element.append(shown);
  return [element, shown];
}

function button(): HTMLElement {
  const element = make('button', 'button primary', 'button');
  element.type = 'button';
  element.addEventListener('click', () => entered.clear());
  element.append(text('span', 'Go'));
  return element;
}

function field(): HTMLElement {
  const dom = make('div', 'field', 'field');
  const label = make('label', 'label', 'label');
  label.textContent = 'Name';
  const input = make('input', 'input', 'input');
  input.id = `v${++ids}`;
  label.htmlFor = input.id;
  dom.addEventListener('input', () => entered.set(input, input.value));
  dom.append(label, input);
  fields.push(input);
  return dom;
}

function checkBox(): HTMLElement {
  const dom = make('div', 'field', 'field');
  const label = make('label', 'check', 'check');
  const input = make('input', 'checkbox', 'checkbox');
  input.type = 'checkbox';
  const words = make('span', 'label', 'label');
  words.textContent = 'Done';
  dom.addEventListener('input', () => entered.set(input, input.checked));
  label.append(input, words);
  dom.append(label);
  boxes.push(input);
  return dom;
}

/** The ten components of a block in the order in which they are sent. */
function block(components: readonly Component[], first: number): HTMLElement {
  const card = make('div', 'card', 'card');
  const column = make('div', 'column', 'column');
  const row = make('div', 'row justify-spaceBetween', 'row');
  const [body, shown] = bound();
  bodies.push(shown);
  row.append(text('p', components[first + 5]?.text as string), button());
  column.append(text('h3', components[first + 2]?.text as string, 'text h3'), body, row, field(), checkBox());
  card.append(column);
  return card;
}

function put(components: readonly Component[]): void {
  if (components[0]?.id === 'root') return putRoot(components);
  for (let first = 0; first < components.length; first += 10) place(block(components, first));
}

function putRoot([top, ...rest]: readonly Component[]): void {
  isList = top?.component === 'List';
  root = isList ? make('div', 'list', 'list') : make('div', 'column', 'column');
  if (isList) root.setAttribute('role', 'list');
  group = root;
  for (const { text: binding } of isList ? [] : rest) {
    const [element, shown] = bound();
    texts.set((binding as { path: string }).path, shown);
    place(element);
  }
  shadow.append(root);
}

function write(path: string, value: unknown): void {
  const leaf = texts.get(path);
  if (leaf !== undefined) leaf.data = value as string;
  else if (isList) fillRows(path, value);
  else if (path === '/items') fillCards(value as readonly Item[]);
  else for (const [key, one] of Object.entries(value as object)) write(`${path}/${key}`, one);
}

function fillRows(path: string, value: unknown): void {
  if (!Array.isArray(value)) return place(listRow(path, value as Line));
  for (const [i, item] of value.entries()) place(listRow(`${path}/${i}`, item));
}

function listRow(path: string, { name, quantity }: Line): HTMLElement {
  const item = make('div', 'item', 'item');
  item.setAttribute('role', 'listitem');
  const element = make('div', 'row', 'row');
  const [first, shown] = bound();
  const [second, amount] = bound();
  shown.data = name;
  amount.data = String(quantity);
  texts.set(`${path}/name`, shown);
  element.append(first, second);
  item.append(element);
  return item;
}

function fillCards(items: readonly Item[]): void {
  for (const [i, { name, body, done }] of items.entries()) {
    (bodies[i] as Text).data = body;
    (fields[i] as HTMLInputElement).value = name;
    (boxes[i] as HTMLInputElement).checked = done;
  }
}

offer({
  open(host) {
    defineElements();
    // Its style sheets are part of what is drawn.
    const model = document.createElement('vitrine-surface') as VitrineSurface;
    const element = document.createElement('floor-surface');
    shadow = element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = model.shadowRoot?.adoptedStyleSheets ?? [];
    host.append(element);
  },
  take(line) {
    const { updateComponents, updateDataModel } = JSON.parse(line) as Written;
    if (updateComponents !== undefined) put(updateComponents.components);
    else if (updateDataModel !== undefined) write(updateDataModel.path, updateDataModel.value);
  },
});
