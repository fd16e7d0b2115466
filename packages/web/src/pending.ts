// What the control shows that has sent something, until the host has answered: it is busy, and when there is no connection
// it says that it will be sent. It keeps the focus and cannot be used meanwhile.

import { attribute, make, text } from './dom.ts';

/** Controls that were marked: a mark is taken back only where one was made. */
const marked = new WeakMap<HTMLElement, HTMLElement>();

/** `words`: undefined when nothing is pending; empty while there is nothing to say about it. */
export function markPending(control: HTMLElement, words: string | undefined): void {
  const before = marked.get(control);
  if (words === undefined && before === undefined) return;
  attribute(control, 'aria-busy', words === undefined ? undefined : 'true');
  attribute(control, 'aria-disabled', words === undefined ? undefined : 'true');
  if (words === undefined) {
    before?.remove();
    marked.delete(control);
    return;
  }
  const note = before ?? make('span', 'send-note');
  marked.set(control, note);
  text(note, words);
  // Not among its children while it is empty: they may have gaps between them.
  if (words !== '' && note.parentNode !== control) control.append(note);
  else if (words === '') note.remove();
}
