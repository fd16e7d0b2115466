// What was pressed stays in sight while the answer moves the page, until the person does something else. Browsers keep what
// is at the top of the window in its place, so what comes above a button pushes it out at the bottom.

const GONE_ON = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
const PARTS = [0, 0.25, 0.5, 0.75, 0.99];

/** Ends the watch over what was pressed before. */
let leave = (): void => undefined;

/** To be called for `click` in a surface. */
export function stayInView(event: Event): void {
  const [target] = event.composedPath();
  const button = target instanceof Element ? target.closest('button') : null;
  leave();
  if (button === null) return;
  // Of what is pressed, enough is seen. The answer may come before the browser tells how much.
  let seen = 0.5;
  const observer = new IntersectionObserver(
    (entries) => {
      const part = entries.at(-1)?.intersectionRatio ?? 0;
      const { activeElement } = button.getRootNode() as ShadowRoot;
      // It is gone, or the person was led elsewhere: to a field that is wrong.
      if (!button.isConnected || (activeElement !== null && activeElement !== button)) leave();
      else if (part < seen) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      else seen = part;
    },
    { threshold: PARTS },
  );
  observer.observe(button);
  const end = (): void => {
    observer.disconnect();
    for (const type of GONE_ON) removeEventListener(type, end, { capture: true });
  };
  for (const type of GONE_ON) addEventListener(type, end, { capture: true, passive: true });
  leave = end;
}
