// What stands around a control, whoever shows it: its label with the mark of what must be filled, a line of help, the
// problem, and the words that tie these to the control.

import { attribute, make, text } from '../dom.ts';
import { brief } from '../shown-text.ts';

/** The elements of a field: its label, and under it what it is about. The last of them is the control. */
export function frame(name: string, ...parts: readonly HTMLElement[]): HTMLElement {
  const dom = make('div', name);
  dom.append(make('label', 'label'), ...parts);
  return dom;
}

/** Gives ids that no other element under the same root has. */
export interface IdSource {
  newId(): string;
}

export class FieldFrame {
  readonly dom: HTMLElement;
  /** What the person is told to enter into. */
  control: HTMLElement;
  readonly ids: IdSource;
  /** Something that helps, besides the problem: see field-hint.ts. */
  hint: HTMLElement | undefined;
  #problem: HTMLElement | undefined;

  constructor(dom: HTMLElement, control: HTMLElement, ids: IdSource) {
    this.dom = dom;
    this.control = control;
    this.ids = ids;
    const { label } = this;
    if (label instanceof HTMLLabelElement) label.htmlFor = control.id = ids.newId();
  }

  get label(): HTMLElement {
    return this.dom.querySelector('.label') as HTMLElement;
  }

  /** Where the problem is told. */
  get problem(): HTMLElement {
    if (this.#problem === undefined) {
      this.#problem = make('p', 'problem');
      this.#problem.id = this.ids.newId();
      this.dom.append(this.#problem);
    }
    return this.#problem;
  }

  /** `fallback`: the name of a field that came without one, for those who cannot see that it has none. */
  drawLabel(words: string, isRequired: boolean, fallback = ''): void {
    const { control, label } = this;
    attribute(label, 'class', `label${words === '' ? ' unseen' : ''}${isRequired ? ' required' : ''}`);
    text(label, words || fallback);
    // WAI-ARIA 1.2: sliders and plain groups have no such state.
    const isTold = isRequired && !control.matches('[type=range], fieldset:not([role])');
    attribute(control, 'aria-required', isTold ? 'true' : undefined);
  }

  /** Undefined: there is none. */
  drawProblem(words: string | undefined, severity = 'error'): void {
    const { control } = this;
    if (words !== undefined) {
      attribute(this.problem, 'class', `problem ${severity}`);
      text(this.problem, brief(words));
    } else if (this.#problem !== undefined) text(this.#problem, '');
    attribute(control, 'aria-invalid', words !== undefined && severity === 'error' ? 'true' : undefined);
    const notes = [this.hint, this.#problem].filter((note) => note?.textContent);
    attribute(control, 'aria-describedby', notes.map((note) => note?.id).join(' ') || undefined);
  }

  /** A live region announces what comes into it, not what it comes with: there before it says anything. */
  announceProblems(): void {
    attribute(this.problem, 'aria-live', 'polite');
  }
}
