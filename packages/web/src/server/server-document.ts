// As much of a document as widgets build into, where there is none: nodes, attributes and what reflects them, no layout, no
// events, no parser. Widgets draw here with the code that they have, and what they have drawn is written as HTML.

import { matchesSelector } from './selector.ts';

export class ServerNode {
  parentNode: ServerParent | null = null;

  get parentElement(): ServerElement | null {
    return this.parentNode instanceof ServerElement ? this.parentNode : null;
  }
  get isConnected(): boolean {
    return this.getRootNode() instanceof ServerRoot;
  }
  get nextSibling(): ServerNode | null {
    return this.#beside(1);
  }
  get previousSibling(): ServerNode | null {
    return this.#beside(-1);
  }
  get nextElementSibling(): ServerElement | null {
    return this.#elementBeside(1);
  }
  get previousElementSibling(): ServerElement | null {
    return this.#elementBeside(-1);
  }

  getRootNode(): ServerNode {
    return this.parentNode?.getRootNode() ?? this;
  }
  remove(): void {
    const { parentNode } = this;
    if (parentNode !== null) parentNode.childNodes = parentNode.childNodes.filter((node) => node !== this);
    this.parentNode = null;
  }
  replaceWith(...nodes: (ServerNode | string)[]): void {
    const { parentNode, nextSibling } = this;
    this.remove();
    for (const node of nodes) parentNode?.insertBefore(asNode(node), nextSibling);
  }
  before(...nodes: (ServerNode | string)[]): void {
    for (const node of nodes) this.parentNode?.insertBefore(asNode(node), this);
  }
  after(...nodes: (ServerNode | string)[]): void {
    const { nextSibling } = this;
    for (const node of nodes) this.parentNode?.insertBefore(asNode(node), nextSibling);
  }
  addEventListener(): void {}
  removeEventListener(): void {}
  dispatchEvent(): boolean {
    return true;
  }
  contains(other: ServerNode | null): boolean {
    for (let at = other; at !== null; at = at.parentNode) if (at === this) return true;
    return false;
  }

  #beside(step: number): ServerNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + step] ?? null;
  }
  #elementBeside(step: number): ServerElement | null {
    const all = this.parentNode?.childNodes ?? [];
    for (let i = all.indexOf(this) + step; i >= 0 && i < all.length; i += step)
      if (all[i] instanceof ServerElement) return all[i] as ServerElement;
    return null;
  }
}

export class ServerText extends ServerNode {
  data: string;

  constructor(data: string) {
    super();
    this.data = data;
  }
  get textContent(): string {
    return this.data;
  }
  set textContent(data: string) {
    this.data = data;
  }
  cloneNode(): ServerText {
    return new ServerText(this.data);
  }
}

export class ServerComment extends ServerNode {
  readonly textContent = '';

  cloneNode(): ServerComment {
    return new ServerComment();
  }
}

export class ServerParent extends ServerNode {
  childNodes: ServerNode[] = [];

  hasChildNodes(): boolean {
    return this.childNodes.length > 0;
  }
  get firstChild(): ServerNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): ServerNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  get children(): ServerElement[] {
    return this.childNodes.filter((node) => node instanceof ServerElement);
  }
  get firstElementChild(): ServerElement | null {
    return this.children[0] ?? null;
  }
  get lastElementChild(): ServerElement | null {
    return this.children.at(-1) ?? null;
  }
  get childElementCount(): number {
    return this.children.length;
  }
  get textContent(): string {
    return this.childNodes.map((node) => (node as ServerText | ServerParent).textContent).join('');
  }
  set textContent(text: string) {
    this.replaceChildren(...(text === '' ? [] : [String(text)]));
  }

  insertBefore<N extends ServerNode>(node: N, next: ServerNode | null): N {
    if (node instanceof ServerFragment) for (const child of [...node.childNodes]) this.insertBefore(child, next);
    else {
      node.remove();
      const at = next === null ? -1 : this.childNodes.indexOf(next);
      this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, node);
      node.parentNode = this;
    }
    return node;
  }
  appendChild<N extends ServerNode>(node: N): N {
    return this.insertBefore(node, null);
  }
  removeChild<N extends ServerNode>(node: N): N {
    node.remove();
    return node;
  }
  append(...nodes: (ServerNode | string)[]): void {
    for (const node of nodes) this.insertBefore(asNode(node), null);
  }
  prepend(...nodes: (ServerNode | string)[]): void {
    const { firstChild } = this;
    for (const node of nodes) this.insertBefore(asNode(node), firstChild);
  }
  replaceChildren(...nodes: (ServerNode | string)[]): void {
    for (const node of this.childNodes) node.parentNode = null;
    this.childNodes = [];
    this.append(...nodes);
  }
  querySelectorAll(selector: string): ServerElement[] {
    const found: ServerElement[] = [];
    for (const child of this.children) {
      if (matchesSelector(child, selector)) found.push(child);
      found.push(...child.querySelectorAll(selector));
    }
    return found;
  }
  querySelector(selector: string): ServerElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

export class ServerFragment extends ServerParent {}

/** Where a surface is drawn. */
export class ServerRoot extends ServerFragment {
  adoptedStyleSheets: ServerSheet[] = [];
  readonly activeElement = null;
  readonly host: ServerElement;

  constructor(host: ServerElement) {
    super();
    this.host = host;
    host.shadowRoot = this;
  }
}

export class ServerElement extends ServerParent {
  readonly localName: string;
  readonly attributes = new Map<string, string>();
  readonly style: ServerStyle;
  shadowRoot: ServerRoot | null = null;
  /** Of controls whose value is no attribute. */
  entered: string | undefined;

  constructor(localName: string) {
    super();
    this.localName = localName;
    this.style = newStyle();
  }
  /** Nothing was entered that could be wrong. */
  get validity(): object {
    return { valid: true, badInput: false };
  }
  get tagName(): string {
    return this.localName.toUpperCase();
  }
  get classList(): ServerClasses {
    return new ServerClasses(this);
  }
  get cells(): ServerElement[] {
    return this.children;
  }
  get options(): ServerElement[] {
    return this.querySelectorAll('option');
  }
  /** Of an input, a text area or a select. */
  get value(): string {
    if (this.localName === 'select') return this.options.find((option) => option.hasAttribute('selected'))?.value ?? '';
    if (this.localName === 'textarea') return this.entered ?? this.textContent;
    return this.getAttribute('value') ?? (this.localName === 'option' ? this.textContent : '');
  }
  set value(value: string) {
    if (this.localName === 'textarea') this.entered = String(value);
    else if (this.localName !== 'select') this.setAttribute('value', String(value));
    else for (const option of this.options) option.toggleAttribute('selected', option.value === String(value));
  }
  get valueAsNumber(): number {
    return Number(this.value);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }
  setAttributeNS(_: string | null, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }
  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  toggleAttribute(name: string, force = !this.hasAttribute(name)): boolean {
    if (force) this.setAttribute(name, '');
    else this.removeAttribute(name);
    return force;
  }
  matches(selector: string): boolean {
    return matchesSelector(this, selector);
  }
  closest(selector: string): ServerElement | null {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  }
  cloneNode(deep = false): ServerElement {
    const copy = new (this.constructor as typeof ServerElement)(this.localName);
    for (const [name, value] of this.attributes) copy.attributes.set(name, value);
    Object.assign(copy.style, this.style);
    if (deep) for (const child of this.childNodes) copy.append((child as ServerElement).cloneNode(true));
    return copy;
  }
  getBoundingClientRect(): object {
    return { width: 0, height: 0, top: 0, left: 0, right: 0, bottom: 0 };
  }
  createTHead(): ServerElement {
    return this.#newChild('thead');
  }
  createTBody(): ServerElement {
    return this.#newChild('tbody');
  }
  createCaption(): ServerElement {
    return this.#newChild('caption');
  }
  insertRow(): ServerElement {
    return this.#newChild('tr');
  }
  insertCell(): ServerElement {
    return this.#newChild('td');
  }
  #newChild(name: string): ServerElement {
    return this.appendChild(new ServerElement(name));
  }
  focus(): void {}
  blur(): void {}
  animate(): void {}
  setCustomValidity(): void {}
  scrollIntoView(): void {}
}

export class ServerButton extends ServerElement {}
export class ServerInput extends ServerElement {}
export class ServerLabel extends ServerElement {}
export class ServerSvg extends ServerElement {}

class ServerClasses {
  readonly #element: ServerElement;

  constructor(element: ServerElement) {
    this.#element = element;
  }
  get #names(): string[] {
    return (this.#element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean);
  }
  contains(name: string): boolean {
    return this.#names.includes(name);
  }
  add(...names: string[]): void {
    this.#element.setAttribute('class', [...new Set([...this.#names, ...names])].join(' '));
  }
  remove(...names: string[]): void {
    this.#element.setAttribute('class', this.#names.filter((name) => !names.includes(name)).join(' '));
  }
  toggle(name: string, force = !this.contains(name)): boolean {
    if (force) this.add(name);
    else this.remove(name);
    return force;
  }
}

/** The declarations that were set, by property. */
export interface ServerStyle {
  setProperty(name: string, value: string | null): void;
  [property: string]: unknown;
}

function newStyle(): ServerStyle {
  const style = Object.create({
    setProperty(this: ServerStyle, name: string, value: string | null) {
      this[name] = value ?? '';
    },
    getPropertyValue(this: ServerStyle, name: string) {
      return this[name] ?? '';
    },
    removeProperty(this: ServerStyle, name: string) {
      delete this[name];
    },
  });
  return style;
}

/** A declaration block, empty where nothing was set. */
export function declarationsOf(style: ServerStyle): string {
  const kebab = (name: string): string =>
    name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.entries(style)
    .filter(([, value]) => value !== '' && value !== null)
    .map(([name, value]) => `${kebab(name)}: ${String(value).replace(/[<>{};]/g, '')};`)
    .join(' ');
}

export class ServerSheet {
  #text = '';
  readonly cssRules: { readonly selector: string; readonly style: ServerStyle }[] = [];

  replaceSync(text: string): void {
    this.#text = text;
  }
  insertRule(rule: string): number {
    this.cssRules.push({ selector: rule.split('{', 1)[0] ?? '', style: newStyle() });
    return this.cssRules.length - 1;
  }
  deleteRule(): void {
    this.cssRules.pop();
  }
  get text(): string {
    return [this.#text, ...this.cssRules.map(({ selector, style }) => `${selector}{ ${declarationsOf(style)} }`)].join(
      '\n',
    );
  }
}

const CLASSES: { readonly [name: string]: typeof ServerElement } = {
  button: ServerButton,
  input: ServerInput,
  label: ServerLabel,
};

/** For pages, `document` is one; here it has what widgets ask for. */
export const serverDocument = {
  /** Nobody looks at it: nothing is drawn by frames. */
  hidden: true,
  activeElement: null,
  body: null,
  documentElement: { lang: '', dir: '' },
  createElement: (name: string): ServerElement => new (CLASSES[name] ?? ServerElement)(name),
  createElementNS: (namespace: string, name: string): ServerElement =>
    namespace.endsWith('svg') ? new ServerSvg(name) : new ServerElement(name),
  createTextNode: (data: string): ServerText => new ServerText(data),
  createComment: (): ServerComment => new ServerComment(),
  createDocumentFragment: (): ServerFragment => new ServerFragment(),
  addEventListener: (): void => undefined,
  removeEventListener: (): void => undefined,
};

function asNode(node: ServerNode | string): ServerNode {
  return node instanceof ServerNode ? node : new ServerText(String(node));
}

const TEXTS = [
  ...[
    'id',
    'slot',
    'name',
    'type',
    'src',
    'alt',
    'href',
    'rel',
    'target',
    'dir',
    'lang',
    'title',
    'placeholder',
    'min',
    'max',
  ],
  ...[
    'step',
    'autocomplete',
    'inputMode',
    'enterKeyHint',
    'role',
    'loading',
    'decoding',
    'referrerPolicy',
    'preload',
    'scope',
  ],
  ...[
    'popover',
    'accept',
    'pattern',
    'width',
    'height',
    'part',
    'className',
    'htmlFor',
    'autocapitalize',
    'label',
    'kind',
  ],
];
const ARIA = [
  ...[
    'Hidden',
    'Label',
    'Description',
    'Live',
    'Expanded',
    'Pressed',
    'Selected',
    'Current',
    'Disabled',
    'Busy',
    'Invalid',
  ],
  ...[
    'Required',
    'ValueText',
    'ValueNow',
    'ValueMin',
    'ValueMax',
    'Sort',
    'HasPopup',
    'RoleDescription',
    'Modal',
    'Checked',
  ],
];
const FLAGS = [
  'hidden',
  'disabled',
  'checked',
  'selected',
  'multiple',
  'required',
  'readOnly',
  'open',
  'controls',
  'inert',
  'autofocus',
];
const NUMBERS = ['tabIndex', 'maxLength', 'minLength', 'rows', 'cols', 'colSpan', 'rowSpan', 'size'];
const RENAMED: { readonly [property: string]: string } = { className: 'class', htmlFor: 'for' };

function reflect(property: string, read: (element: ServerElement, name: string) => unknown, isFlag = false): void {
  const name =
    RENAMED[property] ?? (property.startsWith('aria') ? `aria-${property.slice(4)}` : property).toLowerCase();
  Object.defineProperty(ServerElement.prototype, property, {
    get(this: ServerElement) {
      return read(this, name);
    },
    set(this: ServerElement, value: unknown) {
      if (isFlag) this.toggleAttribute(name, Boolean(value));
      else if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, value);
    },
  });
}

for (const property of TEXTS) reflect(property, (element, name) => element.getAttribute(name) ?? '');
for (const property of ARIA) reflect(`aria${property}`, (element, name) => element.getAttribute(name));
for (const property of NUMBERS) reflect(property, (element, name) => Number(element.getAttribute(name) ?? -1));
for (const property of FLAGS) reflect(property, (element, name) => element.hasAttribute(name), true);
