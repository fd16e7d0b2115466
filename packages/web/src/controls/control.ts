// What all controls have in common: from a neutral description to elements, and to the value that a person has entered.
// Label, hint and problem are left to field-frame.ts, what may be entered to the rule of the field.

import type { FieldRule } from '@vitrine/core/later';
import type { INPUT_SENTENCES, Json } from '@vitrine/core/page';
import type { FieldWords } from '../english/fields.ts';
import type { SurfaceWords } from '../english/surface.ts';

export interface ControlOption {
  readonly value: Json;
  readonly label: string;
}

export interface ControlDescription {
  readonly rule: FieldRule;
  /** A text of several lines. */
  readonly multiline?: boolean;
  /** Nobody sees what is typed. */
  readonly secret?: boolean;
  readonly placeholder?: string;
  /** Options with the words for them, as many as can be shown. */
  readonly options?: readonly ControlOption[];
}

export type ControlWords = FieldWords & Pick<SurfaceWords, keyof typeof INPUT_SENTENCES>;

export interface Control {
  readonly dom: HTMLElement;
  /** What label, hint and problem belong to. */
  readonly field: HTMLElement;
  /** Where the focus starts. */
  readonly focus: HTMLElement;
  /** The person has entered what the browser itself cannot read. */
  readonly isBad?: boolean;
  /** What stands in it; undefined where nothing was entered. */
  read(): Json | undefined;
  /** Shows a value. What shows it already is not touched, so that the caret stays. */
  show(value: Json | undefined): void;
  /** Brings all but the value in line with its description, which stays of one type. */
  draw(description: ControlDescription, words: ControlWords): void;
}
