// A line of help in a field. Few fields have one.

import { make, text } from '../dom.ts';
import type { FieldFrame } from './field-frame.ts';

/** Stands under `above` from the first words on; without words it is empty. Call it before the problem is drawn. */
export function drawHint(field: FieldFrame, words: string, above: Element): void {
  if (field.hint === undefined && words !== '') {
    field.hint = make('p', 'hint');
    field.hint.id = field.ids.newId();
    above.after(field.hint);
  }
  if (field.hint !== undefined) text(field.hint, words);
}
