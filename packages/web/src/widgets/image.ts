// Image: its box has its size before anything is loaded, so nothing jumps. Until the picture is there, and where it never
// will be, the box says what it shows.

import { type TreeNode, toText } from '@vitrine/core';
import { attribute, make } from '../dom.ts';
import { brief } from '../shown-text.ts';
import type { Widget } from '../widget.ts';
import { addressOf, insteadOf } from './media.ts';

export interface ImageNames {
  readonly size: string;
  readonly words: string;
}

const SIZES = new Set(['icon', 'avatar', 'smallFeature', 'largeFeature', 'header']);
const FITS = new Set(['contain', 'cover', 'fill', 'none', 'scaleDown', 'scale-down']);

export function imageWidget(names: ImageNames): Widget {
  return (ui, node) => {
    const dom = make('span', 'image');
    const picture = make('img', 'picture');
    picture.loading = 'lazy';
    picture.decoding = 'async';
    picture.referrerPolicy = 'no-referrer';
    let last = '';
    let words = '';
    const stand = (why?: string): void => dom.replaceChildren(insteadOf(ui.stage.words.image, words, why));
    picture.addEventListener('load', () => picture.nextSibling?.remove());
    picture.addEventListener('error', () => stand(ui.stage.words.notLoaded));
    const draw = (): void => {
      const name = `image ${sizeOf(node, names.size)}${fitOf(node)}`;
      if (dom.className !== name) dom.className = name;
      words = brief(toText((node.accessibility('label') ?? node.get(names.words)) as string | undefined));
      attribute(picture, 'alt', words);
      const { url, refused } = addressOf(ui.stage, node.get('url'), 'image');
      const now = `${url}\n${refused}\n${words}\n${url === undefined && ui.stage.words.image}`;
      if (now === last) return;
      last = now;
      if (url === undefined) {
        picture.removeAttribute('src');
        return stand(refused === undefined ? undefined : ui.stage.words.blocked(refused));
      }
      if (picture.getAttribute('src') === url) return;
      // The words keep the place; they are not read out twice.
      const waiting = insteadOf('', words);
      waiting.ariaHidden = 'true';
      dom.replaceChildren(picture, waiting);
      picture.src = url;
    };
    return { dom, draw, named: picture };
  };
}

function sizeOf(node: TreeNode, name: string): string {
  const size = node.get(name);
  return typeof size === 'string' && SIZES.has(size) ? size : 'mediumFeature';
}

/** Where no fit was sent the picture is never distorted, though the catalog's default is to fill: its box has a fixed size. */
function fitOf(node: TreeNode): string {
  const fit = node.component?.props.fit === undefined ? undefined : node.get('fit');
  return typeof fit === 'string' && FITS.has(fit) ? ` fit-${fit === 'scale-down' ? 'scaleDown' : fit}` : '';
}
