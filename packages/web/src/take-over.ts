// What a server has drawn gives way to what was drawn here, within one frame: where both are the same nobody sees it. What a
// person has typed meanwhile is entered into the field that stands in its place, and focus and caret go there.

import { issue, quote } from '@vitrine/core/page';
import type { Stage } from './stage.ts';

const CONTROLS = 'input, textarea, select';
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** `put`: brings what was drawn here into the root, where nothing stands any more. */
export function takeOver(root: ShadowRoot, put: () => void, stage: Stage): void {
  const before = keyed(root);
  const focused = root.activeElement;
  const { selectionStart, selectionEnd } = (focused ?? {}) as Partial<HTMLInputElement>;
  const at = [...root.querySelectorAll(FOCUSABLE)].indexOf(focused as Element);
  root.replaceChildren();
  put();
  const after = keyed(root);
  for (const [key, control] of before) if (isChanged(control)) enter(after.get(key), control, key, stage);
  if (focused === null) return;
  const [key] = [...before].find(([, control]) => control === focused) ?? [];
  const next = (key === undefined ? root.querySelectorAll(FOCUSABLE)[at] : after.get(key)) as HTMLElement | undefined;
  next?.focus({ preventScroll: true });
  if (typeof selectionStart === 'number' && next !== undefined && 'setSelectionRange' in next)
    (next as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd ?? null);
}

const FOCUSABLE = 'button, a[href], input, textarea, select, summary, [tabindex]';

/** Controls by kind and label, and where several have the same, by their order: what came or went before it changes nothing. */
function keyed(root: ShadowRoot): Map<string, Control> {
  const found = new Map<string, Control>();
  const counts = new Map<string, number>();
  for (const control of root.querySelectorAll<Control>(CONTROLS)) {
    const label =
      control.labels?.[0]?.textContent ?? control.closest('.field')?.querySelector('.label')?.textContent ?? '';
    const name = `${label} ${control.type}`.trim();
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    found.set(count === 1 ? name : `${name} ${count}`, control);
  }
  return found;
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (/^(?:checkbox|radio)$/.test(control.type))
    return (control as HTMLInputElement).checked !== (control as HTMLInputElement).defaultChecked;
  return control.type !== 'file' && control.value !== control.defaultValue;
}

/** Into the one that stands there now, as if it were done there: its widget writes it. */
function enter(to: Control | undefined, from: Control, key: string, stage: Stage): void {
  if (to === undefined) {
    const sentence = `What was typed into ${quote(key)} before the page was ready has no place any more.`;
    return stage.report({ ...issue('VITRINE_WRITE_REFUSED', 'warning', sentence), fault: 'host' });
  }
  if (/^(?:checkbox|radio)$/.test(from.type)) {
    if ((from as HTMLInputElement).checked === (to as HTMLInputElement).checked) return;
    // A radio that was given up is told by the one that was chosen.
    if (from.type === 'radio' && !(from as HTMLInputElement).checked) return;
    (to as HTMLInputElement).checked = (from as HTMLInputElement).checked;
  } else if (to.value === from.value) return;
  else to.value = from.value;
  to.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}
