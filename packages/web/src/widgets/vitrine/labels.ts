// The words of the extension catalog and of its fields, in the language of a surface.

import { type FieldWords, fieldWords } from '../../english/fields.ts';
import type { SurfaceWords } from '../../english/surface.ts';
import { type VitrineWords, vitrineWords } from '../../english/vitrine.ts';
import type { Stage } from '../../stage.ts';

export type Labels = SurfaceWords & VitrineWords & FieldWords;

const all = new WeakMap<SurfaceWords, Labels>();

/** Read while drawing, they are observed. */
export function labelsOf({ words }: Stage): Labels {
  let labels = all.get(words);
  if (labels === undefined) {
    labels = { ...vitrineWords, ...fieldWords, ...words };
    all.set(words, labels);
  }
  return labels;
}
