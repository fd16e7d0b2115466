// A line of help in a field. Few fields have one.

import { make, text } from './dom.ts';
import type { Field } from './field.ts';

/** Stands under `above` from the first words on; without words it is empty. Call it while the field prepares. */
export function drawHint(field: Field, words: string, above: Element): void {
  if (field.hint === undefined && words !== '') {
    field.hint = make('p', 'hint');
    field.hint.id = field.ui.stage.newId();
    above.after(field.hint);
  }
  if (field.hint !== undefined) text(field.hint, words);
}
