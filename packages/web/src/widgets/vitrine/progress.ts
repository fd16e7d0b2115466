// Progress: a bar with its name and how far it is, in percent; without a value it is under way.

import { progressContent } from '@vitrine/core/catalogs/vitrine';
import { attribute, make, text } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import type { Widget } from '../../widget.ts';
import { labelsOf } from './labels.ts';

export const progress: Widget = (ui, node) => {
  const dom = make('div', 'progress-frame');
  const name = make('span', 'progress-name');
  const far = make('span', 'progress-far');
  const bar = make('progress', 'progress');
  name.id = ui.stage.newId();
  bar.setAttribute('aria-labelledby', name.id);
  dom.append(name, far, bar);
  const draw = (): void => {
    const { title, value, max } = progressContent(node);
    const look = title === undefined ? 'progress-name unseen' : 'progress-name';
    if (name.className !== look) name.className = look;
    text(name, brief(title ?? labelsOf(ui.stage).progress));
    const part = value === undefined ? undefined : value / max;
    attribute(bar, 'value', part?.toString());
    text(far, part === undefined ? '' : percentOf(part, node.scope.locale));
  };
  return { dom, draw, named: bar };
};

function percentOf(part: number, locale: string): string {
  try {
    return new Intl.NumberFormat(locale, { style: 'percent' }).format(part);
  } catch {
    return `${Math.round(part * 100)}%`;
  }
}
