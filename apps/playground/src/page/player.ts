// Feeds a stream step by step, at a speed. A named state with legal moves; time comes from outside.

/** `whole`: everything was fed at once; `done`: the last step of a slow reading was. */
export type PlayerState = 'whole' | 'playing' | 'paused' | 'done';

export interface PlayerClock {
  after(ms: number, run: () => void): () => void;
}

export interface Stream {
  readonly done: boolean;
  step(): void;
}

export class Player {
  readonly #clock: PlayerClock;
  readonly #changed: () => void;
  #stream: Stream | undefined;
  #state: PlayerState = 'whole';
  #perSecond = 4;
  #cancel: (() => void) | undefined;

  constructor(clock: PlayerClock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get state(): PlayerState {
    return this.#state;
  }

  /** Everything is fed; nothing is left to play. */
  whole(): void {
    this.#move('whole', undefined);
  }

  /** Plays a stream from its beginning. */
  play(stream: Stream): void {
    this.#move(stream.done ? 'done' : 'playing', stream);
  }

  /** Begins a stream without playing it. */
  hold(stream: Stream): void {
    this.#move(stream.done ? 'done' : 'paused', stream);
  }

  pause(): void {
    if (this.#state === 'playing') this.#move('paused', this.#stream);
  }

  resume(): void {
    if (this.#state === 'paused') this.#move('playing', this.#stream);
  }

  /** One step by hand. */
  step(): void {
    if (this.#state !== 'paused') return;
    this.#stream?.step();
    this.#move(this.#stream?.done === true ? 'done' : 'paused', this.#stream);
  }

  setSpeed(perSecond: number): void {
    this.#perSecond = perSecond;
    if (this.#state === 'playing') this.#schedule();
  }

  #move(state: PlayerState, stream: Stream | undefined): void {
    this.#stream = stream;
    this.#state = state;
    this.#cancel?.();
    this.#cancel = undefined;
    if (state === 'playing') this.#schedule();
    this.#changed();
  }

  #schedule(): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(1000 / this.#perSecond, () => this.#tick());
  }

  #tick(): void {
    this.#stream?.step();
    if (this.#stream?.done === true) this.#move('done', this.#stream);
    else {
      this.#schedule();
      this.#changed();
    }
  }
}
