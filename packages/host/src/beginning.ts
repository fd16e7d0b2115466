// What begins a connection of a viewer can be as long as its session is large. It goes out in pieces, the next one in a turn
// of its own when the ones before are taken or took long, and what is said meanwhile stands behind it.

import { Slices } from '@vitrine/face-kit';

/** Characters of one piece: about a millisecond. */
export const BEGINNING_PIECE = 256 * 1024;

export interface BeginningSink<Piece> {
  /** False: full. What was given is taken all the same. */
  readonly write: (piece: Piece) => boolean;
  readonly onceDrained: (then: () => void) => void;
  /** Nobody takes anything any more. */
  readonly isOver: () => boolean;
}

export class Beginning<Piece> {
  readonly #sink: BeginningSink<Piece>;
  #isUnderWay = false;
  #deferred: (() => void)[] = [];

  constructor(sink: BeginningSink<Piece>) {
    this.#sink = sink;
  }

  /** What fits is sent at once. */
  send(pieces: Iterable<Piece>): void {
    this.#isUnderWay = true;
    this.#goOn(pieces[Symbol.iterator]());
  }

  /** True: it is run behind what is still to be sent. */
  defers(run: () => void): boolean {
    if (this.#isUnderWay) this.#deferred.push(run);
    return this.#isUnderWay;
  }

  #goOn(pieces: Iterator<Piece>, next = pieces.next()): void {
    const { write, onceDrained, isOver } = this.#sink;
    const slices = new Slices();
    for (let piece = next; piece.done !== true; ) {
      if (isOver()) return;
      const hasRoom = write(piece.value);
      const following = pieces.next();
      if (following.done !== true && (!hasRoom || slices.isOver)) {
        const goOn = (): void => void slices.next().then(() => this.#goOn(pieces, following));
        return hasRoom ? goOn() : onceDrained(goOn);
      }
      piece = following;
    }
    this.#isUnderWay = false;
    for (const run of this.#deferred.splice(0)) run();
  }
}
