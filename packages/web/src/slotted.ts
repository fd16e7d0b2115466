// A widget whose content is the page's own light DOM: what a framework draws there has the page's styles, context and tools,
// and stands in the surface through a slot. Frames, checks and problems are those of every field; what draws the content is
// left to whoever mounts it.

import type { Props } from '@vitrine/core/page';
import {
  type ComponentDeclaration,
  isArray,
  issue,
  type Json,
  jsonEqual,
  type NodeValue,
  type Place,
  type Prop,
  quote,
  type TreeNode,
  toBool,
  toNumber,
  toText,
  type Value,
} from '@vitrine/core/page';
import { make } from './dom.ts';
import { Field } from './field.ts';
import { reportOnce } from './report-once.ts';
import type { Drawing, Ui, Widget } from './widget.ts';
import type { MountSlot, SlotControls, SlotProps, WidgetSlot } from './widget-slot.ts';

export type { MountSlot, SlotControls, SlotProps, WidgetProps, WidgetSlot } from './widget-slot.ts';

/** Content that shows nothing for so long is told of. */
const MAX_WAIT_MS = 10_000;
/** So many writes within a time, with nobody doing anything, are a component that answers itself. */
const MAX_OWN_WRITES = 100;
const OWN_WRITES_MS = 10_000;

/** The widget of a component: it takes the component's declaration, and what draws its content. */
export function slottedWidget(declaration: ComponentDeclaration, mount: MountSlot): Widget {
  const names = Object.entries(declaration.props);
  const [written] = names.find(([, prop]) => prop.writable === true) ?? [];
  return (ui, node) => {
    const content = new SlotContent(ui, node, declaration.props, mount);
    return written === undefined ? new SlottedPart(content) : new SlottedField(content, written);
  };
}

let count = 0;

/** What both kinds have in common: the slot, the element in light DOM, and what the component is given. */
class SlotContent implements WidgetSlot {
  readonly ui: Ui;
  readonly node: TreeNode;
  readonly key = `vitrine-${++count}`;
  readonly slot: HTMLSlotElement = make('slot', 'content');
  readonly host: Element;
  readonly #declared: Props;
  readonly #listeners = new Set<() => void>();
  readonly #relays: Element[] = [];
  readonly #inner: readonly (readonly [name: string, dom: HTMLElement])[];
  readonly #unmount: () => void;
  #container: HTMLElement | undefined;
  #props: SlotProps = { set: (name, value) => this.#set(name, value), problem: undefined, isRequired: false };
  #error: { readonly reason: unknown } | undefined;
  #writes: number[] = [];
  /** Set by a field, whose value has a frame around it. */
  enter: (name: string, value: Json) => void = (name, value) => this.write(name, value);

  constructor(ui: Ui, node: TreeNode, declared: Props, mount: MountSlot) {
    this.ui = ui;
    this.node = node;
    this.#declared = declared;
    this.slot.name = this.key;
    // A label and a problem stand in another tree than the control: whoever is led there looks for the control.
    this.slot.focus = () => this.content?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
    this.host = this.#relay(ui.stage.host);
    this.#inner = Object.entries(declared)
      .filter(([, { kind }]) => kind === 'child' || kind === 'children')
      .map(([name]) => [name, make('div', 'inner')]);
    watchGestures();
    this.refresh({});
    this.#unmount = mount(this);
  }

  get isInline(): boolean {
    return this.ui.inline;
  }

  get container(): HTMLElement {
    if (this.#container === undefined) {
      this.#container = document.createElement(this.isInline ? 'span' : 'div');
      this.#container.slot = this.key;
      this.host.append(this.#container);
    }
    return this.#container;
  }

  /** What stands in the slot, whoever has made it. */
  get content(): Element | undefined {
    return this.slot.assignedElements({ flatten: true })[0];
  }

  get parts(): readonly Element[] {
    return [this.slot, ...this.#inner.map(([, dom]) => dom)];
  }

  // Frameworks take these apart from the slot.
  readonly props = (): SlotProps => this.#props;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  readonly fail = (reason: unknown): void => {
    this.#error = { reason };
    this.ui.schedule();
  };

  wait(): () => void {
    const timer = setTimeout(() => {
      const sentence = `The widget of ${quote(this.node.type ?? '')} has shown nothing for ${MAX_WAIT_MS / 1000} s.`;
      reportOnce(this.ui.stage, { ...issue('VITRINE_WIDGET_FAILED', 'warning', sentence), fault: 'host' }, sentence);
    }, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }

  /** Brings what the component is given in line with the node. Call it while drawing. */
  draw(own: Partial<SlotControls>): void {
    if (this.#error !== undefined) throw this.#error.reason;
    this.refresh(own);
    for (const [name, dom] of this.#inner)
      this.ui.fill(dom, this.node.get(name) as Place | readonly Place[] | undefined);
  }

  refresh(own: Partial<SlotControls>): void {
    const next: { [name: string]: unknown } = { ...this.#props, ...own };
    for (const [name, prop] of Object.entries(this.#declared)) {
      const kept = this.#props[name];
      if (prop.kind === 'action') next[name] = kept ?? (() => this.ui.invoke(name));
      else if (prop.kind !== 'child' && prop.kind !== 'children' && prop.kind !== 'checks') {
        const value = shownValue(prop, this.node.get(name));
        next[name] = kept !== undefined && jsonEqual(value as Json, kept as Json) ? kept : value;
      }
    }
    if (Object.keys(next).every((name) => Object.is(next[name], this.#props[name]))) return;
    this.#props = next as SlotProps;
    for (const changed of this.#listeners) changed();
  }

  /** The component has it at once: its next event may come before the next frame, and a controlled field of React has to. */
  #set(name: string, value: Json): void {
    this.enter(name, value);
    this.refresh({});
  }

  /** Undefined: it is not taken, because the component writes without end. */
  write(name: string, value: Json): void {
    if (this.isAllowed()) this.ui.enter(name, value);
  }

  isAllowed(): boolean {
    const now = performance.now();
    this.#writes = this.#writes.filter((at) => at > Math.max(lastGesture, now - OWN_WRITES_MS));
    this.#writes.push(now);
    if (this.#writes.length <= MAX_OWN_WRITES) return true;
    this.fail(new Error('it writes values without end, and nobody enters any'));
    return false;
  }

  dispose(): void {
    this.#unmount();
    this.#container?.remove();
    for (const relay of this.#relays) relay.remove();
  }

  /** Through the element of a session, whose surfaces stand in its own shadow root, out to what the page has put up. */
  #relay(surface: Element): Element {
    let host = surface;
    for (;;) {
      const root = host.getRootNode();
      if (!(root instanceof ShadowRoot) || root.host.localName !== 'vitrine-session') return host;
      const relay = document.createElement('slot');
      relay.name = this.key;
      relay.slot = this.key;
      host.append(relay);
      this.#relays.push(relay);
      host = root.host;
    }
  }
}

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]:not([tabindex="-1"])';

/** A component without a value. */
class SlottedPart implements Drawing {
  readonly dom: HTMLElement;
  readonly #content: SlotContent;

  constructor(content: SlotContent) {
    this.#content = content;
    this.dom = make(content.ui.inline ? 'span' : 'div', 'slotted');
    this.dom.append(...content.parts);
  }

  draw(): void {
    this.#content.draw({});
  }

  dispose(): void {
    this.#content.dispose();
  }
}

/** A component that something is entered into. */
class SlottedField extends Field {
  readonly #content: SlotContent;
  #problem: string | undefined;

  constructor(content: SlotContent, written: string) {
    const dom = make('div', 'field slotted');
    dom.append(make('span', 'label'), ...content.parts);
    super(content.ui, content.node, written, dom, content.slot);
    this.#content = content;
    content.enter = (name, value) => {
      if (name !== written) content.write(name, value);
      else if (content.isAllowed()) this.enter(value);
    };
    this.label.addEventListener('click', () => this.control.focus());
  }

  get fallback(): string {
    return this.node.type ?? '';
  }

  show(): void {}

  entered(): Json {
    return null;
  }

  /** What is entered comes by `set`; where the focus goes inside the content, the person is still there. */
  override handleEvent(event: Event): void {
    if (event.type === 'input' || event.type === 'change') return;
    const { relatedTarget } = event as FocusEvent;
    if (relatedTarget === null || !this.#content.content?.contains(relatedTarget as Node)) super.handleEvent(event);
  }

  override drawProblem(words: string | undefined, severity?: string): void {
    this.#problem = words;
    super.drawProblem(words, severity);
  }

  override draw(): void {
    super.draw();
    this.#content.draw({ problem: this.#problem, isRequired: this.required });
  }

  dispose(): void {
    this.#content.dispose();
  }
}

/** Whatever an agent has put at the path, the component gets the type that was declared. */
function shownValue({ kind, default: usual }: Prop, value: NodeValue): unknown {
  if (value === undefined || value === null) return usual ?? undefined;
  if (kind === 'text') return toText(value as Value);
  if (kind === 'number') return toNumber(value as Value);
  if (kind === 'bool') return toBool(value as Value);
  if (kind === 'text-list') return isArray(value as Json) ? (value as Json[]).map((one) => toText(one)) : [];
  return value;
}

let lastGesture = Number.NEGATIVE_INFINITY;

function gesture(): void {
  lastGesture = performance.now();
}

let isWatching = false;

function watchGestures(): void {
  if (isWatching) return;
  isWatching = true;
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel'])
    addEventListener(type, gesture, { capture: true, passive: true });
}
