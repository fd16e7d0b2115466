// Video and AudioPlayer: the browser's own player. Nothing is fetched before a person presses play.

import { toText } from '@vitrine/core';
import { attribute, make } from '../dom.ts';
import { brief } from '../shown-text.ts';
import type { Widget } from '../widget.ts';
import { addressOf, insteadOf } from './media.ts';

export function playerWidget(kind: 'video' | 'audio'): Widget {
  return (ui, node) => {
    const dom = make('span', kind);
    const player = make(kind, 'player');
    player.controls = true;
    player.preload = 'none';
    let last = '';
    let words = '';
    let caption: HTMLElement | undefined;
    const stand = (why?: string): void => dom.replaceChildren(insteadOf(ui.stage.words[kind], words, why));
    player.addEventListener('error', () => stand(ui.stage.words.notLoaded));
    const describe = (): void => {
      // Not aria-label: that one belongs to the accessibility of the component.
      player.title = words || ui.stage.words[kind];
      if (words === '') return caption?.remove();
      caption ??= make('span', 'caption');
      caption.textContent = words;
      dom.prepend(caption);
    };
    const draw = (): void => {
      words = brief(toText(node.get('description') as string | undefined));
      const { url, refused } = addressOf(ui.stage, node.get('url'), kind);
      const poster = kind === 'video' ? addressOf(ui.stage, node.get('posterUrl'), 'image').url : undefined;
      const now = `${url}\n${refused}\n${poster}\n${words}\n${ui.stage.words[kind]}`;
      if (now === last) return;
      last = now;
      attribute(player, 'poster', poster);
      attribute(player, 'src', url);
      if (url === undefined) return stand(refused === undefined ? undefined : ui.stage.words.blocked(refused));
      if (player.parentNode !== dom) dom.replaceChildren(player);
      describe();
    };
    return { dom, draw, named: player };
  };
}
