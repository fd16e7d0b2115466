// What the toolbar says about all cards: colour scheme, direction, width, hostile colours, speed of a replay.

import { byId, setAttributes } from '../page/element.ts';

/** Steps a second; 0 is all at once. */
export type Speed = number;

/** Colours that would hide what is written, were they taken as they are. */
const HOSTILE = ['#ffff00', '#ffffff', '#000000', '#808080', '#ff00ff'];

export class Settings {
  readonly #hostile = byId('hostile', HTMLInputElement);
  readonly #speed = byId('speed', HTMLSelectElement);

  /** `redraw`: all cards have to be made anew; `paced`: replays go on at another speed. */
  constructor(cards: HTMLElement, redraw: () => void, paced: () => void) {
    const root = document.documentElement;
    choice('scheme', (scheme) => setAttributes(root, { 'data-scheme': scheme === 'auto' ? undefined : scheme }));
    choice('direction', (direction) => {
      for (const stage of cards.querySelectorAll('.stage')) setAttributes(stage, { dir: direction });
    });
    choice('width', (width) => setAttributes(cards, { 'data-width': width }));
    this.#hostile.addEventListener('change', redraw);
    this.#speed.addEventListener('change', paced);
  }

  get speed(): Speed {
    return Number(this.#speed.value);
  }

  get direction(): string {
    return document.querySelector<HTMLInputElement>('input[name=direction]:checked')?.value ?? 'ltr';
  }

  /** The colour for the card at this position; undefined while agents keep their own. */
  colour(index: number): string | undefined {
    return this.#hostile.checked ? HOSTILE[index % HOSTILE.length] : undefined;
  }
}

function choice(name: string, apply: (value: string) => void): void {
  const inputs = document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`);
  for (const input of inputs) input.addEventListener('change', () => apply(input.value));
  // What the browser kept of an earlier visit holds.
  const checked = [...inputs].find((input) => input.checked);
  if (checked !== undefined) apply(checked.value);
}
