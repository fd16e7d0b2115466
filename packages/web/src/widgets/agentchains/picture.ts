// The picture of a card or an image: an address that the policy allows, its place kept before it is there, and words
// where it cannot be shown.

import { attribute, make } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import type { Stage } from '../../stage.ts';
import { addressOf, insteadOf } from '../media.ts';
import { formLabelsOf } from './form-labels.ts';

export interface Wanted {
  readonly url: string;
  readonly alt: string;
  readonly width?: number;
  readonly height?: number;
}

/** Wider or higher than this nobody shows a picture. */
const MAX_PIXELS = 10_000;

export class Picture {
  readonly dom: HTMLElement;
  readonly #stage: Stage;
  readonly #picture = make('img', 'picture');
  #last = '';
  #words = '';

  /** `look`: the class of its box. */
  constructor(stage: Stage, look: string) {
    this.#stage = stage;
    this.dom = make('span', `image ${look}`);
    const picture = this.#picture;
    picture.loading = 'lazy';
    picture.decoding = 'async';
    picture.referrerPolicy = 'no-referrer';
    picture.addEventListener('load', () => picture.nextSibling?.remove());
    picture.addEventListener('error', () => this.#stand(formLabelsOf(this.#stage).notLoaded));
  }

  draw(wanted: Wanted): void {
    this.#size(pixels(wanted.width), pixels(wanted.height));
    this.#words = brief(wanted.alt);
    attribute(this.#picture, 'alt', this.#words);
    const { url, refused } = addressOf(this.#stage, wanted.url, 'image');
    const labels = formLabelsOf(this.#stage);
    const now = `${url}\n${refused}\n${this.#words}\n${labels.image}`;
    if (now === this.#last) return;
    this.#last = now;
    if (url === undefined) {
      this.#picture.removeAttribute('src');
      return this.#stand(refused === undefined ? labels.noAddress : labels.blocked(refused));
    }
    if (this.#picture.getAttribute('src') === url) return;
    const waiting = insteadOf('', this.#words);
    waiting.ariaHidden = 'true';
    this.dom.replaceChildren(this.#picture, waiting);
    this.#picture.src = url;
  }

  #stand(why: string): void {
    this.dom.replaceChildren(insteadOf(this.#stage.words.image, this.#words, why));
  }

  #size(width: number | undefined, height: number | undefined): void {
    const { style } = this.dom;
    attribute(this.#picture, 'width', width?.toString());
    attribute(this.#picture, 'height', height?.toString());
    const inline = width === undefined ? '' : `${width}px`;
    if (style.inlineSize !== inline) style.inlineSize = inline;
    const ratio = width === undefined || height === undefined ? '' : `${width} / ${height}`;
    if (style.aspectRatio !== ratio) style.aspectRatio = ratio;
    const block = width !== undefined || height === undefined ? '' : `${height}px`;
    if (style.blockSize !== block) style.blockSize = block;
  }
}

function pixels(size: number | undefined): number | undefined {
  return size === undefined ? undefined : Math.max(1, Math.min(Math.round(size), MAX_PIXELS));
}
