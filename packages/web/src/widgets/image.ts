// Image: its box has its size before anything is loaded, so nothing jumps. Until the picture is there, and where it never
// will be, the box says what it shows.

import { toText } from '@vitrine/core/page';
import { attribute, cssClass, make } from '../dom.ts';
import { brief } from '../shown-text.ts';
import type { Widget } from '../widget.ts';
import { followAddress, insteadOf } from './media.ts';

export interface ImageNames {
  readonly size: string;
  readonly words: string;
}

export function imageWidget(names: ImageNames): Widget {
  return (ui, node) => {
    const dom = make('span', 'image');
    const picture = make('img', 'picture');
    picture.loading = 'lazy';
    picture.decoding = 'async';
    picture.referrerPolicy = 'no-referrer';
    picture.addEventListener('load', () => picture.nextSibling?.remove());
    const follow = followAddress(ui.stage, 'image', dom, picture);
    const draw = (): void => {
      // Where no fit was sent the picture is never distorted, though the catalog's default is to fill: its box has a fixed size.
      const fit = node.component?.props.fit === undefined ? undefined : node.get('fit');
      attribute(dom, 'class', `image${cssClass('size', node.get(names.size))}${cssClass('fit', fit)}`);
      const words = brief(toText((node.accessibility('label') ?? node.get(names.words)) as string | undefined));
      attribute(picture, 'alt', words);
      const url = follow(node.get('url'), words);
      if (url === undefined || picture.getAttribute('src') === url) return;
      // The words keep the place; they are not read out twice.
      const waiting = insteadOf('', words);
      waiting.ariaHidden = 'true';
      dom.replaceChildren(picture, waiting);
      picture.src = url;
    };
    return { dom, draw, named: picture };
  };
}
