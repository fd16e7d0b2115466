// Icon: a named picture, or an outline that the agent sends. It is decoration unless it has a label of its own or is all
// that a button shows; a name without a picture shows a neutral frame and is read out instead.

import { isObject, issue, quote, toText, type Value } from '@vitrine/core/page';
import { attribute } from '../dom.ts';
import { iconPath, UNKNOWN_ICON } from '../icons.ts';
import { shown } from '../shown-text.ts';
import type { Widget } from '../widget.ts';

/** Path data draws and does nothing else; what is bounded here is the time to draw it. */
const PATH_DATA = /^[\sMmZzLlHhVvCcSsQqTtAaeE\d.,+-]{1,8000}$/;
/** These point along the direction of reading. */
const TURNS = /^(?:arrowBack|arrowForward|send)$/;

export const icon: Widget = (ui, node) => {
  const dom = svg('svg');
  const path = svg('path');
  attribute(dom, 'viewBox', '0 0 24 24');
  attribute(dom, 'part', 'icon');
  dom.append(path);
  let lastWords: string | undefined;
  const draw = (): void => {
    const named = node.get('name');
    const sent = isObject(named) ? named.svgPath : undefined;
    const outline = typeof sent === 'string' && PATH_DATA.test(sent) ? sent : undefined;
    const name = outline === undefined ? toText((sent ?? named) as Value) : '';
    const d = outline ?? iconPath(name);
    attribute(dom, 'class', `icon${outline === undefined ? '' : ' filled'}${TURNS.test(name) ? ' turns' : ''}`);
    attribute(path, 'd', d ?? UNKNOWN_ICON);
    const isUnknown = d === undefined && name !== '';
    const isLabelled = toText(node.accessibility('label') as string | undefined) !== '';
    const isAlone = !isLabelled && node.place.parent?.type === 'Button';
    const words = isUnknown ? name : isAlone ? ui.stage.words.icon(name) : undefined;
    attribute(dom, 'aria-hidden', words !== undefined || isLabelled ? undefined : 'true');
    if (lastWords === words) return;
    lastWords = words;
    attribute(dom, 'role', words === undefined ? undefined : 'img');
    const title = svg('title');
    title.textContent = shown((words ?? '').slice(0, 100));
    dom.replaceChildren(...(words === undefined ? [] : [title]), path);
    if (!isUnknown) return;
    ui.stage.report(
      issue('VITRINE_PROP_VALUE', 'warning', `There is no icon ${quote(name)}.`, `/components/${node.id}/name`),
    );
  };
  return { dom, draw };
};

function svg(tag: string): Element {
  return document.createElementNS('http://www.w3.org/2000/svg', tag);
}
