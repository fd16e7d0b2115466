// One task: its name, how far it is, a way to stop it. Without a total it streams: what was done so far is counted.

import type { TaskOp } from '@vitrine/core/page';
import { attribute, make, text } from '../dom.ts';
import { button, usable } from './button.ts';
import { OriginMark } from './origin-mark.ts';
import type { ChromeWords } from './session-host.ts';

let ids = 0;
/** Of what a task is a part that says how far it is and not of how much. */
const PERCENT = 100;

export interface TaskState {
  readonly cancelled: boolean;
  /** That is pending, and there is no connection. */
  readonly offline: boolean;
  /** It comes from elsewhere. */
  readonly foreign: boolean;
}

export class TaskRow {
  readonly dom = make('li', 'task');
  readonly #name = document.createElement('span');
  readonly #origin = new OriginMark();
  readonly #far = make('span', 'task-far');
  readonly #bar = make('progress', 'progress');
  readonly #stop: HTMLButtonElement;
  readonly #numbers: Intl.NumberFormat;

  constructor(locale: string, cancel: () => void) {
    this.#numbers = numbersOf(locale);
    this.#stop = button('', 'quiet', cancel);
    this.#name.id = `task-${++ids}`;
    this.#name.dir = 'auto';
    this.#stop.id = `${this.#name.id}-stop`;
    this.#origin.dom.id = `${this.#name.id}-origin`;
    this.#stop.setAttribute('aria-labelledby', `${this.#stop.id} ${this.#name.id}`);
    const cell = make('div', 'task-name');
    cell.append(this.#name, this.#origin.dom);
    this.dom.append(cell, this.#far, this.#stop, this.#bar);
  }

  draw({ value, total, style }: TaskOp, name: string, is: TaskState, words: ChromeWords): void {
    text(this.#name, name);
    this.#origin.speak(words);
    this.#origin.dom.hidden = !is.foreign;
    // What is hidden is read out all the same where a name refers to it.
    const { id } = this.#name;
    attribute(this.#bar, 'aria-labelledby', is.foreign ? `${id} ${this.#origin.dom.id}` : id);
    const [done, all] = [finite(value), finite(total) ?? (style === 'determinate' ? PERCENT : undefined)];
    if (all !== undefined) {
      const part = all > 0 ? Math.min(1, Math.max(0, (done ?? 0) / all)) : 0;
      attribute(this.#bar, 'value', String(part));
      text(this.#far, `${Math.round(part * 100)}%`);
    } else {
      attribute(this.#bar, 'value', undefined);
      const soFar = done === undefined ? undefined : words.soFar(this.#numbers.format(done));
      text(this.#far, soFar ?? (style === 'streaming' ? words.streaming : ''));
    }
    text(this.#stop, !is.cancelled ? words.cancel : is.offline ? words.willBeSent : words.cancelling);
    usable(this.#stop, !is.cancelled);
  }
}

function finite(number: unknown): number | undefined {
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function numbersOf(locale: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale);
  } catch {
    return new Intl.NumberFormat();
  }
}
