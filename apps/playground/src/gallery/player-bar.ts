// The controls of one replay: play and pause, one step, from the beginning, and how far it is.

import { el, setText } from '../page/element.ts';
import { Player, type PlayerState } from '../page/player.ts';
import type { Replay } from './replay.ts';

const PLAY: { readonly [state in PlayerState]: string } = {
  whole: 'Play',
  playing: 'Pause',
  paused: 'Continue',
  done: 'Play again',
};

export interface PlayerHost {
  /** What the page calls the entry. */
  readonly name: string;
  /** A replay from the beginning, on the page instead of the one before. */
  begin(): Replay;
  /** The replay on the page. */
  current(): Replay;
  /** Something was fed. */
  fed(): void;
  readonly speed: number;
}

export class PlayerBar {
  readonly dom = el('div', { class: 'player', role: 'group' });
  readonly #host: PlayerHost;
  readonly #player: Player;
  readonly #play = el('button', { type: 'button', class: 'small' });
  readonly #progress = el('progress', { max: 1, value: 0 });
  readonly #count = el('span', { class: 'hint' });

  constructor(host: PlayerHost) {
    this.#host = host;
    this.#player = new Player({ after: runAfter }, () => this.#draw());
    const step = el('button', { type: 'button', class: 'small' }, 'Step');
    const restart = el('button', { type: 'button', class: 'small' }, 'Restart');
    this.dom.setAttribute('aria-label', `Replay of ${host.name}`);
    this.#progress.setAttribute('aria-label', 'Messages fed');
    this.#play.addEventListener('click', () => this.#press());
    step.addEventListener('click', () => this.#step());
    restart.addEventListener('click', () => {
      this.#player.hold(host.begin());
      this.#draw();
    });
    step.setAttribute('aria-label', `Step: ${host.name}`);
    restart.setAttribute('aria-label', `Restart: ${host.name}`);
    this.#name(PLAY.whole);
    this.dom.append(this.#play, step, restart, this.#progress, this.#count);
  }

  /** All was fed at once. */
  whole(): void {
    this.#player.whole();
  }

  /** Another speed was chosen. */
  pace(): void {
    const { speed } = this.#host;
    if (speed > 0) this.#player.setSpeed(speed);
    else if (this.#player.state === 'playing') this.#finish();
  }

  #press(): void {
    const { state } = this.#player;
    if (state === 'playing') return this.#player.pause();
    if (state !== 'paused') this.#player.hold(this.#host.begin());
    if (this.#host.speed === 0) return this.#finish();
    this.#player.setSpeed(this.#host.speed);
    this.#player.resume();
  }

  #finish(): void {
    this.#host.current().rest();
    this.#player.whole();
  }

  #step(): void {
    const { state } = this.#player;
    if (state === 'playing') this.#player.pause();
    else if (state !== 'paused') this.#player.hold(this.#host.begin());
    this.#player.step();
  }

  /** Many bars stand on the page: what each is for is part of what its buttons are called. */
  #name(words: string): void {
    setText(this.#play, words);
    this.#play.setAttribute('aria-label', `${words}: ${this.#host.name}`);
  }

  #draw(): void {
    const { fed, length } = this.#host.current();
    this.#name(PLAY[this.#player.state]);
    this.#progress.max = Math.max(1, length);
    this.#progress.value = fed;
    setText(this.#count, `${fed} of ${length}`);
    this.#host.fed();
  }
}

function runAfter(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
