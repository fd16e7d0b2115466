// Draws a surface without a page, by the same widgets: for the moment of drawing, the names that widgets know a page by mean
// a document of the server's own. Drawing waits for nothing, so nobody else sees them.

import { DEFAULT_URL_POLICY, type Issue, type Surface, type UrlPolicy, type View } from '@vitrine/core/page';
import { content08, content09, content10 } from '../catalogs/basic-content.ts';
import { BASIC_08, BASIC_09, BASIC_10 } from '../catalogs/catalog-ids.ts';
import { addLazyWidgets } from '../catalogs/lazy-widgets.ts';
import { surfaceWords } from '../english/surface.ts';
import { HeadingOrder } from '../heading-order.ts';
import { RootDrawn } from '../root-drawn.ts';
import { lazyFunctions, Stage } from '../stage.ts';
import { surfaceStyles } from '../styles/sheet.ts';
import { lazyTheme, ThemeWatcher } from '../theme-watcher.ts';
import { Widgets } from '../widget.ts';
import type { Words } from '../words.ts';
import {
  ServerButton,
  ServerElement,
  ServerInput,
  ServerLabel,
  ServerNode,
  ServerRoot,
  ServerSheet,
  ServerSvg,
  ServerText,
  serverDocument,
} from './server-document.ts';

export interface DrawOptions {
  /** Which links may be opened and where media may come from; none when not said. */
  readonly urls?: UrlPolicy;
  readonly widgets?: Widgets;
  readonly words?: Partial<Words>;
  readonly headingLevel?: number;
  /** Nothing more is coming: what is missing is said to be. */
  readonly ended?: boolean;
  readonly report?: (problem: Issue) => void;
}

/** With the widgets of all our catalogs. */
export function createServerWidgets(): Widgets {
  const widgets = new Widgets();
  widgets.add({ id: BASIC_08 }, content08).add({ id: BASIC_09 }, content09).add({ id: BASIC_10 }, content10);
  addLazyWidgets(widgets);
  return widgets;
}

let usual: Widgets | undefined;

export async function drawOnServer(surface: Surface, view: View, options: DrawOptions = {}): Promise<ServerRoot> {
  usual ??= createServerWidgets();
  const widgets = options.widgets ?? usual;
  await Promise.all([widgets.fetchNow(view.catalogs), lazyFunctions.fetch(), lazyTheme.fetch()]);
  return asPage(() => drawNow(surface, view, widgets, options));
}

function drawNow(surface: Surface, view: View, widgets: Widgets, options: DrawOptions): ServerRoot {
  const { urls = DEFAULT_URL_POLICY, words = {}, headingLevel, ended = true, report = () => undefined } = options;
  const root = new ServerRoot(new ServerElement('vitrine-surface'));
  const page = root as unknown as ShadowRoot;
  root.adoptedStyleSheets = [surfaceStyles.sheet as unknown as ServerSheet];
  const stage = new Stage({
    surface,
    view,
    host: root.host as unknown as Element,
    urls: () => urls,
    send: () => undefined,
    openUrl: () => undefined,
    report,
  });
  stage.ended.value = ended;
  stage.language.value = { ...surfaceWords, ...words };
  new ThemeWatcher(stage, page).schedule();
  new RootDrawn(stage, widgets, page).schedule();
  stage.flush();
  new HeadingOrder(page).first = headingLevel;
  // What was drawn stays as it is; what drew it would take it away.
  stage.dispose();
  return root;
}

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const PAGE: { readonly [name: string]: unknown } = {
  document: serverDocument,
  Node: ServerNode,
  Text: ServerText,
  Element: ServerElement,
  HTMLElement: ServerElement,
  HTMLButtonElement: ServerButton,
  HTMLInputElement: ServerInput,
  HTMLLabelElement: ServerLabel,
  SVGElement: ServerSvg,
  ShadowRoot: ServerRoot,
  CSSStyleSheet: ServerSheet,
  ResizeObserver: NoObserver,
  MutationObserver: NoObserver,
  IntersectionObserver: NoObserver,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  requestAnimationFrame: () => 0,
  requestIdleCallback: () => 0,
  getComputedStyle: () => ({ getPropertyValue: () => '' }),
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
};

/** Whatever had one of these names has it again afterwards. */
function asPage<T>(draw: () => T): T {
  const before = Object.keys(PAGE).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(PAGE))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    return draw();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
}
