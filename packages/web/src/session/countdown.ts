// The time that is left for an answer, shown each second and said at 60, 30 and 10 seconds. The deadline itself is kept
// by the host: here the clock may be wrong, so that the time is up is said and stops nobody.

import { make, text } from '../dom.ts';
import type { SessionWords } from '../english/session.ts';
import { icon } from './icon.ts';

const SAID_AT = [10, 30, 60];

export class Countdown {
  readonly dom = make('p', 'countdown');
  readonly #words = make('span', 'countdown-words');
  readonly #until: number;
  readonly #own: () => SessionWords;
  readonly #say: (words: string) => void;
  #next: number;

  constructor(until: number, words: () => SessionWords, say: (words: string) => void) {
    this.#own = words;
    this.#until = until;
    this.#say = say;
    this.dom.setAttribute('role', 'timer');
    this.dom.append(icon('clock'), this.#words);
    this.#next = this.#left + 1;
    this.tick();
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  tick(): void {
    const left = this.#left;
    const words = this.#own();
    this.dom.classList.toggle('urgent', left <= 10);
    text(this.#words, left > 0 ? words.timeLeft(clock(left, words)) : words.timeUp);
    const mark = SAID_AT.find((seconds) => left <= seconds);
    if (mark !== undefined && mark < this.#next && left > 0) {
      this.#next = mark;
      this.#say(words.secondsLeft(left));
    }
  }

  get #left(): number {
    return Math.ceil((this.#until - Date.now()) / 1000);
  }
}

function clock(seconds: number, words: SessionWords): string {
  if (seconds >= 3600 * 48) return words.days(Math.floor(seconds / 86_400));
  if (seconds >= 3600) return words.hours(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
