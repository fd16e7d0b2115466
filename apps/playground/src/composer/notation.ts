// What writing a document in a notation gives, and what reading one gives.

import type { Json } from '@vitrine/core';
import type { EditorProblem } from './editor.ts';

export interface WrittenView {
  readonly text: string;
  /** What the notation has no words for. */
  readonly losses: readonly string[];
}
export type ReadView = { readonly messages: readonly Json[] } | { readonly problems: readonly EditorProblem[] };
