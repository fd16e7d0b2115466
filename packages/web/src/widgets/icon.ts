// Icon: a named picture, or an outline that the agent sends. It is decoration unless it has a label of its own or is all
// that a button shows; a name without a picture shows a neutral frame and is read out instead.

import { issue, quote, type TreeNode, toText } from '@vitrine/core';
import { attribute } from '../dom.ts';
import { iconPath, UNKNOWN_ICON } from '../icons.ts';
import { shown } from '../shown-text.ts';
import type { Widget } from '../widget.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Path data draws and does nothing else; what is bounded here is the time to draw it. */
const PATH_DATA = /^[\sMmZzLlHhVvCcSsQqTtAaeE\d.,+-]{1,8000}$/;
/** These point along the direction of reading. */
const TURNS = new Set(['arrowBack', 'arrowForward', 'send']);

export const icon: Widget = (ui, node) => {
  const dom = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  attribute(dom, 'viewBox', '0 0 24 24');
  attribute(dom, 'part', 'icon');
  dom.append(path);
  let said: string | undefined;
  let title: Element | undefined;
  const draw = (): void => {
    const { name, d, filled } = pictureOf(node);
    attribute(dom, 'class', `icon${filled ? ' filled' : ''}${TURNS.has(name) ? ' turns' : ''}`);
    attribute(path, 'd', d ?? UNKNOWN_ICON);
    const unknown = d === undefined && name !== '';
    const labelled = toText(node.accessibility('label') as string | undefined) !== '';
    const words = unknown
      ? name
      : labelled || node.place.parent?.type !== 'Button'
        ? undefined
        : ui.stage.words.icon(name);
    attribute(dom, 'aria-hidden', words !== undefined || labelled ? undefined : 'true');
    if (said === words) return;
    said = words;
    title?.remove();
    attribute(dom, 'role', words === undefined ? undefined : 'img');
    if (words === undefined) return;
    title = document.createElementNS(SVG, 'title');
    title.textContent = shown(words.slice(0, 100));
    dom.prepend(title);
    if (!unknown) return;
    ui.stage.report(
      issue('VITRINE_PROP_VALUE', 'warning', `There is no icon ${quote(name)}.`, `/components/${node.id}/name`),
    );
  };
  return { dom, draw };
};

interface Picture {
  readonly name: string;
  /** Undefined: there is none. */
  readonly d: string | undefined;
  readonly filled: boolean;
}

function pictureOf(node: TreeNode): Picture {
  const given = node.get('name');
  if (typeof given === 'object' && given !== null && 'svgPath' in given) {
    const { svgPath } = given;
    const fits = typeof svgPath === 'string' && PATH_DATA.test(svgPath);
    return { name: fits ? '' : toText(svgPath as string), d: fits ? svgPath : undefined, filled: fits };
  }
  const name = toText(given as string | undefined);
  return { name, d: iconPath(name), filled: false };
}
