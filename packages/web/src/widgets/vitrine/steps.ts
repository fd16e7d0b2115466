// Steps: an ordered list in which every step says its state in words, and how many are done.

import type { StepsContent } from '@vitrine/core/catalogs/vitrine';
import type { TreeNode } from '@vitrine/core/page';
import { attribute, make, text } from '../../dom.ts';
import { Reading } from '../../reading.ts';
import { brief } from '../../shown-text.ts';
import type { Drawing, Ui, Widget } from '../../widget.ts';
import { labelsOf } from './labels.ts';
import { each, leftOut, OptionalLine, titleOf } from './parts.ts';

/** More than this nobody follows. */
const MAX_STEPS = 500;

export function stepsWidget(read: (node: TreeNode) => StepsContent): Widget {
  return (ui, node) => steps(ui, () => read(node));
}

function steps(ui: Ui, read: () => StepsContent): Drawing {
  const dom = make('section', 'steps');
  const title = titleOf(dom);
  const head = make('div', 'steps-head');
  const progress = make('progress', 'steps-progress');
  const far = make('span', 'steps-far');
  far.id = ui.stage.newId();
  progress.setAttribute('aria-labelledby', far.id);
  head.append(progress, far);
  const list = make('ol', 'step-list');
  dom.append(head, list);
  const more = new OptionalLine(dom, () => make('p', 'caption'));
  const reading = new Reading(ui, read);
  const draw = (): void => {
    const content = reading.take();
    if (content === undefined) return;
    const labels = labelsOf(ui.stage);
    const total = content.steps.length;
    const done = content.steps.filter(({ status }) => status === 'completed').length;
    title.say(content.title);
    text(far, labels.completedOf(done, total));
    if (progress.max !== (total || 1)) progress.max = total || 1;
    if (progress.value !== done || !progress.hasAttribute('value')) progress.value = done;
    const current = content.steps.findIndex(({ status }) => status === 'active');
    const at = current >= 0 ? current : content.current;
    each(list, content.steps.slice(0, MAX_STEPS), makeStep, (step, { label, status }, i) => {
      const look = `step ${status}`;
      if (step.className !== look) step.className = look;
      attribute(step, 'aria-current', i === at && status !== 'completed' ? 'step' : undefined);
      text(step.firstElementChild as Element, brief(label) || labels.step(i + 1));
      text(step.lastElementChild as Element, labels[status]);
    });
    more.say(leftOut(total, MAX_STEPS, 'steps', labels));
  };
  return { dom, draw, dispose: () => reading.dispose() };
}

function makeStep(): HTMLElement {
  const step = make('li', 'step');
  step.append(make('span', 'step-label'), make('span', 'step-status'));
  return step;
}
