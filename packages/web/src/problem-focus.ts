// Leads a person who has sent something in vain to the first field that says why.

import type { Stage } from './stage.ts';

/** Controls; of a group that is wrong, its options. */
const WRONG = '[aria-invalid=true], fieldset[aria-invalid=true] input';

/** Once the problems are drawn. `from`: what may have the focus by then; who has gone on to something else is left alone. */
export async function leadToProblem(stage: Stage, root: ShadowRoot, from: string | Element): Promise<void> {
  await stage.drawn();
  const { activeElement } = root;
  const isStill = typeof from === 'string' ? activeElement?.matches(from) : activeElement === from;
  if (activeElement !== null && isStill !== true) return;
  for (const control of root.querySelectorAll<HTMLElement>(WRONG)) {
    control.focus();
    // What is slotted stands in another tree.
    if (control.matches(':focus, slot:focus-within')) return;
  }
}
