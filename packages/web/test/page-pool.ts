// A page that a test has left as it found it serves the next test of its file that wants the same kind of page: to open one costs
// a fifth of a second of a core. A page on which anything was left, seen by `look`, is closed and never met again.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface PageKind {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly policy: string;
  readonly context: BrowserContextOptions;
}

interface FreePage {
  readonly page: Page;
  readonly kind: PageKind;
}

/** By connection: each test file has its own, and its pages end with it. */
const free = new WeakMap<Browser, FreePage[]>();
/** What a page looked like before its first test. */
const firstLooks = new WeakMap<Page, string>();

const sameKind = (a: PageKind, b: PageKind): boolean =>
  a.files === b.files && a.policy === b.policy && JSON.stringify(a.context) === JSON.stringify(b.context);

/** A free page of this kind; it is the caller's until it is given back. */
export function takePage(browser: Browser, kind: PageKind): Page | undefined {
  const pages = free.get(browser) ?? [];
  const at = pages.findIndex((one) => sameKind(one.kind, kind));
  return at < 0 ? undefined : pages.splice(at, 1)[0]?.page;
}

/** To be called before the first test, when nothing has begun on the page. */
export async function rememberPage(page: Page): Promise<void> {
  firstLooks.set(page, await page.evaluate(look));
}

/** Gives the page back, or closes it with its context when it is not as it was. */
export async function returnPage(page: Page, kind: PageKind): Promise<void> {
  const browser = page.context().browser();
  if (browser === null || !(await isAsBefore(page))) return page.context().close();
  for (const event of ['request', 'requestfailed', 'pageerror', 'console'] as const) page.removeAllListeners(event);
  free.set(browser, [...(free.get(browser) ?? []), { page, kind }]);
}

async function isAsBefore(page: Page): Promise<boolean> {
  const first = firstLooks.get(page);
  if (first === undefined || page.isClosed() || page.context().pages().length !== 1) return false;
  const hasStopped = await page.evaluate(() => {
    window.stopVitrine?.();
    return window.stopVitrine !== undefined;
  });
  if (!hasStopped) return false;
  await page.mouse.move(0, 0);
  return (await page.evaluate(look)) === first;
}

/** All that could outlive a test in its document and its context, as a text. Runs in the page. */
function look(): string {
  const ours = ['vitrine', 'agentchains', 'stopVitrine'];
  const globals = Object.entries(Object.getOwnPropertyDescriptors(window))
    .filter(([name]) => !ours.includes(name))
    .map(([name, { value }]) => (typeof value === 'function' ? `${name} ${String(value).length}` : name));
  const media = [
    'print',
    '(prefers-color-scheme: dark)',
    '(prefers-reduced-motion: reduce)',
    '(forced-colors: active)',
  ];
  return JSON.stringify([
    globals,
    [
      document.documentElement.outerHTML,
      document.title,
      document.adoptedStyleSheets.length,
      document.activeElement?.tagName,
    ],
    [location.href, history.length, document.cookie, localStorage.length, sessionStorage.length],
    [innerWidth, innerHeight, devicePixelRatio, scrollX, scrollY, ...media.map((query) => matchMedia(query).matches)],
  ]);
}
