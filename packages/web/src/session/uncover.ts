// What has the focus does not stay under the chrome: chips, links and notes lie over the foot of the page, and whoever goes
// by keyboard must see where they are (WCAG 2.2, 2.4.11).

const COVERS = '.chip:not([hidden]), .link-bar, .toast';

/** Scrolls what has the focus out from under what the shelf shows, where that is in the same session and small enough. */
export function uncover(shelf: HTMLElement): void {
  const { host } = shelf.getRootNode() as ShadowRoot;
  if (document.activeElement !== host) return;
  let focused: Element = host;
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const at = focused.getBoundingClientRect();
  if (focused === host || shelf.contains(focused) || at.height > innerHeight / 2) return;
  const isCovered = [...shelf.querySelectorAll(COVERS)].some((cover) => {
    const { left, right, top, bottom } = cover.getBoundingClientRect();
    return left < at.right && right > at.left && top < at.bottom && bottom > at.top;
  });
  if (isCovered) focused.scrollIntoView({ block: 'center' });
}
