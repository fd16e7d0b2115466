// Video and AudioPlayer: the browser's own player. Nothing is fetched before a person presses play.

import { toText } from '@vitrine/core/page';
import { attribute, make } from '../dom.ts';
import { brief } from '../shown-text.ts';
import type { Widget } from '../widget.ts';
import { addressOf, followAddress } from './media.ts';

export function playerWidget(kind: 'video' | 'audio'): Widget {
  return (ui, node) => {
    const dom = make('span', kind);
    const player = make(kind, 'player');
    player.controls = true;
    player.preload = 'none';
    const caption = make('span', 'caption');
    const follow = followAddress(ui.stage, kind, dom, player);
    const draw = (): void => {
      const words = brief(toText(node.get('description') as string | undefined));
      // Where there is no player to bear the name, the words in its place do.
      const name = brief(toText(node.accessibility('label') as string | undefined)) || words;
      const poster = kind === 'video' ? addressOf(ui.stage, node.get('posterUrl'), 'image').url : undefined;
      const url = follow(node.get('url'), name, poster);
      if (url === undefined) return;
      attribute(player, 'poster', poster);
      attribute(player, 'src', url);
      // Not aria-label: that one belongs to the accessibility of the component.
      player.title = words || ui.stage.words[kind];
      caption.textContent = words;
      if (player.parentNode !== dom) dom.replaceChildren(player);
      if (words === '') caption.remove();
      else dom.prepend(caption);
    };
    return { dom, draw, named: player };
  };
}
