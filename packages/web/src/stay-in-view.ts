// What was pressed stays in sight while the answer moves the page, until the person does something else. Browsers keep what
// is at the top of the window in its place, so what comes above a button pushes it out at the bottom.

import { outerOf } from './focus-keeper.ts';

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
  let at = scrolledTo(button);
  const observer = new IntersectionObserver(
    (entries) => {
      const part = entries.at(-1)?.intersectionRatio ?? 0;
      const { activeElement } = button.getRootNode() as ShadowRoot;
      // It is gone, the person was led elsewhere, to a field that is wrong, or something has scrolled: that was wanted.
      const isLeft = !button.isConnected || (activeElement !== null && activeElement !== button);
      if (isLeft || scrolledTo(button) !== at) leave();
      else if (part < seen) {
        button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        at = scrolledTo(button);
      } else seen = part;
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

/** Where everything around it that scrolls stands. */
function scrolledTo(element: Element): string {
  const offsets: number[] = [];
  for (let around: Element | null = element; around !== null; around = outerOf(around))
    offsets.push(around.scrollTop, around.scrollLeft);
  return offsets.join();
}
