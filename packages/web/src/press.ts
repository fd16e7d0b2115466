// Nothing moves between the press of a pointer and its click. To press a button leaves the field that had the focus, and the
// problem that the field then tells would push the button away from under the pointer: the click would land elsewhere.

const ENDS = ['pointerup', 'pointercancel', 'pointermove', 'pointerdown', 'keydown'];

/** A pointer was pressed in this very task, which is the one that moves the focus, and is still held. */
let isBeginning = false;

function begin(): void {
  isBeginning = true;
  setTimeout(over);
}

function over(): void {
  isBeginning = false;
}

/** To be called before `afterPress` is of use, as often as one likes. */
export function watchPresses(): void {
  addEventListener('pointerdown', begin, { capture: true, passive: true });
  // Its click comes in one task with it, and may come before the timer.
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, over, { capture: true, passive: true });
}

/** For `focusout` and `change`: at once, unless a press has caused it; then when the pointer is let go of, before its click is told. */
export function afterPress(then: () => void): void {
  if (!isBeginning) return then();
  const end = (event: Event): void => {
    // A pointer that moves and holds nothing was let go of where the page was not told, as in the list of a native select.
    if (event.type === 'pointermove' && (event as PointerEvent).buttons !== 0) return;
    for (const type of ENDS) removeEventListener(type, end, { capture: true });
    then();
  };
  for (const type of ENDS) addEventListener(type, end, { capture: true, passive: true });
}
