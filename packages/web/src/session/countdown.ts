// The time that is left for an answer, shown each second and said at 60, 30 and 10 seconds. The deadline itself is kept
// by the host: here the clock may be wrong, so that the time is up is said and stops nobody.

import { make, text } from '../dom.ts';
import { icon } from './icon.ts';

const SAID_AT = [10, 30, 60];

export class Countdown {
  readonly dom = make('p', 'countdown');
  readonly #words = make('span', 'countdown-words');
  readonly #until: number;
  readonly #say: (words: string) => void;
  #next: number;

  constructor(until: number, say: (words: string) => void) {
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
    this.dom.classList.toggle('urgent', left <= 10);
    text(this.#words, left > 0 ? `${clock(left)} left` : 'Time is up. An answer may come too late.');
    const mark = SAID_AT.find((seconds) => left <= seconds);
    if (mark !== undefined && mark < this.#next && left > 0) {
      this.#next = mark;
      this.#say(`${left} seconds left to answer.`);
    }
  }

  get #left(): number {
    return Math.ceil((this.#until - Date.now()) / 1000);
  }
}

function clock(seconds: number): string {
  if (seconds >= 3600 * 48) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
