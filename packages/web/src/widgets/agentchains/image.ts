// image of AgentChains: a picture with its caption.

import { readImage } from '@vitrine/core/catalogs/agentchains';
import { make } from '../../dom.ts';
import type { Widget } from '../../widget.ts';
import { OptionalLine, titleOf } from '../vitrine/parts.ts';
import { Picture } from './picture.ts';

export const image: Widget = (ui, node) => {
  const dom = make('figure', 'figure');
  const title = titleOf(dom);
  const picture = new Picture(ui.stage, 'free');
  dom.append(picture.dom);
  const caption = new OptionalLine(dom, () => make('figcaption', 'caption'));
  const draw = (): void => {
    const content = readImage(node.get('data'));
    title.say(content.title);
    picture.draw(content);
    caption.say(content.caption);
  };
  return { dom, draw };
};
