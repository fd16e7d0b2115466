// Notes that come and go. At most four are seen, the others wait and are counted; none goes while a person points at
// them, is inside them, or is being asked something.

import { make, text } from '../dom.ts';
import type { SessionWords } from '../english/session.ts';
import { iconButton, label } from './button.ts';
import { icon } from './icon.ts';
import { passage } from './words.ts';

const VISIBLE = 4;
const VISIBLE_SMALL = 2;
const WAITING = 50;
export const TOAST_MS = 5000;
const MAX_WAIT_MS = 60_000;

export interface ToastWords {
  /** Who says it; the chrome itself when absent. */
  readonly from?: string;
  readonly text: string;
  readonly severity?: string | undefined;
  /** 0 or less: until dismissed. */
  readonly ms?: number | undefined;
}

interface Toast {
  readonly dom: HTMLElement;
  left: number;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Toasts {
  readonly dom = make('div', 'toasts');
  readonly #more = make('p', 'more');
  readonly #settle: () => void;
  readonly #words: () => SessionWords;
  readonly #visible = new Set<Toast>();
  readonly #waiting: ToastWords[] = [];
  #dropped = 0;
  #held = false;
  #near = false;

  constructor(settle: () => void, words: () => SessionWords) {
    this.#settle = settle;
    this.#words = words;
    this.#more.hidden = true;
    this.dom.append(this.#more);
    this.dom.addEventListener('pointerenter', () => this.#setNear(true));
    this.dom.addEventListener('pointerleave', () => this.#setNear(this.dom.matches(':focus-within')));
    this.dom.addEventListener('focusin', () => this.#setNear(true));
    this.dom.addEventListener('focusout', () => this.#setNear(this.dom.matches(':hover')));
  }

  add(words: ToastWords): void {
    this.#waiting.push(words);
    if (this.#waiting.length > WAITING) {
      this.#waiting.shift();
      this.#dropped++;
    }
    this.#fill();
  }

  /** A question is in front: nothing comes and nothing goes. */
  hold(held: boolean): void {
    this.#held = held;
    this.#run();
    this.#fill();
  }

  /** The page speaks another language. */
  tell(): void {
    for (const { dom } of this.#visible) label(dom.querySelector('button'), this.#words().dismissNote);
    this.#fill();
  }

  dispose(): void {
    for (const toast of this.#visible) clearTimeout(toast.timer);
    this.#visible.clear();
  }

  #setNear(near: boolean): void {
    if (this.#near === near) return;
    this.#near = near;
    this.#run();
  }

  #fill(): void {
    while (!this.#held && this.#visible.size < room()) {
      const words = this.#waiting.shift();
      if (words === undefined) break;
      this.#show(words);
    }
    const rest = this.#waiting.length + this.#dropped;
    if (this.#waiting.length === 0) this.#dropped = 0;
    this.#more.hidden = this.#waiting.length === 0 || this.#held;
    text(this.#more, this.#words().moreNotes(rest));
    this.#settle();
  }

  #show(words: ToastWords): void {
    const kind = kindOf(words.severity);
    const dom = make('div', `toast ${kind}`);
    dom.setAttribute('role', kind === 'error' ? 'alert' : 'status');
    const toast: Toast = { dom, left: msOf(words.ms), since: 0, timer: undefined };
    this.#visible.add(toast);
    this.dom.insertBefore(dom, this.#more);
    // In sight before it speaks: a live region that comes with its words is often not read.
    this.#settle();
    const says = make('div', 'toast-words');
    if (words.from !== undefined) {
      const from = make('b', 'from');
      from.textContent = words.from;
      says.append(from, ' ');
    }
    const body = make('span', 'toast-text');
    body.dir = 'auto';
    body.textContent = passage(words.text, 300);
    says.append(body);
    dom.append(icon(SIGNS[kind]), says);
    dom.append(iconButton(this.#words().dismissNote, 'close', () => this.#remove(toast)));
    this.#run();
  }

  #remove(toast: Toast): void {
    clearTimeout(toast.timer);
    this.#visible.delete(toast);
    const hadFocus = toast.dom.matches(':focus-within');
    toast.dom.remove();
    if (hadFocus) this.dom.querySelector('button')?.focus();
    this.#setNear(this.dom.matches(':hover, :focus-within'));
    this.#fill();
  }

  /** Lets the clocks run, or stops them. */
  #run(): void {
    const paused = this.#held || this.#near;
    for (const toast of this.#visible) {
      if (toast.left <= 0) continue;
      if (paused && toast.timer !== undefined) {
        clearTimeout(toast.timer);
        toast.timer = undefined;
        toast.left = Math.max(1, toast.left - (performance.now() - toast.since));
      } else if (!paused && toast.timer === undefined) {
        toast.since = performance.now();
        toast.timer = setTimeout(() => this.#remove(toast), toast.left);
      }
    }
  }
}

type ToastSeverity = 'info' | 'success' | 'warning' | 'error';

const SIGNS = { info: 'info', success: 'check', warning: 'warning', error: 'warning' } as const;

function kindOf(severity: string | undefined): ToastSeverity {
  if (severity === 'success' || severity === 'warning' || severity === 'error') return severity;
  return severity === 'critical' ? 'error' : 'info';
}

function room(): number {
  return matchMedia('(max-width: 30rem), (max-height: 30rem)').matches ? VISIBLE_SMALL : VISIBLE;
}

function msOf(ms: unknown): number {
  return typeof ms === 'number' && Number.isFinite(ms) ? Math.min(ms, MAX_WAIT_MS) : TOAST_MS;
}
