// Asks the person whether an app may do something: one question after the other, beside the frame, where the app cannot draw.
// An answer counts only when the question has been there for a moment, so that nothing that was meant for the app is one.

import { make, text } from '../../dom.ts';
import type { AppQuestion } from './app-frame.ts';

/** As for a second press: what has just come cannot have been meant. */
const SETTLE_MS = 500;
const MAX_SHOWN = 1000;
const MAX_WAITING = 4;

export class AppConsent {
  readonly dom = make('div', 'app-consent');
  readonly #title: () => string;
  /** Tools that need not be asked for again. */
  readonly #allowed = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(title: () => string) {
    this.#title = title;
    this.dom.hidden = true;
    this.dom.setAttribute('role', 'group');
    this.dom.setAttribute('aria-live', 'polite');
  }

  async agree(question: AppQuestion): Promise<boolean> {
    if (question.kind === 'call' && this.#allowed.has(question.tool)) return true;
    if (this.#waiting >= MAX_WAITING) return false;
    this.#waiting++;
    const asked = this.#last.then(() => this.#ask(question));
    this.#last = asked;
    try {
      return await asked;
    } finally {
      this.#waiting--;
    }
  }

  #ask(question: AppQuestion): Promise<boolean> {
    if (question.kind === 'call' && this.#allowed.has(question.tool)) return Promise.resolve(true);
    const since = performance.now();
    return new Promise((resolve) => {
      const button = (label: string, look: string, act: () => boolean): HTMLButtonElement => {
        const made = make('button', look);
        made.type = 'button';
        text(made, label);
        made.addEventListener('click', () => {
          if (performance.now() - since < SETTLE_MS) return;
          this.dom.hidden = true;
          this.dom.replaceChildren();
          resolve(act());
        });
        return made;
      };
      const words = make('p', 'app-question');
      text(words, this.#sentence(question));
      const details = make('pre', 'app-details');
      text(details, detailsOf(question));
      const buttons = [button('Allow', 'button primary', () => true)];
      if (question.kind === 'call')
        buttons.push(button('Allow from now on', 'button', () => this.#allowed.add(question.tool) && true));
      buttons.push(button('Refuse', 'button', () => false));
      const row = make('div', 'app-answers');
      row.append(...buttons);
      this.dom.replaceChildren(words, details, row);
      this.dom.hidden = false;
    });
  }

  #sentence(question: AppQuestion): string {
    const app = this.#title();
    return question.kind === 'call'
      ? `The app “${app}” wants to call ${question.tool.slice(0, 200)}:`
      : `The app “${app}” wants to open this link:`;
  }
}

function detailsOf(question: AppQuestion): string {
  const whole = question.kind === 'call' ? JSON.stringify(question.args, undefined, 2) : question.url;
  return whole.length <= MAX_SHOWN ? whole : `${whole.slice(0, MAX_SHOWN)} … (${whole.length} characters)`;
}
