// alert of AgentChains: a banner whose gravity is a sign, a word and a colour. Putting it away is the viewer's own and
// lasts until it says something else.

import { type AlertContent, readAlert } from '@vitrine/core/catalogs/agentchains';
import { attribute, make, text } from '../../dom.ts';
import type { Widget } from '../../widget.ts';
import { OptionalLine, sign } from '../vitrine/parts.ts';
import { formLabelsOf } from './form-labels.ts';

type AlertSeverity = AlertContent['severity'];

const SIGNS: { readonly [S in AlertSeverity]: string } = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'error',
};

export const alert: Widget = (ui, node) => {
  // The live region stays while the banner comes and goes: only then is what comes announced.
  const dom = make('div', 'alert-place');
  const banner = make('div', 'alert');
  const words = make('div', 'alert-words');
  const severity = make('span', 'severity');
  words.append(severity);
  const title = new OptionalLine(
    words,
    () => make('strong', 'alert-title'),
    () => severity.nextSibling,
  );
  const message = new OptionalLine(words, () => make('p', 'alert-message'));
  const dismiss = make('button', 'close');
  dismiss.type = 'button';
  let kind: AlertSeverity | undefined;
  let now = '';
  let dismissed: string | undefined;
  dismiss.addEventListener('click', () => {
    dismissed = now;
    // The button goes; who used it stays where it was.
    dom.tabIndex = -1;
    dom.focus({ preventScroll: true });
    ui.schedule();
  });
  const draw = (): void => {
    const content = readAlert(node.get('data'));
    now = JSON.stringify(content);
    if (now !== dismissed) dismissed = undefined;
    attribute(dom, 'role', content.severity === 'info' || content.severity === 'success' ? 'status' : 'alert');
    if (kind !== content.severity) {
      kind = content.severity;
      banner.className = `alert ${kind}`;
      banner.replaceChildren(sign(SIGNS[kind]), words);
    }
    const labels = formLabelsOf(ui.stage);
    text(severity, labels[content.severity]);
    attribute(dismiss, 'aria-label', labels.dismiss);
    title.say(content.title);
    message.say(content.message);
    if (content.dismissible !== (dismiss.parentNode === banner)) {
      if (content.dismissible) banner.append(dismiss);
      else dismiss.remove();
    }
    const isShown = dismissed === undefined;
    if (isShown !== (banner.parentNode === dom)) dom.replaceChildren(...(isShown ? [banner] : []));
  };
  return { dom, draw };
};
